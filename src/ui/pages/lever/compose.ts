import {
  createCheckLeverReceipt,
  createLoadLeverOffer,
  createLoadLeverReceipt,
  createSubmitCloseAll,
  createSubmitLever,
  createSubmitLeverAct,
  createWatchAvailable,
} from '../../../machines/actors/lever.ts'
import { loadSha256 } from '../../../machines/actors/microtrade.ts'
import { createWatchPrice } from '../../../machines/actors/trading.ts'
import { askOnceBy } from '../../../machines/parts/askOnce.ts'
import { submitOnceBy } from '../../../machines/parts/submitOnce.ts'
import { leverActMachine } from '../../../machines/trade/leverAct.ts'
import { leverFormMachine } from '../../../machines/trade/leverForm.ts'
import { receiptBy } from '../../../machines/trade/receipt.ts'
import type { Ground } from '../../ground.ts'

export function compose({ client, quotes, watchAccount, seenOpenings }: Ground) {
  const watchPrice = createWatchPrice(quotes.quote$)
  return {
    form: leverFormMachine.provide({
      actors: {
        loadOffer: createLoadLeverOffer(client),
        submitOnce: submitOnceBy(createSubmitLever(client)),
        watchPrice,
        watchAccount,
      },
    }),
    act: leverActMachine.provide({
      actors: {
        submitOnce: submitOnceBy(createSubmitLeverAct(client)),
        watchAvailable: createWatchAvailable(client),
        watchPrice,
        watchAccount,
      },
    }),
    closeAll: askOnceBy(createSubmitCloseAll(client)),
    receipt: receiptBy(createLoadLeverReceipt(client), createCheckLeverReceipt(loadSha256, seenOpenings.of)),
  }
}
