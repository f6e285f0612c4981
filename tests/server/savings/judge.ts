import { savingsKind } from '../../../server/savings/kind.ts'
import type { SavingsRow } from '../../../server/savings/order.ts'
import type { Savings } from '../../../src/api/money/savings.ts'
import { asText, type Judge } from '../kit/judge.ts'

/** Principal × rate × days / 365 in whole minor units, the rest of a division given to the person. */
export function interestBy(amount: bigint, rateBps: bigint, days: bigint): bigint {
  const [product, divisor] = [amount * rateBps * days, 3_650_000n]
  return product / divisor + (product % divisor > 0n ? 1n : 0n)
}

/** A fixed-term deposit: a term at a time, each paid once at its end, and the principal back once. */
export const savingsJudge: Judge<SavingsRow, Savings> = {
  kind: savingsKind,
  example: {
    of: 'a deposit of 1,000 USDT for 30 days at 3% a year',
    order: {
      user_id: 'user',
      currency: 'USDT',
      amount: 1_000_000_000n,
      rate_bps: 300n,
      days: 30n,
    },
  },
  // A repeated cancellation gets the same answer.
  answers: ({ state }) => (state === 'cancelled' ? 2 : 1),
  terms: ({ product, currency, amount, days, rateBps, daySeconds, interest, acceptedAt }) => [
    product,
    currency,
    amount,
    days,
    rateBps,
    daySeconds,
    interest,
    acceptedAt,
  ],
  money: ({ id, state, amount, rate_bps, days, term, earned }, { steps, sumOf }) => {
    const paid = Number(term) - (state === 'matured' ? 0 : 1)
    const expected = [
      'holdPrincipal',
      ...Array.from({ length: paid }, (_, index) => `payInterest ${index + 1}`),
      ...(state === 'running' ? [] : [`returnPrincipal ${term}`]),
    ].sort()
    const income = BigInt(paid) * interestBy(amount, rate_bps, days)
    const [free, held] = state === 'running' ? [income - amount, amount] : [income, 0n]
    const right =
      asText(steps) === asText(expected) && sumOf('available') === free && sumOf('held') === held && earned === income
    return right ? [] : [`money: deposit ${id} ${state} in term ${term}: ${steps}, ${sumOf('available')}, ${earned}`]
  },
  byTheRecord: async (_, { id, state, accepted_ms, term, term_ms, days, day_ms, due_ms, settled_ms }) => {
    const lines: string[] = []
    const length = days * day_ms
    if (term_ms !== accepted_ms + (term - 1n) * length) lines.push(`terms: term ${term} of ${id} began at ${term_ms}`)
    const end = term_ms + length
    if (state === 'running' && due_ms !== end) lines.push(`terms: deposit ${id} is due at ${due_ms}, not ${end}`)
    if (state === 'matured' && settled_ms !== null && settled_ms < end) lines.push(`terms: ${id} ended before ${end}`)
    return lines
  },
}
