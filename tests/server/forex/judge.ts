import { forexKind } from '../../../server/forex/kind.ts'
import type { ForexPart, ForexRow } from '../../../server/forex/order.ts'
import type { Db } from '../../../server/platform/database/database.ts'
import type { ForexOrder } from '../../../src/api/trade/forex.ts'
import { asText, type Judge, type Moved } from '../kit/judge.ts'

const PRICE_AGE_MS_MAX = 5_000n
const HOUR_MS = 3_600_000n
const DAY_MS = 24n * HOUR_MS

/** Minor units per price of one; and the pairs quoted in dollars, in another currency per dollar, or in pounds. */
const scales: Record<string, bigint> = { USDJPY: 1_000n, XAUUSD: 100n, XAGUSD: 1_000n }
const scaleOf = (symbol: string) => scales[symbol] ?? 100_000n

/** An amount of the quote currency in millionths of a dollar, rounded up. */
function dollars({ symbol, rate_price }: ForexRow, amount: bigint, price: bigint): bigint {
  const [up, down] = symbol.startsWith('USD')
    ? [1_000_000n, price]
    : symbol.endsWith('USD')
      ? [1_000_000n, scaleOf(symbol)]
      : [1_000_000n * (rate_price ?? 0n), scaleOf(symbol) * 100_000n]
  const product = amount * up
  return product > 0n ? (product + down - 1n) / down : product / down
}

const unitsOf = ({ lot }: ForexRow, lots: bigint) => (lots * lot) / 100n
const isLong = ({ direction }: ForexRow) => direction === 'long'
const dealt = (row: ForexRow, recorded: bigint, opening: boolean) =>
  isLong(row) === opening ? recorded + row.spread / 2n : recorded - row.spread / 2n

/** Its initial margin: a share of its notional, each rounded up. */
const marginAt = (row: ForexRow, entry: bigint) =>
  (dollars(row, unitsOf(row, row.lots) * entry, entry) + row.leverage - 1n) / row.leverage

const stored = (json: string | null) =>
  JSON.parse(json ?? '[]', (key, value) =>
    typeof value === 'string' && key !== 'hash' && /^-?\d+$/.test(value) ? BigInt(value) : value,
  )
const partsOf = ({ parts }: ForexRow): ForexPart[] => stored(parts)
const sum = (row: ForexRow, of: (part: ForexPart) => bigint) => partsOf(row).reduce((all, part) => all + of(part), 0n)

/** Rollover days between two times, day by day: three on a Wednesday, none at a weekend. In winter 17:00 in New York is 22:00 UTC. */
function rolloverFor(from: bigint, to: bigint): bigint {
  let nights = 0n
  for (let day = from / DAY_MS; day <= to / DAY_MS; day++) {
    const weekday = (day + 4n) % 7n
    const noon = new Date(Number(day * DAY_MS + 12n * HOUR_MS))
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'shortOffset' })
    const hour = zone.format(noon).includes('GMT-4') ? 21n : 22n
    const at = day * DAY_MS + hour * HOUR_MS
    if (at > from && at < to && weekday !== 0n && weekday !== 6n) nights += weekday === 3n ? 3n : 1n
  }
  return nights
}

type Standing = Record<'lots' | 'initial' | 'margin' | 'limited' | 'nights' | 'swap', bigint>

/** The exact share, rounded down, or up if it is deducted. */
const shareOf = (amount: bigint, { lots }: ForexPart, of: bigint, up = false) =>
  (amount * lots + (up ? of - 1n : 0n)) / of

/**
 * What a tick of this time finds open: after the nights before it, the gaps until then and what was closed before. A night at the very moment
 * of a partial close is charged to the rest.
 */
function standingAt(
  row: ForexRow,
  time: bigint,
  gaps = gapsOf(row).filter(({ after }) => after.time_ms <= time),
  parts = partsOf(row).filter(({ tick }) => tick.time_ms < time),
) {
  const { deal_price: entry, open_ms: opened, lots, initial } = row
  if (entry === null || opened === null) throw new Error(`position ${row.id} is not open`)
  const now: Standing = { lots, initial, margin: initial, limited: 0n, nights: 0n, swap: 0n }
  const waiting = [...gaps]
  const pass = (from: bigint, to: bigint) => {
    const passed = rolloverFor(from, to)
    const night = dollars(row, unitsOf(row, now.lots) * row.swap_points, entry)
    const charged = night * passed < 1n - now.margin ? 1n - now.margin : night * passed
    now.margin += charged
    now.swap += charged
    now.nights += passed
    while (waiting[0] && waiting[0].after.time_ms <= to) now.limited += waiting.shift()?.limited ?? 0n
  }
  let from = opened
  for (const part of parts) {
    pass(from, part.tick.time_ms)
    now.margin -= shareOf(now.margin, part, now.lots)
    now.initial -= shareOf(now.initial, part, now.lots)
    now.limited -= shareOf(now.limited, part, now.lots, true)
    now.lots -= part.lots
    from = part.tick.time_ms - 1n
  }
  pass(from, time)
  return now
}

/** What some lots gain by a recorded price, rounded up, or down for a part; before what gaps deduct. */
function gainOf(row: ForexRow, lots: bigint, recorded: bigint, part = false): bigint {
  const { deal_price: entry } = row
  const exit = dealt(row, recorded, false)
  const moved = unitsOf(row, lots) * (isLong(row) ? exit - (entry ?? 0n) : (entry ?? 0n) - exit)
  return part ? -dollars(row, -moved, exit) : dollars(row, moved, exit)
}

/** Whether a recorded price stops a standing position out. */
const isDryAt = (row: ForexRow, { lots, initial, margin, limited }: Standing, recorded: bigint) =>
  margin + gainOf(row, lots, recorded) - limited <= (initial * row.stop_out_bps) / 10_000n

/** Each part has its share of what stood, and its lots' gain: of these, nothing is lost and nothing is made. */
function partErrors(row: ForexRow): string[] {
  return partsOf(row).flatMap((part) => {
    const { lots, initial, margin, limited, profit, returned, shortfall, exit, tick } = part
    const stood = standingAt(row, tick.time_ms)
    const due = [
      ...[shareOf(stood.initial, part, stood.lots), shareOf(stood.margin, part, stood.lots)],
      shareOf(stood.limited, part, stood.lots, true),
    ]
    const gain = gainOf(row, lots, tick.price, true) - limited
    const equity = margin + gain
    const right =
      asText([initial, margin, limited]) === asText(due) &&
      asText([profit, returned - shortfall, exit]) === asText([gain, equity, dealt(row, tick.price, false)])
    const isOpen = lots > 0n && lots < stood.lots && returned >= 0n && shortfall >= 0n && returned * shortfall === 0n
    const dry = isDryAt(row, stood, tick.price)
      ? [`result: a part of position ${row.id} was closed at its stop-out`]
      : []
    return [
      ...(right && isOpen ? [] : [`result: position ${row.id} closed ${asText(part)}, not ${asText(due)}`]),
      ...dry,
    ]
  })
}

const waiting: readonly string[] = ['pending', 'cancelling', 'reached']

function moneyOf(row: ForexRow, { steps, sumOf }: Moved): string[] {
  const { id, state, reserve, initial, margin, swap, returned, profit, shortfall, close_price, deal_price } = row
  const lines: string[] = []
  const isEnded = row.settled_ms !== null
  const [isWaiting, isReleased] = [waiting.includes(state), state === 'unexpected' || state === 'cancelled']
  const parts = partsOf(row)
  const expected = [
    'holdReserve',
    ...(isWaiting ? [] : isReleased ? ['releaseReserve'] : ['openPosition']),
    ...parts.map((_, at) => `settlePart ${at + 1}`),
    ...(isEnded && !isReleased ? ['settlePosition'] : []),
  ].sort()
  const others = steps.filter((step) => !step.startsWith('rollOver '))
  if (asText(others) !== asText(expected)) lines.push(`money: position ${id} ${state}: ${steps}`)
  const isOpened = row.open_ms !== null
  const free = isWaiting ? -reserve : isOpened ? returned - initial : 0n
  const held = isWaiting ? reserve : isEnded ? 0n : margin
  if (sumOf('available') !== free) lines.push(`money: position ${id} ${state} moved ${sumOf('available')}, not ${free}`)
  if (sumOf('held') !== held) lines.push(`money: position ${id} ${state} holds ${sumOf('held')}, not ${held}`)
  lines.push(...gapErrors(row))
  if (!isOpened || deal_price === null) return lines
  lines.push(...partErrors(row))
  if (initial !== marginAt(row, deal_price)) lines.push(`money: position ${id} began with ${initial}`)
  const left = initial + swap - sum(row, (part) => part.margin)
  if (!isEnded && margin !== left) lines.push(`money: position ${id} has ${margin}, after nights for ${swap}`)
  if (!isEnded || close_price === null) return lines
  const lots = row.lots - sum(row, (part) => part.lots)
  const gain = gainOf(row, lots, close_price) - row.limited
  const equity = left + gain
  const should = [
    gain + sum(row, (part) => part.profit),
    (equity > 0n ? equity : 0n) + sum(row, (part) => part.returned),
    (equity < 0n ? -equity : 0n) + sum(row, (part) => part.shortfall),
  ]
  if (asText([profit, returned, shortfall]) !== asText(should)) {
    lines.push(`result: position ${id} came to ${asText([profit, returned, shortfall])}, not ${asText(should)}`)
  }
  if (state !== (returned >= initial ? 'won' : 'lost')) lines.push(`result: position ${id} is ${state}`)
  return lines
}

type Tick = { seq: bigint; time_ms: bigint; price: bigint; hash: string }
type Gap = { margin: bigint; limited: bigint; before: Tick; after: Tick }
const gapsOf = ({ gaps }: ForexRow): Gap[] => stored(gaps)

/** Each gap's cut is the gain over it beyond the possible loss, given the margin left by its nights; what the rest has of them is stored. */
function gapErrors(row: ForexRow): string[] {
  const { id, open_ms, deal_price, limited } = row
  if (open_ms === null || deal_price === null) return limited === 0n ? [] : [`gap: position ${id} has ${limited}`]
  const lines: string[] = []
  const gaps = gapsOf(row)
  for (const [at, gap] of gaps.entries()) {
    const { before, after } = gap
    const { margin, lots, limited: taken } = standingAt(row, after.time_ms, gaps.slice(0, at))
    const equity = margin + gainOf(row, lots, before.price) - taken
    const due = gainOf(row, lots, after.price) - gainOf(row, lots, before.price) - (equity > 0n ? equity : 0n)
    if (after.time_ms - before.time_ms <= 60_000n || due <= 0n || gap.limited !== due || gap.margin !== margin)
      lines.push(`gap: position ${id} ${asText(gap)}, not ${asText([margin, due])}`)
  }
  const { limited: taken } = standingAt(row, gaps.at(-1)?.after.time_ms ?? open_ms, gaps, partsOf(row))
  return taken === limited ? lines : [...lines, `gap: position ${id} has ${limited} of ${taken}`]
}

/** Whether a recorded price lets an order be dealt at its price: at a limit or better, or at a stop or worse. */
function reaches(row: ForexRow, recorded: bigint): boolean {
  const deal = dealt(row, recorded, true)
  const price = row.price ?? 0n
  return isLong(row) === (row.type === 'limit') ? deal <= price : deal >= price
}

async function recordOf(db: Db, row: ForexRow): Promise<string[]> {
  const { id, symbol, accepted_ms, open_seq, open_ms, open_price, deal_price, price: ordered, state } = row
  const lines: string[] = []
  const all = await db
    .selectFrom('ticks')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', accepted_ms)
    .orderBy('seq')
    .execute()
  const met = ordered === null ? undefined : all.find(({ price }) => reaches(row, price))
  if (ordered !== null && (row.reached_ms ?? met?.time_ms) !== met?.time_ms)
    lines.push(`by the record: order ${id} was reached at ${row.reached_ms}, the record says ${met?.time_ms}`)
  if (state === 'cancelled' && met !== undefined && met.time_ms <= (row.asked_ms ?? 0n))
    lines.push(`by the record: order ${id} was cancelled, and reached before at ${met.time_ms}`)
  if (open_ms === null || open_price === null || deal_price === null || open_seq === null) return lines
  const first = ordered === null ? all.find(({ time_ms }) => time_ms <= accepted_ms + PRICE_AGE_MS_MAX) : met
  if (first?.seq !== open_seq || first.price !== open_price) {
    lines.push(`by the record: position ${id} opened at ${open_seq}, the record says ${first?.seq}`)
  }
  if (deal_price !== dealt(row, open_price, true))
    lines.push(`by the record: position ${id} was dealt at ${deal_price}`)
  const parts = partsOf(row)
  const lastPart = parts.at(-1)?.tick
  const stood = standingAt(row, row.close_tick_ms ?? row.roll_ms ?? open_ms, gapsOf(row), parts)
  if (row.nights !== stood.nights || row.swap !== stood.swap) {
    lines.push(`nights: position ${id} was charged ${row.swap} for ${row.nights}, not ${asText(stood)}`)
  }
  for (const { since, tick } of parts) {
    const first = all.find(({ time_ms }) => time_ms >= since)
    if (first?.seq !== tick.seq || first.price !== tick.price || first.hash !== tick.hash)
      lines.push(`by the record: a part of position ${id} was closed at ${tick.seq}, the record says ${first?.seq}`)
  }
  if (row.close_seq === null || row.close_price === null) return lines
  if (row.exit_price !== dealt(row, row.close_price, false))
    lines.push(`by the record: position ${id} left at ${row.exit_price}`)
  // Stops that were replaced are not stored: other tests cover what they closed.
  const level =
    (at: bigint | null, below: boolean) =>
    ({ price, time_ms }: { price: bigint; time_ms: bigint }) =>
      at !== null && time_ms >= (row.stops_ms ?? 0n) && (below ? price <= at : price >= at)
  const [taken, stopped] = [level(row.take_profit, !isLong(row)), level(row.stop_loss, isLong(row))]
  const after = all.filter(({ seq }) => seq > (lastPart?.seq ?? open_seq))
  const asked = row.close_ms === null ? undefined : after.find(({ time_ms }) => time_ms >= (row.close_ms ?? 0n))
  // The margin shrinks with each rollover: a tick that liquidates it is judged at its closing.
  const isDry = ({ price }: { price: bigint }) => isDryAt(row, { ...stood, limited: row.limited }, price)
  const end =
    after.find(
      (tick) => tick === asked || taken(tick) || stopped(tick) || (tick.seq === row.close_seq && isDry(tick)),
    ) ?? undefined
  if (end?.seq !== row.close_seq || end.hash !== row.close_hash) {
    lines.push(
      `by the record: position ${id} was closed at ${row.close_seq} by ${row.cause}, the record says ${end?.seq}`,
    )
  }
  // A price that a tick crosses at the very moment from which on it is closed comes first.
  const why = !end
    ? undefined
    : end === asked && !(end.time_ms === row.close_ms && (taken(end) || stopped(end)))
      ? 'user'
      : stopped(end)
        ? 'stopLoss'
        : taken(end)
          ? 'takeProfit'
          : 'stopOut'
  const isRight = why === row.cause || (row.cause === 'stopOut' && end !== undefined && isDry(end))
  if (!isRight) lines.push(`by the record: position ${id} was closed by ${row.cause}, the record says ${why}`)
  return lines
}

/** The invariants of positions in forex and metals. */
export const forexJudge: Judge<ForexRow, ForexOrder> = {
  kind: forexKind,
  example: {
    of: 'a long of one lot of EUR/USD from 1.08005, credited and charged for nights, closed at 1.08195, or a quarter of it before any at 1.08105',
    order: {
      user_id: 'user',
      currency: 'USDT',
      reserve: 5_454_300_000n,
      initial: 5_400_250_000n,
      rolled: -7_000_000n,
      swap: -21_000_000n,
      profit: 190_000_000n,
      returned: 5_569_250_000n,
      shortfall: 0n,
      parts: '[]',
    },
    at: {
      settlePart: {
        ...{ user_id: 'user', currency: 'USDT' },
        parts: '[{"margin":"1350062500","profit":"25000000","returned":"1375062500","shortfall":"0"}]',
      },
    },
  },
  terms: ({
    symbol,
    direction,
    type,
    price,
    lots,
    lot,
    leverage,
    spread,
    swapPoints,
    stopOutBps,
    via,
    reserve,
    acceptedAt,
  }) => ({
    ...{ symbol, direction, type, price, lots, lot, leverage, spread, swapPoints, stopOutBps },
    ...{ via, reserve, acceptedAt },
  }),
  answers: ({ asked }) => 1 + Number(asked),
  money: moneyOf,
  byTheRecord: recordOf,
}
