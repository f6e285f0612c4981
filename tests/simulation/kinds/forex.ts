import * as api from '../../../src/api/trade/forex.ts'
import { forexPairs } from '../../../src/rules/forex/pairs.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { bindCard } from '../../server/forex/support.ts'
import { createChance } from '../chance.ts'
import {
  type Ask,
  type Asked,
  type Circumstances,
  minor,
  type Person,
  type Placed,
  type SimulatedKind,
} from '../model.ts'
import { PRICE_AGE_MS_MAX } from '../price-age.ts'
import type { TickRow } from '../record.ts'
import { winterOpenMs } from '../winter-hours.ts'
import { Violation, type World } from '../world.ts'

type Input = Asked & {
  symbol: string
  direction: 'long' | 'short'
  type: 'market' | 'limit' | 'stop'
  price?: string
  lots: string
  stopLoss: string
}
type Position = Placed<Input, api.ForexOrder>

/** How long an order at a price may take to open and to end, in ms: a second each, three more after a fault. */
const OPENING_MS = 5_000
const MINUTE_MS = 60_000
/** Instruments traded in lots: units per lot, half of the spread, a price step in dollars, and the leverage. */
const pairs: Record<string, { lot: bigint; half: bigint; steps: bigint; leverage: bigint }> = Object.fromEntries(
  forexPairs.map(({ symbol, lot, spread, leverage }) => {
    const { scale } = instrumentOf(symbol)
    const half = minor(spread, scale) / 2n
    return [symbol, { lot: BigInt(lot), half, steps: 10n ** BigInt(scale), leverage: BigInt(leverage) }]
  }),
)
const pairOf = (symbol: string) => pairs[symbol] ?? { lot: 0n, half: 0n, steps: 1n, leverage: 1n }

/** The value of price steps for hundredths of a lot, in millionths of a dollar. */
const dollars = (symbol: string, lots: bigint, amount: bigint): bigint => {
  const { lot, steps } = pairOf(symbol)
  return (((lots * lot) / 100n) * amount * 1_000_000n) / steps
}

/** What a person asked of an order later, once: when it may take effect, in ms, and whether it was answered `ok`. */
type Act = { what: 'stop' | 'part' | 'cancel'; lots?: string; from: number; until: number; isHeard: boolean }
const acts = new WeakMap<object, Act>()

/** From when on a part is closed, in ms; null if none was requested. */
const partFrom = ({ parts: [part], closingAt }: api.ForexOrder): number | null => part?.since ?? closingAt

function judge({ ask, acceptedMs, shown }: Position, ticks: readonly TickRow[], completeMs: number) {
  const { symbol, direction, type, stopLoss } = ask.input
  const { half, leverage } = pairOf(symbol)
  const lots = minor(shown.lots, 2)
  const reserve = minor(shown.reserve)
  const isLong = direction === 'long'
  const since = ticks.filter(({ time_ms }) => Number(time_ms) >= acceptedMs)
  const ordered = shown.price === null ? null : minor(shown.price, instrumentOf(symbol).scale)
  const dealAt = (recorded: bigint) => (isLong ? recorded + half : recorded - half)
  const open = since.find(({ price }) => {
    if (ordered === null) return true
    return isLong === (type === 'limit') ? dealAt(price) <= ordered : dealAt(price) >= ordered
  })
  const act = acts.get(ask)
  const isReached = open !== undefined && (act === undefined || Number(open.time_ms) <= act.from)
  if (act && shown.state.startsWith('cancel') && !isReached) {
    return shown.state === 'cancelled' || completeMs > act.until
      ? { state: 'cancelled', available: 0n, held: 0n }
      : { state: shown.state, available: -reserve, held: reserve }
  }
  const isLate = ordered === null && Number(open?.time_ms ?? completeMs) > acceptedMs + PRICE_AGE_MS_MAX
  if (!open || isLate) {
    return isLate
      ? { state: 'unexpected', available: 0n, held: 0n }
      : { state: 'pending', available: -reserve, held: reserve }
  }
  const entry = dealAt(open.price)
  const margin = (dollars(symbol, lots, entry) + leverage - 1n) / leverage
  // A stop that was changed counts from its own time on; until then the former one does.
  const levelAt = (time: bigint) => {
    const isChanged = shown.stopsAt !== null && Number(time) >= shown.stopsAt
    return minor((isChanged && shown.stopLoss) || stopLoss, instrumentOf(symbol).scale)
  }
  const endAfter = (last: TickRow) =>
    since.find(
      ({ seq, price, time_ms }) => seq > last.seq && (isLong ? price <= levelAt(time_ms) : price >= levelAt(time_ms)),
    )
  const gain = (lots: bigint, { price }: TickRow) => {
    const exit = isLong ? price - half : price + half
    return dollars(symbol, lots, isLong ? exit - entry : entry - exit)
  }
  // Its rollover is checked by the invariants.
  const nights = signed(shown.swap)
  const end = endAfter(open)
  const from = partFrom(shown)
  const next = from === null ? undefined : since.find(({ seq, time_ms }) => seq > open.seq && Number(time_ms) >= from)
  // A stop at the very moment from which on a part is closed comes first.
  const isBefore = end && next && (end.seq < next.seq || (end.seq === next.seq && Number(end.time_ms) === from))
  const part = isBefore ? undefined : next
  const cut = part ? minor(act?.lots ?? '0', 2) : 0n
  const cutGain = part ? gain(cut, part) : 0n
  const close = part ? endAfter(part) : end
  if (close) {
    const net = cutGain + gain(lots - cut, close) + nights
    return { state: net >= 0n ? 'won' : 'lost', open, part, close, available: net, held: 0n }
  }
  // Some of the nights are in the part's share of the margin.
  const [share] = part ? shown.parts.map((each) => minor(each.margin)) : [0n]
  const held = share ?? 0n
  return { state: 'open.standing', open, part, available: held + cutGain - margin, held: margin + nights - held }
}

const signed = (text: string): bigint => minor(text.replace('-', '')) * (text.startsWith('-') ? -1n : 1n)

/** The act as shown: whether it was asked for, by then and so, and whether an answered one is there. */
function wrongActs({ id, ask, shown }: Position, open: TickRow | undefined): string[] {
  const { what, lots, from, until, isHeard } = acts.get(ask) ?? { from: Number.POSITIVE_INFINITY, until: 0 }
  const isOpenAt = (time: number) => winterOpenMs(shown.symbol, time) > 0
  const begins = partFrom(shown)
  const [part] = shown.parts
  const [low, high] = [0n, signed(shown.swap)]
    .sort((a, b) => Number(a - b))
    .map((nights) => {
      const whole = minor(shown.initial) + nights
      return part ? (whole * minor(part.lots, 2)) / minor(shown.lots, 2) : 0n
    })
  const faults: Record<string, boolean> = {
    'has other stops, and nobody asked for them by then':
      shown.stopsAt !== null && (what !== 'stop' || shown.stopsAt <= from),
    'closes a part, and nobody asked for it by then': begins !== null && (what !== 'part' || begins < from),
    'closes a part later than it was asked for': begins !== null && begins > until && isOpenAt(from) && isOpenAt(until),
    'closes other lots than it was asked for':
      shown.parts.length > 1 || [part?.lots, shown.closing].some((each) => each != null && each !== lots),
    'gave a part another share of its margin':
      part !== undefined && (minor(part.margin) < (low ?? 0n) || minor(part.margin) > (high ?? 0n)),
    'was to close a part, and does not': what === 'part' && isHeard === true && begins === null,
    'is cancelled, and nobody asked for it': shown.state.startsWith('cancel') && what !== 'cancel',
    'was cancelled, and still waits': what === 'cancel' && isHeard === true && shown.state === 'pending',
    'was cancelled, and opened after that':
      what === 'cancel' && isHeard === true && shown.openTick !== null && Number(open?.time_ms ?? 0n) > until,
  }
  return Object.keys(faults)
    .filter((fault) => faults[fault])
    .map((fault) => `position ${id} ${fault}: ${JSON.stringify({ act: acts.get(ask), shown })}`)
}

function checkAnswer(key: string, { status }: Person, { input }: Ask<Input>, at: Circumstances): string[] {
  const closed = winterOpenMs(input.symbol, at.now) === 0
  const stale = at.priceAgeMs > PRICE_AGE_MS_MAX
  const fresh = at.priceAgeMs >= 0 && at.priceAgeMs < PRICE_AGE_MS_MAX / 2 && at.calm
  const isWrong: Record<string, boolean> = {
    ok: closed || stale || status !== 'active',
    marketClosed: !closed,
    tradingClosed: fresh,
    accountLocked: status !== 'locked',
    accountFrozen: status !== 'frozen',
  }
  return isWrong[key]
    ? [`${input.requestId} was answered ${key}: ${status}, ${JSON.stringify({ ...at, available: '' })}`]
    : []
}

const isOpen = (state: string) => state.startsWith('open.')
/** How far an order has come: it waits, is open, is open without its part, or has ended. */
const rank = (state: string, parts: number) =>
  ['pending', 'reached', 'cancelling'].includes(state) ? 0 : isOpen(state) ? 1 + parts : 3

/** Live orders of which nothing was asked yet, at the last full check. */
const untouchedIn = ({ people }: World, state: api.ForexOrder['state']): { person: Person; order: Position }[] =>
  people.flatMap((person) =>
    [...person.orders.values()]
      .filter(({ ask, shown, ended }) => ask.kind === forexes && shown.state === state && ended === undefined)
      .map((order) => ({ person, order: order as Position }))
      .filter(({ order: { ask } }) => !acts.has(ask)),
  )
const MAY_BE = [
  ...['ok', 'orderGone', 'stopLossTooHigh', 'stopLossTooLow', 'tradeStatusAbnormal'],
  ...['cannotClose', 'closeFailed', 'orderNotCancellable', 'accountLocked', 'accountFrozen'],
]

/** How much later than now an act may take effect, in ms: the newest price may be of a later millisecond. */
const EFFECT_MS = 1_000

/** Asks for something once an order stands or waits. */
async function act(
  world: World,
  { person, order }: { person: Person; order: Position },
  what: Act['what'],
  call: typeof api.setStop | typeof api.close | typeof api.cancel,
  input: { lots?: string; stopLoss?: string } = {},
): Promise<void> {
  const now = world.clock.now()
  const until = Math.max(now, world.feed.lastAt(order.ask.input.symbol)) + EFFECT_MS
  const asked: Act = { what, ...input, from: now, until, isHeard: false }
  acts.set(order.ask, asked)
  const { strikes } = world
  const answer = await world.ask(call, { id: order.id, requestId: `${what}-of-${order.id}`, ...input }, person.token)
  const key = answer?.type === 'ok' ? 'ok' : answer?.key
  asked.isHeard = key === 'ok'
  world.count(`lots: ${what} ${key ?? 'unheard'}`)
  if (key !== undefined && !MAY_BE.includes(key) && world.strikes === strikes) {
    throw new Violation(`who asked for a ${what} of a position was answered ${key}`)
  }
}

/** Positions whose stop lies among the few prices that the feed walks among: each ends with a loss, for the spread is wider than these, or is cancelled. */
export const forexes: SimulatedKind<Input, api.ForexOrder> = {
  rank: 10,
  prepare: async (platform, { userId }) => {
    await bindCard({ platform }, userId)
    return {}
  },
  ask: (chance, amount) => {
    const symbol = chance.pick(Object.keys(pairs))
    const { reference, scale } = instrumentOf(symbol)
    const direction = chance.pick(['long', 'short'] as const)
    const sign = direction === 'long' ? 1n : -1n
    const at = (offset: bigint) => formatMoney(minor(reference, scale) + offset, scale)
    // Its own choices, so that those of everything else do not depend on them.
    const own = createChance(`lots ${symbol} ${direction} ${amount}`)
    const type = own.pick(['market', 'market', 'limit', 'stop'] as const)
    // Reached before long, and half of the spread away from a price that the feed gives.
    const offset =
      type === 'stop' ? sign * BigInt(own.whole(1, 3)) : BigInt(direction === 'long' ? own.whole(-3, 3) : 3)
    return {
      call: api.submit,
      input: {
        ...{ symbol, direction, type, amount: String(amount), lots: formatMoney(BigInt(amount), 2) },
        ...(type !== 'market' && { price: at(offset + sign * pairOf(symbol).half) }),
        stopLoss: at(sign * -3n),
      },
    }
  },
  amountOf: ({ lots }) => String(minor(lots, 2)),
  other: (input) => ({ ...input, direction: input.direction === 'long' ? 'short' : 'long' }),
  refusals: [
    'loanNotCovered',
    'insufficientBalance',
    'tradingClosed',
    'marketClosed',
    'accountLocked',
    'accountFrozen',
    'wrongLots',
    'limitSellTooLow',
    'buyStopTooLow',
    'sellStopTooHigh',
  ],
  checkAnswer,
  lists: [api.list],
  tables: ['forex_positions'],
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  openedAt: ({ openTick, type }) => (type === 'market' ? openTick : null),
  look: (order, ticks, completeMs, late) => {
    const { id, shown } = order
    const judged = judge(order, ticks, completeMs)
    const behind = rank(shown.state, shown.parts.length) < rank(judged.state, judged.part ? 1 : 0)
    const wrong = wrongActs(order, judged.open)
    const isOpening = shown.reachedAt !== null && completeMs < shown.reachedAt + OPENING_MS
    if (!(behind && (late || isOpening))) {
      const state = isOpen(shown.state) ? 'open.standing' : shown.state
      const ticksOf = (...seqs: readonly (string | bigint | number | undefined)[]) => seqs.join(', ')
      const is = `${state} by ${ticksOf(shown.openTick?.seq, shown.parts[0]?.tick.seq, shown.closeTick?.seq)}`
      const should = `${judged.state} by ${ticksOf(judged.open?.seq, judged.part?.seq, judged.close?.seq)}`
      if (is !== should) wrong.push(`position ${id} is ${is}, and should be ${should}`)
    }
    if (!behind) return { wrong, available: judged.available, held: judged.held }
    const [margin = 0n, initial = 0n, reserve = 0n] = [shown.margin, shown.initial, shown.reserve].map((text) =>
      minor(text),
    )
    const returned = shown.parts.reduce((sum, part) => sum + minor(part.returned), 0n)
    return shown.openTick
      ? { wrong, available: returned - initial, held: margin }
      : { wrong, available: -reserve, held: reserve }
  },
  hasEnded: ({ list }) => list === 1,
  endings: ['lost', 'unexpected', 'cancelled'],
  conclude: async ({ people, clock, trouble }) => {
    const isLive = people.some(({ orders }) =>
      [...orders.values()].some(({ ask, ended }) => ask.kind === forexes && ended === undefined),
    )
    const isClosed = (time: number) => Object.keys(pairs).some((symbol) => winterOpenMs(symbol, time) === 0)
    let opens = clock.now()
    while (isLive && isClosed(opens)) opens += MINUTE_MS
    if (opens === clock.now()) return
    // Nothing ends while the market is closed.
    trouble()
    clock.jump(opens - clock.now())
  },
  actions: [
    {
      name: 'someone asks for something of a position or an order in lots',
      weight: 6,
      happen: async (world, chance) => {
        const standing = untouchedIn(world, 'open.standing')
        const waiting = untouchedIn(world, 'pending').filter(({ order: { shown } }) => shown.type !== 'market')
        if (standing.length > 0) {
          const chosen = chance.pick(standing)
          const { symbol, direction, lots } = chosen.order.ask.input
          const { reference, scale } = instrumentOf(symbol)
          // Its own choices, as at its order.
          const own = createChance(`part of ${chosen.order.id}`)
          if (own.happens(0.5)) {
            const part = own.whole(1, Number(minor(lots, 2)) - 1)
            await act(world, chosen, 'part', api.close, { lots: formatMoney(BigInt(part), 2) })
          } else {
            const stopLoss = formatMoney(minor(reference, scale) + (direction === 'long' ? -2n : 2n), scale)
            await act(world, chosen, 'stop', api.setStop, { stopLoss })
          }
        }
        const [first] = waiting
        if (first) await act(world, createChance(`cancel ${first.order.id}`).pick(waiting), 'cancel', api.cancel)
      },
    },
  ],
}
