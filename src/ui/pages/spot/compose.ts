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
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import { newSpot, spotFormMachine } from '../../../machines/trade/spotForm.ts'
import type { SpotSide } from '../../../rules/spot/spot.ts'
import type { Ground } from '../../ground.ts'
import { newRequestId } from '../../request-id.ts'
import { composeOrderDesk } from '../orders/order-desk.ts'

export function compose(ground: Ground) {
  const { client, loadCover, quotes, serverTime, watchAccount, seenOpenings } = ground
  const watchPrice = createWatchPrice(quotes.quote$)
  return {
    /** Pending orders. */
    desk: composeOrderDesk(ground, {
      machine: spotFormMachine.provide({
        actors: {
          loadOffer: createLoadSpotOffer(client, loadCover),
          submitOnce: submitOnceBy(createSubmitSpot(client)),
          watchPrice,
          watchAccount,
        },
      }),
      inputOf: (symbol, side: SpotSide) => ({
        form: newSpot(symbol, side),
        newRequestId,
        serverNow: serverTime.serverNow,
      }),
    }),
    cancel: askOnceBy(createCancelSpot(client)),
    receipt: receiptBy(createLoadSpotReceipt(client), createCheckSpotReceipt(loadSha256, seenOpenings.of)),
  }
}
