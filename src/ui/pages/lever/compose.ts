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
import { leverFormMachine, newLever } from '../../../machines/trade/leverForm.ts'
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
      machine: leverFormMachine.provide({
        actors: {
          loadOffer: createLoadLeverOffer(client, loadCover),
          submitOnce: submitOnceBy(createSubmitLever(client)),
          watchPrice,
          watchAccount,
        },
      }),
      inputOf: (symbol, direction: LeverDirection) => ({
        form: newLever(symbol, direction),
        newRequestId,
        serverNow: serverTime.serverNow,
      }),
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
