import { fromPromise } from 'xstate'
import { orders, type PlanOrder } from '../../api/money/plan.ts'
import { send } from '../actors/call.ts'
import { hasEnded } from '../orders/life.ts'
import { planMachine } from '../orders/plan.ts'
import { moneyViewBy } from './moneyView.ts'

/** The user's orders of hosting plans that have not ended, of the newest 20. */
export const openPlans = moneyViewBy<readonly PlanOrder[], object>(
  fromPromise(async ({ signal }) => {
    const newest = await send(orders, {}, { signal, quiet: true })
    return { value: newest.filter(({ state }) => !hasEnded(planMachine, state)), asOf: null }
  }),
)
