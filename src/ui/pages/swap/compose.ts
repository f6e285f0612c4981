import {
  createLoadOffer,
  createLoadSwaps,
  createSubmitSwap,
  createTakeQuote,
  createWatchPrices,
} from '../../../machines/actors/swap.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { swapFormMachine } from '../../../machines/money/swapForm.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, loadCover, quotes, watchAccount }: Ground) => ({
  swapForm: swapFormMachine.provide({
    actors: {
      loadFirst: loadFirstBy(createLoadOffer(client, loadCover)),
      reloadOffer: createLoadOffer(client, loadCover, true),
      takeQuote: createTakeQuote(client),
      submitOnce: submitOnceBy(createSubmitSwap(client)),
      watchPrices: createWatchPrices(quotes.quote$),
      watchAccount,
    },
  }),
  swapList: moneyListBy<'swap'>(createLoadSwaps(client), watchAccount),
})
