import type { Db } from '../../../server/platform/database/database.ts'
import { swapKind } from '../../../server/swap/kind.ts'
import type { SwapRow } from '../../../server/swap/order.ts'
import type { Swap } from '../../../src/api/money/swap.ts'
import { swapTerms } from '../../../src/rules/swap/swap.ts'
import { asText, type Judge, type Moved } from '../kit/judge.ts'

const PRICE_AGE_MS_MAX = 5_000n
const QUOTE_MS = BigInt(swapTerms.seconds) * 1_000n
const [SPREAD, FEE] = [swapTerms.spreadBps, swapTerms.feeBps].map(BigInt) as [bigint, bigint]

const minorOf = (code: string) => (code === 'USDT' ? 1_000_000n : 100_000_000n)
const scaleOf: Record<string, number> = { BTC: 2, ETH: 2, SOL: 2, BNB: 2, AVAX: 2, LTC: 2, BCH: 2 }
/** Decimals of the price of a coin: those of the coins that the tests swap. */
const priceUnit = (code: string) =>
  10n ** BigInt(scaleOf[code] ?? { XRP: 4, ADA: 4, ARB: 4, DOGE: 5, TRX: 5 }[code] ?? 3)

/** The result of a swap by its ticks: a spread against the user on each leg, and a fee on the amount in USDT. */
export function calculated({ currency, receives, amount, sell_price, buy_price }: SwapRow) {
  const usdt =
    sell_price === null
      ? amount
      : (amount * sell_price * (10_000n - SPREAD) * 1_000_000n) / (minorOf(currency) * priceUnit(currency) * 10_000n)
  const fee = (usdt * FEE) / 10_000n
  const left = usdt - fee
  const receive =
    buy_price === null
      ? left
      : (left * minorOf(receives) * priceUnit(receives) * 10_000n) / (buy_price * (10_000n + SPREAD) * 1_000_000n)
  return { usdt, fee, receive }
}

function moneyOf(order: SwapRow, { steps, sumOf }: Moved): string[] {
  const { id, state, currency, receives, amount, receive } = order
  const isDone = state === 'executed'
  const expected = isDone ? ['payFrom', 'payTo', 'takeFee'] : []
  const lines: string[] = []
  if (asText(steps) !== asText(expected)) lines.push(`money: swap ${id} ${state}: ${steps}`)
  const moved = [sumOf('available'), sumOf('available', receives), sumOf('held'), sumOf('held', receives)]
  if (asText(moved) !== asText(isDone ? [-amount, receive, 0n, 0n] : [0n, 0n, 0n, 0n])) {
    lines.push(`money: swap ${id} of ${currency} for ${receives}, ${state}, moved ${moved}`)
  }
  const { usdt, fee, receive: due } = calculated(order)
  if (order.usdt !== usdt || order.fee !== fee || receive !== due) {
    lines.push(`rate: swap ${id} gives ${receive} for a fee of ${order.fee}, and its ticks say ${due} and ${fee}`)
  }
  return lines
}

/** Each leg has the tick that was the newest on the record, or one that was when it was quoted. */
async function ticksOf(db: Db, order: SwapRow): Promise<string[]> {
  const { id, accepted_ms, expires_ms, settled_ms, state } = order
  const lines: string[] = []
  for (const [code, prefix] of [
    [order.currency, 'sell'],
    [order.receives, 'buy'],
  ] as const) {
    if (code === 'USDT') continue
    const kept = [`${prefix}_seq`, `${prefix}_ms`, `${prefix}_price`, `${prefix}_hash`].map(
      (column) => order[column as keyof SwapRow],
    )
    const tick = await db
      .selectFrom('ticks')
      .selectAll()
      .where('symbol', '=', `${code}USDT`)
      .where('seq', '=', order[`${prefix}_seq`] ?? -1n)
      .executeTakeFirst()
    if (asText(kept) !== asText([tick?.seq, tick?.time_ms, tick?.price, tick?.hash])) {
      lines.push(`stored tick: swap ${id} has another tick of ${code} than the record`)
    }
    const age = accepted_ms - (tick?.time_ms ?? 0n)
    if (age < 0n || age > PRICE_AGE_MS_MAX) lines.push(`stored tick: swap ${id} is quoted at one of ${age} ms ago`)
  }
  if (expires_ms !== accepted_ms + QUOTE_MS) lines.push(`terms: swap ${id} is good until ${expires_ms}`)
  if (state === 'executed' && settled_ms !== null && settled_ms >= expires_ms) {
    lines.push(`timestamps: swap ${id} was executed at ${settled_ms}, and was good until ${expires_ms}`)
  }
  return lines
}

/** A swap: its quote, its postings and its ticks. */
export const swapJudge: Judge<SwapRow, Swap> = {
  kind: swapKind,
  example: {
    of: 'a swap of 400 USDT for 9.98 SOL at a fee of 0.1%',
    order: {
      user_id: 'user',
      currency: 'USDT',
      receives: 'SOL',
      amount: 400_000_000n,
      usdt: 400_000_000n,
      fee: 400_000n,
      receive: 998_000_000n,
    },
  },
  // A repeated execution gets the same answer.
  answers: ({ state }) => (state === 'executed' ? 2 : 1),
  terms: ({ from, to, amount, receive, usdt, fee, expiresAt, legs }) => [
    from,
    to,
    amount,
    receive,
    usdt,
    fee,
    expiresAt,
    legs,
  ],
  money: moneyOf,
  byTheRecord: ticksOf,
}
