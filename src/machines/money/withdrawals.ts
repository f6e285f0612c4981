import { log } from '../../api/money/withdrawal.ts'
import { page } from '../actors/calls.ts'
import { moneyListBy } from './moneyList.ts'

export const withdrawalList = moneyListBy<'withdrawal'>(page(log))
