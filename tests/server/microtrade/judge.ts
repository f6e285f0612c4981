import { microtradeKind } from '../../../server/microtrade/kind.ts'
import type { MicrotradeRow } from '../../../server/microtrade/order.ts'
import type { Db } from '../../../server/platform/database/database.ts'
import type { MicrotradeOrder } from '../../../src/api/trade/microtrade.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { profit } from '../../../src/rules/microtrade/microtrade.ts'
import { asText, type Judge, type Moved } from '../kit/judge.ts'
import { byTheRecord } from './by-the-record.ts'

/** The steps of the money of an order in a state, the first and the last. */
const stepsOf: Record<MicrotradeRow['state'], string[]> = {
  accepted: ['holdStake'],
  open: ['holdStake'],
  won: ['holdStake', 'payWinner'],
  lost: ['forfeitStake', 'holdStake'],
  drawn: ['holdStake', 'returnStake'],
  unexpected: ['holdStake', 'returnStake'],
}

const payoutOf = ({ state, amount, payout_bps }: MicrotradeRow): bigint | null => {
  if (state === 'accepted' || state === 'open') return null
  if (state === 'won') return amount + profit(amount, Number(payout_bps))
  return state === 'lost' ? 0n : amount
}

function moneyOf(order: MicrotradeRow, { steps, sumOf }: Moved): string[] {
  const { id, state, amount } = order
  const lines: string[] = []
  if (asText(steps) !== asText(stepsOf[state])) lines.push(`money: order ${id} ${state}: ${steps}`)
  const payout = payoutOf(order)
  if (order.payout !== payout) lines.push(`payout: order ${id} pays ${order.payout}, its terms say ${payout}`)
  if (sumOf('available') !== (payout ?? 0n) - amount) {
    lines.push(`money: order ${id} ${state} moved ${sumOf('available')} of what is available`)
  }
  if (sumOf('held') !== (payout === null ? amount : 0n)) {
    lines.push(`money: order ${id} ${state} holds ${sumOf('held')}`)
  }
  return lines
}

/** Both prices are those that the record gives, and it is dated by them. */
async function pricesOf(db: Db, order: MicrotradeRow): Promise<string[]> {
  const { id, symbol, state, accepted_ms, seconds, open_ms } = order
  const lines: string[] = []
  const ticks = await db
    .selectFrom('ticks')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', accepted_ms)
    .where('time_ms', '<=', accepted_ms + BigInt(STALE_AFTER_MS) + seconds * 1000n)
    .orderBy('seq')
    .execute()
  const due = byTheRecord(order, ticks)
  const live = state === 'accepted' || state === 'open'
  const expected = {
    state: live ? state : due.state,
    open: state === 'accepted' ? null : due.open,
    close: live ? null : due.close,
  }
  const found = { state, open: order.open_seq, close: order.close_seq }
  if (asText(found) !== asText(expected)) {
    lines.push(`by the record: order ${id} is ${asText(found)}, the record says ${asText(expected)}`)
  }
  for (const prefix of ['open', 'close'] as const) {
    const seq = order[`${prefix}_seq`]
    if (seq === null) continue
    const tick = ticks.find((each) => each.seq === seq)
    const kept = [order[`${prefix}_ms`], order[`${prefix}_price`], order[`${prefix}_hash`]]
    if (asText(kept) !== asText([tick?.time_ms, tick?.price, tick?.hash])) {
      lines.push(`stored tick: order ${id} has another ${prefix} tick than the record`)
    }
  }
  if (state === 'open' && order.due_ms !== (open_ms ?? 0n) + seconds * 1000n) {
    lines.push(`due: order ${id} is due at ${order.due_ms}`)
  }
  const end = open_ms === null ? accepted_ms : open_ms + seconds * 1000n
  if (order.settled_ms !== null && order.settled_ms < end) {
    lines.push(`timestamps: order ${id} was settled at ${order.settled_ms}, before ${end}`)
  }
  return lines
}

/** A timed option: its terms, its postings and its ticks. */
export const microtradeJudge: Judge<MicrotradeRow, MicrotradeOrder> = {
  kind: microtradeKind,
  example: {
    of: 'a stake of 100 USDT at 85%',
    order: { user_id: 'user', currency: 'USDT', amount: 100_000_000n, payout_bps: 8_500n },
  },
  terms: ({ symbol, direction, currency, amount, seconds, payoutBps }) => [
    symbol,
    direction,
    currency,
    amount,
    seconds,
    payoutBps,
  ],
  money: moneyOf,
  byTheRecord: pricesOf,
}
