import { fromPromise } from 'xstate'
import { config, type LoanOffer, type LoanStatistics, order, statistics } from '../../api/money/loan.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import { send } from '../actors/call.ts'
import { page } from '../actors/calls.ts'
import { moneyListBy } from './moneyList.ts'
import { moneyViewBy } from './moneyView.ts'

export const loanList = moneyListBy<'loan'>(page(order))

/** The loan offer, and the totals of the user's loans. */
export const loanOverview = moneyViewBy(
  fromPromise<Heard<{ offer: LoanOffer; statistics: LoanStatistics }>, object>(async ({ signal }) => {
    const [offer, sums] = await Promise.all([send(config, {}, { signal }), send(statistics, {}, { signal })])
    return { value: { offer, statistics: sums }, asOf: null }
  }),
)
