import * as api from '../../../api/money/swap.ts'
import { ask, once, page } from '../../../machines/actors/ask.ts'
import { loadSha256 } from '../../../machines/actors/sha256.ts'
import {
  createCheckSwapReceipt,
  createLoadOffer,
  createLoadSwapReceipt,
  createWatchPrices,
} from '../../../machines/actors/swap.ts'
import { moneyListBy } from '../../../machines/money/moneyList.ts'
import { swapFormMachine } from '../../../machines/money/swapForm.ts'
import { loadFirstBy } from '../../../machines/parts/loadFirst.ts'
import type { OnceRequest } from '../../../machines/parts/submitOnce.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import type { SwapForm } from '../../../rules/swap/swap.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ client, loadCover, quotes, watchAccount }: Deps) => ({
  swapForm: swapFormMachine.provide({
    actors: {
      loadFirst: loadFirstBy(createLoadOffer(client, loadCover)),
      reloadOffer: createLoadOffer(client, loadCover, true),
      takeQuote: ask(client, api.flashAgainstQuote, (form: SwapForm & OnceRequest) => form, { quiet: true }),
      submitOnce: submitOnceBy(once(client, api.flashAgainst)),
      watchPrices: createWatchPrices(quotes.quote$),
      watchAccount,
    },
  }),
  swapList: moneyListBy<'swap'>(page(client, api.myFlashAgainstList, { state: 'executed' }), watchAccount),
  receipt: receiptBy(createLoadSwapReceipt(client), createCheckSwapReceipt(loadSha256)),
})
