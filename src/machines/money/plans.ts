import { orders, project } from '../../api/money/plan.ts'
import { call } from '../actors/call.ts'
import { page } from '../actors/calls.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { moneyListBy } from './moneyList.ts'

export const loadPlans = loadFirstBy(call(project))

export const planList = moneyListBy<'plan'>(page(orders))
