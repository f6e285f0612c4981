import { loadSha256 } from '../../../machines/actors/sha256.ts'
import {
  createCancelSpot,
  createCheckSpotReceipt,
  createLoadSpotOffer,
  createLoadSpotReceipt,
  createSubmitSpot,
} from '../../../machines/actors/spot.ts'
import { createWatchPrice } from '../../../machines/actors/trading.ts'
import { askOnceBy } from '../../../machines/parts/askOnce.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import { newSpot, spotRules } from '../../../machines/trade/spotForm.ts'
import type { Deps } from '../../app/deps.ts'
import { composeOrderStore } from '../orders/order-store.ts'

export function compose(deps: Deps) {
  const { client, loadCover, quotes, seenOpenings } = deps
  return {
    /** Pending orders. */
    store: composeOrderStore(deps, {
      rules: spotRules,
      newForm: newSpot,
      loadOffer: createLoadSpotOffer(client, loadCover),
      submit: createSubmitSpot(client),
      watchPrice: createWatchPrice(quotes.quote$),
    }),
    cancel: askOnceBy(createCancelSpot(client)),
    receipt: receiptBy(createLoadSpotReceipt(client), createCheckSpotReceipt(loadSha256, seenOpenings.of)),
  }
}
