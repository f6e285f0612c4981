import { orders, project } from '../../api/money/plan.ts'
import { callOrKept, keptPage } from '../actors/calls.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { moneyListBy } from './moneyList.ts'

/** The plans on offer; without an answer, the cached ones. */
export const loadPlans = loadFirstBy(callOrKept(project))

export const planList = moneyListBy<'plan'>(keptPage(orders))
