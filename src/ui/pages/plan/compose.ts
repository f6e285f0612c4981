import * as api from '../../../api/money/plan.ts'
import { ask, once, one, page } from '../../../machines/actors/ask.ts'
import { createCheckRate, createLoadPlanDays, createLoadPlanOffer } from '../../../machines/actors/plan.ts'
import { loadSha256 } from '../../../machines/actors/sha256.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { planFormMachine } from '../../../machines/money/planForm.ts'
import { planOrderMachine } from '../../../machines/money/planOrder.ts'
import { rateCheckMachine } from '../../../machines/money/rateCheck.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, loadCover, watchAccount }: Deps) => ({
  plans: loadFirstBy(ask(client, api.project, () => ({}))),
  form: planFormMachine.provide({
    actors: {
      loadOffer: createLoadPlanOffer(client, loadCover),
      submitOnce: submitOnceBy(once(client, api.order)),
      watchAccount,
    },
  }),
  list: moneyListBy<'plan'>(page(client, api.orders), watchAccount),
  order: planOrderMachine.provide({
    actors: {
      loadOrder: one(client, api.orders),
      loadDays: createLoadPlanDays(client),
      submitOnce: submitOnceBy(once(client, api.terminate)),
      watchAccount,
    },
  }),
  rate: rateCheckMachine.provide({ actors: { checkRate: createCheckRate(client, loadSha256) } }),
})
