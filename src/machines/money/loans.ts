import { fromPromise } from 'xstate'
import { config, type LoanOffer, type LoanStatistics, order, statistics } from '../../api/money/loan.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import { keptPage, orKept } from '../actors/calls.ts'
import { moneyListBy } from './moneyList.ts'
import { moneyViewBy } from './moneyView.ts'

export const loanList = moneyListBy<'loan'>(keptPage(order))

/** The loan offer, and the totals of the user's loans. */
export const loanOverview = moneyViewBy(
  fromPromise<Heard<{ offer: LoanOffer; statistics: LoanStatistics }>, object>(async ({ signal }) => {
    const [offer, sums] = await Promise.all([orKept(config, {}, { signal }), orKept(statistics, {}, { signal })])
    const ages = [offer.asOf, sums.asOf].filter((asOf) => asOf !== null)
    return {
      value: { offer: offer.value, statistics: sums.value },
      asOf: ages.length === 0 ? null : Math.min(...ages),
    }
  }),
)
