import * as api from '../../../api/money/savings.ts'
import { ask, once, one, page } from '../../../machines/actors/ask.ts'
import { createLoadSavingsOffer, createLoadSavingsSums } from '../../../machines/actors/savings.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { moneyViewBy } from '../../../machines/money/moneyView.ts'
import { savingsFormMachine } from '../../../machines/money/savingsForm.ts'
import { savingsOrderMachine } from '../../../machines/money/savingsOrder.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, loadCover, watchAccount }: Deps) => ({
  form: savingsFormMachine.provide({
    actors: {
      loadFirst: loadFirstBy(createLoadSavingsOffer(client, loadCover)),
      submitOnce: submitOnceBy(once(client, api.place)),
      watchAccount,
    },
  }),
  list: moneyListBy<'savings'>(page(client, api.order), watchAccount),
  sums: moneyViewBy(createLoadSavingsSums(client), watchAccount),
  order: savingsOrderMachine.provide({
    actors: {
      loadOrder: one(client, api.order),
      setRenewal: ask(client, api.renew, (input: { id: string; renew: boolean }) => input, { quiet: true }),
      submitOnce: submitOnceBy(once(client, api.cancel)),
      watchAccount,
    },
  }),
})
