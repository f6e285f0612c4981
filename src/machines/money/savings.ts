import { order, orderSum } from '../../api/money/savings.ts'
import { page } from '../actors/calls.ts'
import { moneyListBy } from './moneyList.ts'
import { moneyViewOf } from './moneyView.ts'

export const savingsList = moneyListBy<'savings'>(page(order))

/** The totals of the user's deposits. */
export const savingsSums = moneyViewOf(orderSum)
