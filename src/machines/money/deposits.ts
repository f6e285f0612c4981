import { log } from '../../api/money/deposit.ts'
import { page } from '../actors/calls.ts'
import { moneyListBy } from './moneyList.ts'

export const depositList = moneyListBy<'deposit'>(page(log))
