import {
  createCheckForexReceipt,
  createCloseForex,
  createLoadForexOffer,
  createLoadForexReceipt,
  createSubmitForex,
} from '../../../machines/actors/forex.ts'
import { loadSha256 } from '../../../machines/actors/sha256.ts'
import { createWatchPrice } from '../../../machines/actors/trading.ts'
import { askOnceBy } from '../../../machines/parts/askOnce.ts'
import { forexRules, newForex } from '../../../machines/trade/forexForm.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import type { Deps } from '../../app/deps.ts'
import { composeOrderStore } from '../orders/order-store.ts'

export function compose(deps: Deps) {
  const { client, loadCover, quotes, seenOpenings } = deps
  return {
    /** Pending orders. */
    store: composeOrderStore(deps, {
      rules: forexRules,
      newForm: newForex,
      loadOffer: createLoadForexOffer(client, loadCover),
      submit: createSubmitForex(client),
      watchPrice: createWatchPrice(quotes.quote$),
    }),
    close: askOnceBy(createCloseForex(client)),
    receipt: receiptBy(createLoadForexReceipt(client), createCheckForexReceipt(loadSha256, seenOpenings.of)),
  }
}
