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
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import { forexFormMachine, newForex } from '../../../machines/trade/forexForm.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import type { LeverDirection } from '../../../rules/lever/lever.ts'
import type { Ground } from '../../ground.ts'
import { newRequestId } from '../../request-id.ts'
import { composeOrderDesk } from '../orders/order-desk.ts'

export function compose(ground: Ground) {
  const { client, loadCover, quotes, serverTime, watchAccount, seenOpenings } = ground
  const watchPrice = createWatchPrice(quotes.quote$)
  return {
    /** Pending orders. */
    desk: composeOrderDesk(ground, {
      machine: forexFormMachine.provide({
        actors: {
          loadOffer: createLoadForexOffer(client, loadCover),
          submitOnce: submitOnceBy(createSubmitForex(client)),
          watchPrice,
          watchAccount,
        },
      }),
      inputOf: (symbol, direction: LeverDirection) => ({
        form: newForex(symbol, direction),
        newRequestId,
        serverNow: serverTime.serverNow,
      }),
    }),
    close: askOnceBy(createCloseForex(client)),
    receipt: receiptBy(createLoadForexReceipt(client), createCheckForexReceipt(loadSha256, seenOpenings.of)),
  }
}
