import { forexKind } from '../../../server/forex/kind.ts'
import type { ForexRow } from '../../../server/forex/order.ts'
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

const unitsOf = ({ lots, lot }: ForexRow) => (lots * lot) / 100n
const isLong = ({ direction }: ForexRow) => direction === 'long'
const dealt = (row: ForexRow, recorded: bigint, opening: boolean) =>
  isLong(row) === opening ? recorded + row.spread / 2n : recorded - row.spread / 2n

/** Its initial margin: a share of its notional, each rounded up. */
const marginAt = (row: ForexRow, entry: bigint) =>
  (dollars(row, unitsOf(row) * entry, entry) + row.leverage - 1n) / row.leverage

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

function moneyOf(row: ForexRow, { steps, sumOf }: Moved): string[] {
  const { id, state, reserve, initial, margin, swap, returned, profit, shortfall, exit_price, deal_price } = row
  const lines: string[] = []
  const isEnded = row.settled_ms !== null
  const expected = [
    'holdReserve',
    ...(state === 'pending' ? [] : state === 'unexpected' ? ['releaseReserve'] : ['openPosition']),
    ...(isEnded && state !== 'unexpected' ? ['settlePosition'] : []),
  ].sort()
  const others = steps.filter((step) => !step.startsWith('rollOver '))
  if (asText(others) !== asText(expected)) lines.push(`money: position ${id} ${state}: ${steps}`)
  const isOpened = row.open_ms !== null
  const free = state === 'pending' ? -reserve : isOpened ? returned - initial : 0n
  const held = state === 'pending' ? reserve : isEnded ? 0n : margin
  if (sumOf('available') !== free) lines.push(`money: position ${id} ${state} moved ${sumOf('available')}, not ${free}`)
  if (sumOf('held') !== held) lines.push(`money: position ${id} ${state} holds ${sumOf('held')}, not ${held}`)
  lines.push(...gapErrors(row))
  if (!isOpened || deal_price === null) return lines
  if (initial !== marginAt(row, deal_price)) lines.push(`money: position ${id} began with ${initial}`)
  if (!isEnded && margin !== initial + swap) lines.push(`money: position ${id} has ${margin}, after nights for ${swap}`)
  if (!isEnded || exit_price === null) return lines
  const moved = isLong(row) ? exit_price - deal_price : deal_price - exit_price
  const gain = dollars(row, unitsOf(row) * moved, exit_price) - row.limited
  const equity = initial + swap + gain
  const should = [gain, equity > 0n ? equity : 0n, equity < 0n ? -equity : 0n]
  if (asText([profit, returned, shortfall]) !== asText(should)) {
    lines.push(`result: position ${id} came to ${asText([profit, returned, shortfall])}, not ${asText(should)}`)
  }
  if (state !== (returned >= initial ? 'won' : 'lost')) lines.push(`result: position ${id} is ${state}`)
  return lines
}

type Tick = { seq: bigint; time_ms: bigint; price: bigint; hash: string }
type Gap = { margin: bigint; limited: bigint; before: Tick; after: Tick }
const gapsOf = ({ gaps }: ForexRow): Gap[] =>
  JSON.parse(gaps ?? '[]', (key, value) =>
    typeof value === 'string' && key !== 'hash' && /^-?\d+$/.test(value) ? BigInt(value) : value,
  )

/** Each gap's cut is the gain over it beyond the possible loss, given the margin left by its nights; their sum is stored. */
function gapErrors(row: ForexRow): string[] {
  const { id, open_ms, deal_price, initial, limited } = row
  if (open_ms === null || deal_price === null) return limited === 0n ? [] : [`gap: position ${id} has ${limited}`]
  const night = dollars(row, unitsOf(row) * row.swap_points, deal_price)
  const gains = (recorded: bigint) => {
    const exit = dealt(row, recorded, false)
    return dollars(row, unitsOf(row) * (isLong(row) ? exit - deal_price : deal_price - exit), exit)
  }
  const lines: string[] = []
  let taken = 0n
  for (const gap of gapsOf(row)) {
    const { before, after } = gap
    const charged = night * rolloverFor(open_ms, after.time_ms)
    const margin = charged < 1n - initial ? 1n : initial + charged
    const equity = margin + gains(before.price) - taken
    const due = gains(after.price) - gains(before.price) - (equity > 0n ? equity : 0n)
    if (after.time_ms - before.time_ms <= 60_000n || due <= 0n || gap.limited !== due || gap.margin !== margin)
      lines.push(`gap: position ${id} ${asText(gap)}, not ${asText([margin, due])}`)
    taken += gap.limited
  }
  return taken === limited ? lines : [...lines, `gap: position ${id} has ${limited} of ${taken}`]
}

async function recordOf(db: Db, row: ForexRow): Promise<string[]> {
  const { id, symbol, accepted_ms, open_seq, open_ms, open_price, deal_price, swap, nights } = row
  const lines: string[] = []
  const all = await db
    .selectFrom('ticks')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', accepted_ms)
    .orderBy('seq')
    .execute()
  if (open_ms === null || open_price === null || deal_price === null || open_seq === null) return lines
  const first = all.find(({ time_ms }) => time_ms <= accepted_ms + PRICE_AGE_MS_MAX)
  if (first?.seq !== open_seq || first.price !== open_price) {
    lines.push(`by the record: position ${id} opened at ${open_seq}, the record says ${first?.seq}`)
  }
  if (deal_price !== dealt(row, open_price, true))
    lines.push(`by the record: position ${id} was dealt at ${deal_price}`)
  const until = row.close_tick_ms ?? row.roll_ms ?? open_ms
  const passed = rolloverFor(open_ms, until)
  if (nights !== passed) lines.push(`nights: position ${id} was charged ${nights}, and stood over ${passed}`)
  const night = dollars(row, unitsOf(row) * row.swap_points, deal_price)
  const capped = night * passed < -row.initial ? -row.initial : night * passed
  if (swap !== capped) lines.push(`nights: position ${id} was charged ${swap}, not ${capped}`)
  if (row.close_seq === null || row.close_price === null) return lines
  if (row.exit_price !== dealt(row, row.close_price, false))
    lines.push(`by the record: position ${id} left at ${row.exit_price}`)
  // Stops that were replaced are not stored: other tests cover what they closed.
  const level =
    (at: bigint | null, below: boolean) =>
    ({ price, time_ms }: { price: bigint; time_ms: bigint }) =>
      at !== null && time_ms >= (row.stops_ms ?? 0n) && (below ? price <= at : price >= at)
  const [taken, stopped] = [level(row.take_profit, !isLong(row)), level(row.stop_loss, isLong(row))]
  const after = all.filter(({ seq }) => seq > open_seq)
  const asked = row.close_ms === null ? undefined : after.find(({ time_ms }) => time_ms >= (row.close_ms ?? 0n))
  // The margin shrinks with each rollover: a tick that liquidates it is judged at its closing.
  const isDry = ({ price }: { price: bigint }) => {
    const exit = dealt(row, price, false)
    const moved = isLong(row) ? exit - deal_price : deal_price - exit
    return (
      row.initial + swap + dollars(row, unitsOf(row) * moved, exit) - row.limited <=
      (row.initial * row.stop_out_bps) / 10_000n
    )
  }
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
    of: 'a long of one lot of EUR/USD from 1.08005, credited and charged for nights, closed at 1.08195',
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
    },
  },
  terms: ({ symbol, direction, lots, lot, leverage, spread, swapPoints, stopOutBps, via, reserve, acceptedAt }) => ({
    ...{ symbol, direction, lots, lot, leverage, spread, swapPoints, stopOutBps },
    ...{ via, reserve, acceptedAt },
  }),
  answers: ({ asked }) => 1 + Number(asked),
  money: moneyOf,
  byTheRecord: recordOf,
}
