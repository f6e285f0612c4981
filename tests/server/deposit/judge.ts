import { depositKind } from '../../../server/deposit/kind.ts'
import type { DepositRow } from '../../../server/deposit/order.ts'
import type { Deposit } from '../../../src/api/money/deposit.ts'
import { asText, type Judge } from '../kit/judge.ts'

/** Credited once, by the amount received, if the provider reported it; nothing of it is ever held. */
export const depositJudge: Judge<DepositRow, Deposit> = {
  kind: depositKind,
  example: {
    of: '500 USDT that came',
    order: { id: 'deposit', user_id: 'user', currency: 'USDT', arrived: 500_000_000n },
  },
  // An unrequested deposit does not count towards the day's limit, and no call has returned it.
  answers: ({ value }) => (value === 0n ? 0 : 1),
  terms: ({ way, currency, network, account, amount, acceptedAt }) => [
    way,
    currency,
    network,
    account,
    amount,
    acceptedAt,
  ],
  money: ({ id, state, arrived, reference }, { steps, sumOf }) => {
    const isCredited = state === 'succeeded'
    const isNamed = reference !== null && arrived !== null
    const right =
      asText(steps) === asText(isCredited ? ['creditDeposit'] : []) &&
      sumOf('available') === (isCredited ? arrived : 0n) &&
      sumOf('held') === 0n &&
      (!isCredited || isNamed)
    return right ? [] : [`money: deposit ${id} ${state}: ${steps} for ${arrived} by ${reference}`]
  },
  byTheRecord: async () => [],
}
