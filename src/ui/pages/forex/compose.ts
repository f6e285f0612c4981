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
import type { Ground } from '../../app/ground.ts'
import { composeOrderStore } from '../orders/order-store.ts'

export function compose(ground: Ground) {
  const { client, loadCover, quotes, seenOpenings } = ground
  return {
    /** Pending orders. */
    store: composeOrderStore(ground, {
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
