import {
  createCheckLeverReceipt,
  createLoadLeverOffer,
  createLoadLeverReceipt,
  createSubmitCloseAll,
  createSubmitLever,
  createSubmitLeverAct,
  createWatchAvailable,
} from '../../../machines/actors/lever.ts'
import { loadSha256 } from '../../../machines/actors/sha256.ts'
import { createWatchPrice } from '../../../machines/actors/trading.ts'
import { askOnceBy } from '../../../machines/parts/askOnce.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import { leverActMachine } from '../../../machines/trade/leverAct.ts'
import { leverRules, newLever } from '../../../machines/trade/leverForm.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import type { Deps } from '../../app/deps.ts'
import { composeOrderStore } from '../orders/order-store.ts'

export function compose(deps: Deps) {
  const { client, loadCover, quotes, watchAccount, seenOpenings } = deps
  const watchPrice = createWatchPrice(quotes.quote$)
  return {
    /** Pending orders. */
    store: composeOrderStore(deps, {
      rules: leverRules,
      newForm: newLever,
      loadOffer: createLoadLeverOffer(client, loadCover),
      submit: createSubmitLever(client),
      watchPrice,
    }),
    act: leverActMachine.provide({
      actors: {
        submitOnce: submitOnceBy(createSubmitLeverAct(client)),
        watchAvailable: createWatchAvailable(client, loadCover),
        watchPrice,
        watchAccount,
      },
    }),
    closeAll: askOnceBy(createSubmitCloseAll(client)),
    receipt: receiptBy(createLoadLeverReceipt(client), createCheckLeverReceipt(loadSha256, seenOpenings.of)),
  }
}
