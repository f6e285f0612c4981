import * as api from '../../../src/api/trade/forex.ts'
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

const PRICE_AGE_MS_MAX = 5_000
/** Instruments traded in lots: units per lot, half of the spread, a price step in dollars, and the leverage. */
const pairs: Record<string, { lot: bigint; half: bigint; steps: bigint; leverage: bigint }> = {
  EURUSD: { lot: 100_000n, half: 5n, steps: 100_000n, leverage: 20n },
  XAUUSD: { lot: 100n, half: 15n, steps: 100n, leverage: 10n },
}
const pairOf = (symbol: string) => pairs[symbol] ?? { lot: 0n, half: 0n, steps: 1n, leverage: 1n }

/** The value of price steps for hundredths of a lot, in millionths of a dollar. */
const dollars = (symbol: string, lots: bigint, amount: bigint): bigint => {
  const { lot, steps } = pairOf(symbol)
  return (((lots * lot) / 100n) * amount * 1_000_000n) / steps
}

function judge({ ask: { input }, acceptedMs, shown }: Position, ticks: readonly TickRow[], completeMs: number) {
  const { symbol, direction, type, stopLoss } = input
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
  const close = since.find(
    ({ seq, price, time_ms }) => seq > open.seq && (isLong ? price <= levelAt(time_ms) : price >= levelAt(time_ms)),
  )
  // Its rollover is checked by the invariants.
  const nights = minor(shown.swap.replace('-', '')) * (shown.swap.startsWith('-') ? -1n : 1n)
  if (!close) return { state: 'open.standing', open, available: -margin, held: margin + nights }
  const exit = isLong ? close.price - half : close.price + half
  const net = dollars(symbol, lots, isLong ? exit - entry : entry - exit) + nights
  return { state: net >= 0n ? 'won' : 'lost', open, close, available: net, held: 0n }
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

const standing = ['open.standing', 'open.changing']
const rank = (state: string) => (state === 'pending' || state === 'reached' ? 0 : standing.includes(state) ? 1 : 2)

/** From when on, in ms, the stop of a position may have been changed, by its request. */
const changedFrom = new WeakMap<object, number>()

/** Positions whose stop has not been changed yet, at the last full check. */
const unchangedIn = ({ people }: World): { person: Person; order: Position }[] =>
  people.flatMap((person) =>
    [...person.orders.values()]
      .filter(({ ask, shown, ended }) => ask.kind === forexes && shown.state === 'open.standing' && ended === undefined)
      .map((order) => ({ person, order: order as Position }))
      .filter(({ order: { ask, shown } }) => shown.stopsAt === null && !changedFrom.has(ask)),
  )
const MAY_BE = [
  ...['ok', 'orderGone', 'stopLossTooHigh', 'stopLossTooLow', 'tradeStatusAbnormal'],
  ...['accountLocked', 'accountFrozen'],
]

/** Positions whose stop lies among the few prices that the feed walks among: each ends with a loss, for the spread is wider than these. */
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
  acceptedAt: ({ acceptedAt }) => acceptedAt,
  openedAt: ({ openTick, type }) => (type === 'market' ? openTick : null),
  look: (order, ticks, completeMs, late) => {
    const { id, shown } = order
    const judged = judge(order, ticks, completeMs)
    const behind = rank(shown.state) < rank(judged.state)
    const wrong: string[] = []
    if (!(behind && late)) {
      const state = standing.includes(shown.state) ? 'open.standing' : shown.state
      const is = `${state} from ${shown.openTick?.seq} to ${shown.closeTick?.seq}`
      const should = `${judged.state} from ${judged.open?.seq} to ${judged.close?.seq}`
      if (is !== should) wrong.push(`position ${id} is ${is}, and should be ${should}`)
    }
    if (shown.stopsAt !== null && shown.stopsAt <= (changedFrom.get(order.ask) ?? Number.POSITIVE_INFINITY))
      wrong.push(`position ${id} has had another stop since ${shown.stopsAt}, and nobody asked for it by then`)
    if (!behind) return { wrong, available: judged.available, held: judged.held }
    const [margin, initial, reserve] = [shown.margin, shown.initial, shown.reserve].map((text) => minor(text))
    return shown.openTick
      ? { wrong, available: -(initial ?? 0n), held: margin ?? 0n }
      : { wrong, available: -(reserve ?? 0n), held: reserve ?? 0n }
  },
  hasEnded: ({ list }) => list === 1,
  endings: ['lost', 'unexpected'],
  actions: [
    {
      name: 'someone brings the stop of a position closer',
      weight: 6,
      happen: async (world, chance) => {
        const all = unchangedIn(world)
        if (all.length === 0) return
        const { person, order } = chance.pick(all)
        const { symbol, direction } = order.ask.input
        const { reference, scale } = instrumentOf(symbol)
        const stopLoss = formatMoney(minor(reference, scale) + (direction === 'long' ? -2n : 2n), scale)
        changedFrom.set(order.ask, world.clock.now())
        const { strikes } = world
        const answer = await world.ask(
          api.setStop,
          { id: order.id, requestId: `stops-of-${order.id}`, stopLoss },
          person.token,
        )
        const key = answer?.type === 'ok' ? 'ok' : answer?.key
        if (key !== undefined && !MAY_BE.includes(key) && world.strikes === strikes) {
          throw new Violation(`who changed a stop was answered ${key}`)
        }
      },
    },
  ],
}
