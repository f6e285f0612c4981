import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { cancel, pair, receipt, type SpotOrder, type SpotReceipt, trade } from '../../api/spot.ts'
import type { ReceiptVerdict } from '../../rules/receipt.ts'
import { checkSpotReceipt } from '../../rules/spot-receipt.ts'
import type { OnceRequest, OnceSending } from '../parts/submitOnce.ts'
import type { SpotOffer, SpotRequest } from '../trade/spotForm.ts'
import type { LoadCover } from './cover.ts'
import type { Sha256 } from './sha256.ts'
import { loadNameAndDays } from './trading.ts'

/** What is known of a pair before something is ordered. Its past is left out where it cannot be had. */
export const createLoadSpotOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<SpotOffer, { symbol: string }>(async ({ input: { symbol }, signal }) => {
    const [own, known] = await Promise.all([
      client.call(pair, { symbol }, { signal }),
      loadNameAndDays(client, loadCover, symbol, signal),
    ])
    return { pair: result(own), ...known }
  })

/** Orders, or asks again whether it was ordered. What went out cannot be called back: it outlives its actor. */
export const createSubmitSpot = (client: Client) =>
  fromPromise<SpotOrder, OnceSending<SpotRequest>>(async ({ input: { again: _, price, ...order } }) =>
    result(await client.call(trade, { ...order, ...(price === '' ? {} : { price }) }, { quiet: true })),
  )

/** Takes an order back, or asks again whether that was asked. */
export const createCancelSpot = (client: Client) =>
  fromPromise<SpotOrder, OnceSending<OnceRequest & { id: string }>>(async ({ input: { id, requestId } }) =>
    result(await client.call(cancel, { id, requestId }, { quiet: true })),
  )

/** By what an order was filled. `quiet`: nobody waits for it. */
export const createLoadSpotReceipt = (client: Client) =>
  fromPromise<SpotReceipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(receipt, { id }, { signal, quiet })),
  )

/**
 * Recomputes the fills of a spot order on this device.
 *
 * @param seenFirst hash of the first fill's tick as this device saw it, or null where it did not
 */
export const createCheckSpotReceipt = (
  loadSha256: () => Promise<Sha256>,
  seenFirst: (orderId: string) => string | null,
) =>
  fromPromise<ReceiptVerdict, { receipt: SpotReceipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkSpotReceipt(receipt, seenFirst(receipt.order.id), await loadSha256()) : 'incomplete',
  )
