import { leverKind } from '../../../server/lever/kind.ts'
import type { LeverRow } from '../../../server/lever/order.ts'
import type { Db } from '../../../server/platform/database/database.ts'
import type { LeverOrder } from '../../../src/api/trade/lever.ts'
import { contracts, LEVER_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { asText, type Judge, type Moved } from '../kit/judge.ts'

type Tick = { seq: bigint; time_ms: bigint; price: bigint; hash: string }
type Amounts = 'quantity' | 'margin' | 'profit' | 'fee' | 'payout' | 'liquidationFee' | 'shortfall' | 'limited' | 'back'
type Closing = Record<Amounts, bigint> & { cause: string; tick: Tick }
type Gap = Record<'quantity' | 'margin' | 'limited', bigint> & { before: Tick; after: Tick }

const PRICE_AGE_MS_MAX = 5_000n
const FEE_BPS = BigInt(LEVER_FEE_BPS)
/** The shipped terms, whatever a test changes. */
const tiersOf = new Map(contracts.map(({ symbol, tiers }) => [symbol, tiers]))

/** Decimals of price and quantity together, beyond the six of USDT. */
const divisors: Record<string, bigint> = { BTCUSDT: 10n, ETHUSDT: 1n, EURUSD: 10n }
const tenths: Record<string, bigint> = { XRPUSDT: 10n, XAUUSD: 100n }

/** The notional of a quantity at a price, in millionths of USDT. */
const worth = (symbol: string, quantity: bigint, price: bigint): bigint =>
  (quantity * price * (tenths[symbol] ?? 1n)) / (divisors[symbol] ?? 1n)

/** Maintenance margin of a notional: each tier's rate on its part, and the last tier's rate beyond. */
function maintenance(symbol: string, notional: bigint): bigint {
  const tiers = tiersOf.get(symbol) ?? []
  const limits = tiers.slice(0, -1).map(({ upTo }) => BigInt(upTo) * 1_000_000n)
  const asked = tiers.map(({ maintenanceBps }, index) => {
    const [from = 0n, to = notional] = [limits[index - 1], limits[index]]
    const within = (notional < to ? notional : to) - from
    return within > 0n ? within * BigInt(maintenanceBps) : 0n
  })
  return asked.reduce((sum, part) => sum + part, 0n) / 10_000n
}

const parsed = (text: string) =>
  JSON.parse(text, (key, value) =>
    typeof value === 'string' && key !== 'hash' && /^-?\d+$/.test(value) ? BigInt(value) : value,
  )
const closingsOf = ({ fills }: LeverRow): Closing[] => parsed(fills)
const gapsOf = ({ gaps }: LeverRow): Gap[] => parsed(gaps ?? '[]')

function moneyOf(order: LeverRow, { steps, sumOf }: Moved): string[] {
  const { id, state, reserve, paid, adding, margin, returned } = order
  const lines: string[] = []
  const closings = closingsOf(order)
  const isPending = state === 'pending' || state === 'cancelling'
  const isReleased = state === 'cancelled' || state === 'unexpected'
  const isEnded = order.settled_ms !== null
  const parts = closings.slice(0, isEnded ? -1 : undefined).map((_, index) => `settlePart ${index + 1}`)
  const end = state === 'liquidated' ? ['liquidatePosition'] : isEnded ? ['settlePosition'] : []
  const expected = [
    'holdReserve',
    ...(isPending ? [] : isReleased ? ['releaseReserve'] : ['openPosition', ...parts, ...end]),
  ].sort()
  const others = steps.filter((step) => !/^(holdAdded|payFunding) /.test(step))
  if (asText(others) !== asText(expected)) lines.push(`money: contract ${id} ${state}: ${steps}`)
  const free = isPending ? -reserve : isReleased ? 0n : returned - paid - adding
  const held = isPending ? reserve : margin + adding
  if (sumOf('available') !== free) lines.push(`money: contract ${id} ${state} moved ${sumOf('available')}, not ${free}`)
  if (sumOf('held') !== held) lines.push(`money: contract ${id} ${state} holds ${sumOf('held')}, not ${held}`)
  for (const closing of closings) lines.push(...closingErrors(order, closing))
  lines.push(...gapErrors(order))
  if (isEnded && !isReleased) {
    const shouldBe = order.cause === 'liquidation' ? 'liquidated' : returned >= paid ? 'won' : 'lost'
    if (state !== shouldBe) lines.push(`result: contract ${id} is ${state}, and got ${returned} for ${paid}`)
    if (returned < 0n) lines.push(`result: contract ${id} lost more than was put in`)
  }
  return lines
}

/** The expected result of a closing at its price. */
function closingErrors(
  { id, symbol, direction, open_price, liquidation_fee_bps }: LeverRow,
  closing: Closing,
): string[] {
  const { quantity, margin, cause, tick, limited } = closing
  const entry = open_price ?? 0n
  const [from, to] = [worth(symbol, quantity, entry), worth(symbol, quantity, tick.price)]
  const profit = (direction === 'long' ? to - from : from - to) - limited
  const equity = margin + profit
  const wanted = (to * FEE_BPS) / 10_000n
  const fee = equity <= 0n ? 0n : wanted < equity ? wanted : equity
  const rest = equity <= 0n ? 0n : equity - fee
  const due = liquidation_fee_bps === null ? rest : (to * liquidation_fee_bps) / 10_000n
  const liquidationFee = cause !== 'liquidation' ? 0n : due < rest ? due : rest
  const expected = {
    profit,
    fee,
    payout: rest - liquidationFee,
    liquidationFee,
    shortfall: equity < 0n ? -equity : 0n,
  }
  const is = {
    profit: closing.profit,
    fee: closing.fee,
    payout: closing.payout,
    liquidationFee: closing.liquidationFee,
    shortfall: closing.shortfall,
  }
  return asText(is) === asText(expected)
    ? []
    : [`closing: contract ${id} came to ${asText(is)}, not ${asText(expected)}`]
}

/** The deduction of each gap is the gain over it beyond the possible loss; each close takes its share of that. */
function gapErrors({ id, symbol, direction, open_price, ordered, limited, settled_ms, ...order }: LeverRow): string[] {
  const row = { ...order, id, symbol, direction, open_price } as LeverRow
  const lines: string[] = []
  const gains = (quantity: bigint, price: bigint) => {
    const [from, to] = [worth(symbol, quantity, open_price ?? 0n), worth(symbol, quantity, price)]
    return direction === 'long' ? to - from : from - to
  }
  const steps = [
    ...gapsOf(row).map((gap) => ({ at: gap.after.seq, gap })),
    ...closingsOf(row).map((closing) => ({ at: closing.tick.seq, closing })),
  ].sort((a, b) => Number(a.at - b.at) || ('gap' in a ? -1 : 1))
  let [open, taken] = [ordered, 0n]
  for (const step of steps) {
    if ('gap' in step) {
      const { quantity, margin, before, after } = step.gap
      const equity = margin + gains(quantity, before.price) - taken
      const gain = gains(quantity, after.price) - gains(quantity, before.price)
      const due = gain - (equity > 0n ? equity : 0n)
      const isRight = quantity === open && due > 0n && step.gap.limited === due
      if (!isRight || after.time_ms - before.time_ms <= 60_000n) lines.push(`gap: contract ${id} ${asText(step.gap)}`)
      taken += step.gap.limited
    } else {
      const share = (taken * step.closing.quantity) / open
      if (step.closing.limited !== share) lines.push(`gap: contract ${id} closed ${asText(step.closing)}, not ${share}`)
      open -= step.closing.quantity
      taken -= share
    }
  }
  if (settled_ms === null && taken !== limited) lines.push(`gap: contract ${id} has ${limited} of ${taken}`)
  return lines
}

/** The price at which only the maintenance margin is left, by its initial margin. */
const isDry = ({ symbol, direction, ordered, open_price, exposure }: LeverRow, initial: bigint, price: bigint) => {
  const [from, to] = [worth(symbol, ordered, open_price ?? 0n), worth(symbol, ordered, price)]
  const asked = maintenance(symbol, exposure + from) - maintenance(symbol, exposure)
  return initial + (direction === 'long' ? to - from : from - to) <= asked
}

async function pricesOf(db: Db, order: LeverRow): Promise<string[]> {
  const { id, symbol, direction, type, price: limit, accepted_ms, open_seq, open_price, state } = order
  const lines: string[] = []
  const all = await db
    .selectFrom('ticks')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', accepted_ms)
    .orderBy('seq')
    .execute()
  const isLong = direction === 'long'
  const isReached = (level: bigint, price: bigint, below: boolean) => (below ? price <= level : price >= level)
  const opening =
    type === 'market'
      ? all.find(({ time_ms }) => time_ms <= accepted_ms + PRICE_AGE_MS_MAX)
      : all.find(({ price }) => isReached(limit ?? 0n, price, isLong))
  if (open_seq !== null && opening?.seq !== open_seq) {
    lines.push(`by the record: contract ${id} opened at ${open_seq}, the record says ${opening?.seq}`)
  }
  if (open_seq === null || open_price === null) return lines
  if (order.delivery_ms !== null && (order.open_ms ?? 0n) >= order.delivery_ms) {
    lines.push(`by the record: contract ${id} opened at or after its delivery`)
  }
  const initial = (worth(symbol, order.ordered, open_price) + order.leverage - 1n) / order.leverage
  const after = all.filter(({ seq }) => seq > open_seq)
  const closings = closingsOf(order)
  for (const { tick, cause } of closings) {
    const found = after.find(({ seq }) => seq === tick.seq)
    if (!found || asText([found.time_ms, found.price, found.hash]) !== asText([tick.time_ms, tick.price, tick.hash])) {
      lines.push(`stored tick: contract ${id} was closed by ${cause} at another tick than the record`)
    }
  }
  // After a request or a funding payment its triggers have changed; other tests cover that.
  if (order.asked > 0n || order.funding !== 0n || gapsOf(order).length > 0) return lines
  const crossed = (price: bigint) => {
    if (isDry(order, initial, price)) return 'liquidation'
    if (order.stop_loss !== null && isReached(order.stop_loss, price, isLong)) return 'stopLoss'
    return order.take_profit !== null && isReached(order.take_profit, price, !isLong) ? 'takeProfit' : undefined
  }
  const ending = after.find(({ price }) => crossed(price))
  const [closing] = closings
  if (
    closing &&
    closing.cause !== 'delivery' &&
    (closing.tick.seq !== ending?.seq || closing.cause !== crossed(closing.tick.price))
  ) {
    lines.push(`by the record: contract ${id} ${state} by ${closing.cause} at ${closing.tick.seq}, not ${ending?.seq}`)
  }
  return lines
}

const tick = { seq: '1', time_ms: '1', price: '4', hash: 'h' }
const fill = (change: Record<string, unknown>) =>
  JSON.stringify([
    {
      ...{ cause: 'user', quantity: '1000000', margin: '2000000000', profit: '500000000', fee: '20250000' },
      ...{ payout: '2479750000', liquidationFee: '0', shortfall: '0', back: '0', tick, ...change },
    },
  ])

const example = {
  user_id: 'user',
  currency: 'USDT',
  reserve: 2_040_200_000n,
  margin: 2_000_000_000n,
  open_fee: 20_000_000n,
  adding: 100_000_000n,
  fills: fill({}),
}

/** A leveraged contract: its terms, its money, and its ticks. */
export const leverJudge: Judge<LeverRow, LeverOrder> = {
  kind: leverKind,
  example: {
    of: 'a long of 1 BTC from 40,000 at 20 times, with 100 USDT of margin added, closed at 40,500',
    order: example,
    at: {
      payFunding: { ...example, funded: -400_000n },
      settlePart: {
        ...example,
        fills: fill({
          ...{ quantity: '500000', margin: '1000000000', profit: '250000000' },
          ...{ fee: '10125000', payout: '1239875000' },
        }),
      },
      liquidatePosition: {
        ...example,
        fills: fill({
          ...{
            cause: 'liquidation',
            profit: '-1800000000',
            fee: '19100000',
            liquidationFee: '95500000',
            payout: '85400000',
          },
        }),
      },
    },
  },
  answers: ({ asked }) => 1 + Number(asked),
  terms: ({ symbol, direction, type, currency, leverage, ordered, price, reserve, acceptedAt, ...frozen }) => [
    ...[symbol, direction, type, currency, leverage],
    ...[frozen.feeBps, frozen.liquidationFeeBps, frozen.tiers],
    ...[ordered, price, reserve, acceptedAt],
  ],
  money: moneyOf,
  byTheRecord: pricesOf,
}
