import {
  createCheckRate,
  createJoinPlan,
  createLoadPlanDays,
  createLoadPlanOffer,
  createLoadPlanOrder,
  createLoadPlanOrders,
  createLoadPlans,
  createTerminatePlan,
} from '../../../machines/actors/plan.ts'
import { loadSha256 } from '../../../machines/actors/sha256.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { planFormMachine } from '../../../machines/money/planForm.ts'
import { planOrderMachine } from '../../../machines/money/planOrder.ts'
import { rateCheckMachine } from '../../../machines/money/rateCheck.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, loadCover, watchAccount }: Ground) => ({
  plans: loadFirstBy(createLoadPlans(client)),
  form: planFormMachine.provide({
    actors: {
      loadOffer: createLoadPlanOffer(client, loadCover),
      submitOnce: submitOnceBy(createJoinPlan(client)),
      watchAccount,
    },
  }),
  list: moneyListBy<'plan'>(createLoadPlanOrders(client), watchAccount),
  order: planOrderMachine.provide({
    actors: {
      loadOrder: createLoadPlanOrder(client),
      loadDays: createLoadPlanDays(client),
      submitOnce: submitOnceBy(createTerminatePlan(client)),
      watchAccount,
    },
  }),
  rate: rateCheckMachine.provide({ actors: { checkRate: createCheckRate(client, loadSha256) } }),
})
