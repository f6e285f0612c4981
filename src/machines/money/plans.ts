import { orders, project } from '../../api/money/plan.ts'
import { call, page } from '../actors/call.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { moneyListBy } from './moneyList.ts'

export const loadPlans = loadFirstBy(call(project))

export const planList = moneyListBy<'plan'>(page(orders))
