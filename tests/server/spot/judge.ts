import type { Db } from '../../../server/platform/database/database.ts'
import { spotKind } from '../../../server/spot/kind.ts'
import type { SpotRow } from '../../../server/spot/order.ts'
import type { SpotOrder } from '../../../src/api/trade/spot.ts'
import { pairOf, SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { asText, type Judge, type Moved } from '../kit/judge.ts'

type Tick = { seq: bigint; time_ms: bigint; price: bigint; hash: string }
type Fill = { quantity: bigint; worth: bigint; fee: bigint; freed: bigint; tick: Tick }

const PRICE_AGE_MS_MAX = 5_000n
const FEE_BPS = BigInt(SPOT_FEE_BPS)

/**
 * The pairs of the tests: smallest quantities per coin, a step of the book, the factor from a product of quantity and
 * price to millionths of a dollar (as a fraction), and a coin's minor unit.
 */
const pairs: Record<string, Record<'whole' | 'step' | 'up' | 'down' | 'coin', bigint>> = {
  BTCUSDT: { whole: 100_000n, step: 431n, up: 1n, down: 10n, coin: 1_000n },
  DOGEUSDT: { whole: 1n, step: 1n, up: 10n, down: 1n, coin: 100_000_000n },
  XRPUSDT: { whole: 10n, step: 1n, up: 10n, down: 1n, coin: 10_000_000n },
}

const pairIn = (symbol: string) => {
  const pair = pairs[symbol]
  if (!pair) throw new Error(`the judge knows no ${symbol}`)
  const { unit, max, spreadPpm } = pairOf(symbol)
  const least = (quantity: string) => BigInt(Math.round(Number(quantity) * Number(pair.whole)))
  return { ...pair, unit: least(unit), max: least(max), half: BigInt(spreadPpm) / 2n }
}

const worthOf = (symbol: string, quantity: bigint, price: bigint): bigint =>
  (quantity * price * pairIn(symbol).up) / pairIn(symbol).down
const feeOf = (worth: bigint): bigint => (worth * FEE_BPS) / 10_000n

/** The book that a tick gives, as docs/protocol.md says it. */
export function bookOf(symbol: string, side: 'buy' | 'sell', { price, hash }: Pick<Tick, 'price' | 'hash'>) {
  const { unit, max, half, step } = pairIn(symbol)
  const away = (price * half + 999_999n) / 1_000_000n
  const distance = away > 1n ? away : 1n
  return Array.from({ length: 20 }, (_, level) => {
    const digits = (side === 'buy' ? 32 : 0) + level
    const size = 384n + BigInt(Number.parseInt(hash.slice(digits, digits + 2), 16))
    const far = distance + BigInt(level) * step
    return {
      price: side === 'buy' ? price + far : price - far,
      quantity: (((max / unit) * size) / 10_240n) * unit,
    }
  })
}

/** The part of the remainder that a tick fills. */
export function filledBy(order: Pick<SpotRow, 'symbol' | 'side' | 'bound' | 'level'>, left: bigint, tick: Tick) {
  let [quantity, worth] = [0n, 0n]
  for (const level of bookOf(order.symbol, order.side, tick).slice(Number(order.level))) {
    const within = order.side === 'buy' ? level.price <= order.bound : level.price >= order.bound
    const part = within ? (left - quantity < level.quantity ? left - quantity : level.quantity) : 0n
    quantity += part
    worth += worthOf(order.symbol, part, level.price)
  }
  return { quantity, worth, fee: feeOf(worth) }
}

const fillsIn = ({ fills }: SpotRow): Fill[] =>
  JSON.parse(fills, (key, value) =>
    typeof value === 'string' && key !== 'hash' && /^-?\d+$/.test(value) ? BigInt(value) : value,
  )

const total = (fills: readonly Fill[], of: (fill: Fill) => bigint) => fills.reduce((sum, fill) => sum + of(fill), 0n)

function moneyOf(order: SpotRow, { steps, sumOf }: Moved): string[] {
  const { id, symbol, side, state, quantity, filled, bound, held, released } = order
  const fills = fillsIn(order)
  const lines: string[] = []
  const expect = (what: string, is: unknown, should: unknown) => {
    if (asText(is) !== asText(should))
      lines.push(`${what}: spot order ${id} ${state}: ${asText(is)}, not ${asText(should)}`)
  }
  const isEnded = order.settled_ms !== null
  const parts = fills.flatMap((_, index) => [`giveFill ${index + 1}`, `receiveFill ${index + 1}`])
  const rest = isEnded && filled < quantity ? ['releaseRest'] : []
  expect('money', steps, ['holdOrder', ...parts, ...rest].sort())
  expect(
    'filled',
    filled,
    total(fills, (fill) => fill.quantity),
  )
  expect('worth', [order.worth, order.fee], [total(fills, ({ worth }) => worth), total(fills, ({ fee }) => fee)])
  const { coin } = pairIn(symbol)
  const left = quantity - filled
  const bid = worthOf(symbol, left, bound)
  const wanted = side === 'sell' ? left * coin : bid + feeOf(bid)
  expect('held', [held, released], isEnded ? [0n, wanted] : [wanted, 0n])
  // The amounts given and received: both legs or none.
  const paid = order.worth + order.fee
  const [base, quote] = side === 'buy' ? [filled * coin, -paid] : [-filled * coin, order.worth - order.fee]
  const of = symbol.slice(0, -4)
  expect(
    'money',
    [sumOf('available', of) + sumOf('held', of), sumOf('available', 'USDT') + sumOf('held', 'USDT')],
    [base, quote],
  )
  expect('held', sumOf('held'), held)
  const shouldBe = left === 0n ? 'filled' : filled > 0n ? 'partly' : 'returned'
  if (isEnded) expect('result', state, shouldBe)
  return lines
}

async function pricesOf(db: Db, order: SpotRow): Promise<string[]> {
  const { id, symbol, side, type, time_in_force, accepted_ms, quantity } = order
  const fills = fillsIn(order)
  const lines: string[] = []
  const all = await db
    .selectFrom('ticks')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', accepted_ms)
    .orderBy('seq')
    .execute()
  // An order at the market meets each tick until it is filled, one that waits each that comes within its price.
  const stands = type === 'limit' && time_in_force !== 'ioc'
  let [left, since] = [quantity, accepted_ms]
  const should: unknown[] = []
  for (const [index, tick] of all.entries()) {
    const isLate = tick.time_ms > since + PRICE_AGE_MS_MAX
    if (left === 0n || (!stands && isLate) || (time_in_force === 'ioc' && index > 0)) break
    const { quantity: part, worth, fee } = filledBy(order, left, tick)
    if (time_in_force === 'postOnly' && index === 0 && !isLate && part > 0n) break
    if (part > 0n) should.push([tick.seq, part, worth, fee])
    else if (!stands) break
    left -= part
    since = tick.time_ms + 1n
  }
  const is = fills.map((fill) => [fill.tick.seq, fill.quantity, fill.worth, fill.fee])
  // A cancelled order was filled by fewer ticks, and so was one that the server has not processed yet.
  if (asText(is) !== asText(should.slice(0, is.length))) {
    lines.push(`by the record: spot order ${id} was filled ${asText(is)}, and the record says ${asText(should)}`)
  }
  if (order.settled_ms !== null && order.cause !== 'user' && is.length !== should.length) {
    lines.push(`by the record: spot order ${id} ended after ${is.length} fills of ${should.length}`)
  }
  for (const { tick } of fills) {
    const found = all.find(({ seq }) => seq === tick.seq)
    if (!found || asText([found.time_ms, found.price, found.hash]) !== asText([tick.time_ms, tick.price, tick.hash])) {
      lines.push(`stored tick: spot order ${id}, a ${side}, was filled at another tick than the record`)
    }
  }
  return lines
}

const tick = { seq: '1', time_ms: '1', price: '4', hash: 'h' }

/** A spot order: its terms, the postings of both currencies, and the ticks whose books filled it. */
export const spotJudge: Judge<SpotRow, SpotOrder> = {
  kind: spotKind,
  example: {
    of: 'a buy of 1 BTC at 40,000, filled at 39,900 on average',
    order: {
      user_id: 'user',
      currency: 'USDT',
      symbol: 'BTCUSDT',
      side: 'buy',
      held: 40_040_000_000n,
      released: 40_040_000_000n,
      fills: JSON.stringify([{ quantity: '100000', worth: '39900000000', fee: '39900000', freed: '100100000', tick }]),
    },
  },
  // A strategy's orders and cancellations are answered with the strategy.
  answers: ({ asked, strategy_id }) => (strategy_id === null ? 1 + Number(asked) : 0),
  terms: ({ symbol, side, type, timeInForce, currency, quantity, price, bound, level, feeBps, acceptedAt }) => [
    ...[symbol, side, type, timeInForce, currency, quantity],
    ...[price, bound, level, feeBps, acceptedAt],
  ],
  money: moneyOf,
  byTheRecord: pricesOf,
}
