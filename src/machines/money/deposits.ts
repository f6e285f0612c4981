import { log } from '../../api/money/deposit.ts'
import { keptPage } from '../actors/calls.ts'
import { moneyListBy } from './moneyList.ts'

export const depositList = moneyListBy<'deposit'>(keptPage(log))
