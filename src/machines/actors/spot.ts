import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { cancel, pair, receipt, type SpotOrder, type SpotReceipt, trade } from '../../api/trade/spot.ts'
import { result } from '../../api/wire/answer.ts'
import type { ReceiptVerdict } from '../../rules/receipts/receipt.ts'
import { checkSpotReceipt } from '../../rules/receipts/spot.ts'
import type { OnceRequest, OnceSending } from '../parts/submitOnce.ts'
import type { SpotOffer, SpotRequest } from '../trade/spotForm.ts'
import type { LoadCover } from './call.ts'
import type { Sha256 } from './sha256.ts'
import { loadNameAndDays } from './trading.ts'

/** Data of a pair for the order form. Its history is absent if it cannot be loaded. */
export const createLoadSpotOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<SpotOffer, { symbol: string }>(async ({ input: { symbol }, signal }) => {
    const [own, known] = await Promise.all([
      client.call(pair, { symbol }, { signal }),
      loadNameAndDays(client, loadCover, symbol, signal),
    ])
    return { pair: result(own), ...known }
  })

/** Places an order, or retries the request. It outlives its actor, since a sent request cannot be recalled. */
export const createSubmitSpot = (client: Client) =>
  fromPromise<SpotOrder, OnceSending<SpotRequest>>(async ({ input: { again: _, price, ...order } }) =>
    result(await client.call(trade, { ...order, ...(price === '' ? {} : { price }) }, { quiet: true })),
  )

/** Cancels an order, or retries the request. */
export const createCancelSpot = (client: Client) =>
  fromPromise<SpotOrder, OnceSending<OnceRequest & { id: string }>>(async ({ input: { id, requestId } }) =>
    result(await client.call(cancel, { id, requestId }, { quiet: true })),
  )

/** The receipt of an order's fills. `quiet`: in the background. */
export const createLoadSpotReceipt = (client: Client) =>
  fromPromise<SpotReceipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(receipt, { id }, { signal, quiet })),
  )

/**
 * Recomputes the fills of a spot order on this device.
 *
 * @param seenFirst hash of the first fill's tick as this device received it live, or null
 */
export const createCheckSpotReceipt = (
  loadSha256: () => Promise<Sha256>,
  seenFirst: (orderId: string) => string | null,
) =>
  fromPromise<ReceiptVerdict, { receipt: SpotReceipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkSpotReceipt(receipt, seenFirst(receipt.order.id), await loadSha256()) : 'incomplete',
  )
