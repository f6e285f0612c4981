import { LOAN_CURRENCY } from '../../src/rules/loan/loan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { liveOf } from '../orders/module.ts'
import type { RiskRule } from '../platform/risk.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { loanKind } from './kind.ts'
import { owedBy } from './sums.ts'

const owedInWords = (amount: bigint) => `${formatMoney(amount, currencyOf(LOAN_CURRENCY).scale)} ${LOAN_CURRENCY} owed`

/** What loans say about a user. */
export const loanRisks: readonly RiskRule[] = [
  {
    name: 'Loan overdue',
    weight: 'bad',
    clear: 'No loan is overdue',
    find: async (platform, userId) => {
      const reads = readFrom(platform)
      const late = (await liveOf(reads, loanKind, userId)).some(({ state }) => state === 'overdue')
      return late ? owedInWords(await owedBy(reads, userId, platform.clock.now())) : null
    },
  },
  {
    name: 'Loan running',
    weight: 'fact',
    clear: 'Nothing borrowed',
    find: async (platform, userId) => {
      const owed = await owedBy(readFrom(platform), userId, platform.clock.now())
      return owed === 0n ? null : owedInWords(owed)
    },
  },
]
