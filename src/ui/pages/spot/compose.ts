import { loadSha256 } from '../../../machines/actors/microtrade.ts'
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
import { spotFormMachine } from '../../../machines/trade/spotForm.ts'
import type { Ground } from '../../ground.ts'

export const compose = ({ client, quotes, watchAccount, seenOpenings }: Ground) => ({
  form: spotFormMachine.provide({
    actors: {
      loadOffer: createLoadSpotOffer(client),
      submitOnce: submitOnceBy(createSubmitSpot(client)),
      watchPrice: createWatchPrice(quotes.quote$),
      watchAccount,
    },
  }),
  cancel: askOnceBy(createCancelSpot(client)),
  receipt: receiptBy(createLoadSpotReceipt(client), createCheckSpotReceipt(loadSha256, seenOpenings.of)),
})
