import {
  createCancelSavings,
  createLoadSavings,
  createLoadSavingsOffer,
  createLoadSavingsOrder,
  createLoadSavingsSums,
  createPlaceSavings,
  createSetRenewal,
} from '../../../machines/actors/savings.ts'
import { savingsFormMachine } from '../../../machines/money/savingsForm.ts'
import { savingsListMachine } from '../../../machines/money/savingsList.ts'
import { savingsOrderMachine } from '../../../machines/money/savingsOrder.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, loadCover, watchAccount }: Ground) => ({
  form: savingsFormMachine.provide({
    actors: {
      loadFirst: loadFirstBy(createLoadSavingsOffer(client, loadCover)),
      submitOnce: submitOnceBy(createPlaceSavings(client)),
      watchAccount,
    },
  }),
  list: savingsListMachine.provide({
    actors: {
      pagedList: pagedListBy(createLoadSavings(client)),
      loadSums: createLoadSavingsSums(client),
      watchAccount,
    },
  }),
  order: savingsOrderMachine.provide({
    actors: {
      loadOrder: createLoadSavingsOrder(client),
      setRenewal: createSetRenewal(client),
      submitOnce: submitOnceBy(createCancelSavings(client)),
      watchAccount,
    },
  }),
})
