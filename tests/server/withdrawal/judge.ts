import { withdrawalKind } from '../../../server/withdrawal/kind.ts'
import type { WithdrawalRow } from '../../../server/withdrawal/order.ts'
import type { Withdrawal } from '../../../src/api/money/withdrawal.ts'
import { asText, type Judge } from '../kit/judge.ts'

/** The steps of the money of a withdrawal, by its state, sorted. */
const stepsOf: Record<WithdrawalRow['state'], string[]> = {
  underReview: ['holdAmount'],
  approved: ['consumeHold', 'holdAmount'],
  sent: ['consumeHold', 'holdAmount'],
  confirmed: ['consumeHold', 'holdAmount'],
  refused: ['holdAmount', 'releaseHold'],
  cancelled: ['holdAmount', 'releaseHold'],
  bounced: ['consumeHold', 'holdAmount', 'returnAmount'],
}
const cameBack = ['refused', 'cancelled', 'bounced']

/** A withdrawal: its money is fully accounted for, its fee is that of its terms, and at most one is under review. */
export const withdrawalJudge: Judge<WithdrawalRow, Withdrawal> = {
  kind: withdrawalKind,
  example: {
    of: 'a withdrawal of 1,000 USDT with a fee of 0.1%',
    order: { user_id: 'user', currency: 'USDT', amount: 1_000_000_000n, fee: 1_000_000n },
  },
  // A repeated cancellation gets the same answer.
  answers: ({ state }) => (state === 'cancelled' ? 2 : 1),
  terms: ({ currency, network, address, amount, fee, submittedAt }) => [
    currency,
    network,
    address,
    amount,
    fee,
    submittedAt,
  ],
  money: ({ id, state, amount, fee, fee_bps, min_usdt, currency }, { steps, sumOf }) => {
    const free = cameBack.includes(state) ? 0n : -amount
    const held = state === 'underReview' ? amount : 0n
    const lines: string[] = []
    if (asText(steps) !== asText(stepsOf[state])) lines.push(`money: order ${id} ${state}: ${steps}`)
    if (sumOf('available') !== free || sumOf('held') !== held) {
      lines.push(`money: order ${id} ${state} moved ${sumOf('available')}, holds ${sumOf('held')}`)
    }
    // Rounded down: in favour of the person.
    if (fee !== (amount * fee_bps) / 10_000n) lines.push(`fee: order ${id} takes ${fee} of ${amount}`)
    if (currency === 'USDT' && amount < min_usdt * 1_000_000n) lines.push(`minimum: order ${id} is of ${amount}`)
    return lines
  },
  byTheRecord: async (db, { id, user_id, state, accepted_ms, approved_ms, sent_ms, settled_ms }) => {
    const lines: string[] = []
    const times = [accepted_ms, approved_ms, sent_ms, settled_ms].filter((time) => time !== null)
    if (times.some((time, at) => at > 0 && time < (times[at - 1] ?? 0n)))
      lines.push(`timestamps: order ${id}: ${times}`)
    if (state === 'underReview') {
      const others = await db
        .selectFrom('withdrawals')
        .select('id')
        .where('user_id', '=', user_id)
        .where('state', '=', 'underReview')
        .execute()
      if (others.length !== 1) lines.push(`under review: ${user_id} has ${others.length}`)
    }
    return lines
  },
}
