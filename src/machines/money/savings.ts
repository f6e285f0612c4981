import { fromPromise } from 'xstate'
import { order, orderSum, type Savings } from '../../api/money/savings.ts'
import { send } from '../actors/call.ts'
import { callOrKept, keptPage } from '../actors/calls.ts'
import { moneyListBy } from './moneyList.ts'
import { moneyViewBy } from './moneyView.ts'

export const savingsList = moneyListBy<'savings'>(keptPage(order))

/** The totals of the user's deposits. */
export const savingsSums = moneyViewBy(callOrKept(orderSum))

/** The user's deposits that run. */
export const openSavings = moneyViewBy<readonly Savings[], { list: 0 }>(
  fromPromise(async ({ input, signal }) => ({ value: await send(order, input, { signal, quiet: true }), asOf: null })),
)
