import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { close, type ForexOrder, type ForexReceipt, pair, receipt, submit } from '../../api/trade/forex.ts'
import { result } from '../../api/wire/answer.ts'
import { checkForexReceipt } from '../../rules/receipts/forex.ts'
import type { ReceiptVerdict } from '../../rules/receipts/receipt.ts'
import type { OnceRequest, OnceSending } from '../parts/submitOnce.ts'
import type { ForexOffer, ForexRequest } from '../trade/forexForm.ts'
import type { LoadCover } from './call.ts'
import type { Sha256 } from './sha256.ts'
import { loadNameAndDays } from './trading.ts'

/** Data of a pair for the order form. Its history is absent if it cannot be loaded. */
export const createLoadForexOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<ForexOffer, { symbol: string }>(async ({ input: { symbol }, signal }) => {
    const [own, known] = await Promise.all([
      client.call(pair, { symbol }, { signal }),
      loadNameAndDays(client, loadCover, symbol, signal),
    ])
    return { pair: result(own), ...known }
  })

/** Orders a position, or retries the request. It outlives its actor, since a sent request cannot be recalled. */
export const createSubmitForex = (client: Client) =>
  fromPromise<ForexOrder, OnceSending<ForexRequest>>(
    async ({ input: { again: _, takeProfit, stopLoss, ...order } }) => {
      const given = (text: string, name: string) => (text === '' ? {} : { [name]: text })
      const stops = { ...given(takeProfit, 'takeProfit'), ...given(stopLoss, 'stopLoss') }
      return result(await client.call(submit, { ...order, ...stops }, { quiet: true }))
    },
  )

/** Requests a close, or retries the request. */
export const createCloseForex = (client: Client) =>
  fromPromise<ForexOrder, OnceSending<OnceRequest & { id: string }>>(async ({ input: { id, requestId } }) =>
    result(await client.call(close, { id, requestId }, { quiet: true })),
  )

/** The receipt of a position. `quiet`: in the background. */
export const createLoadForexReceipt = (client: Client) =>
  fromPromise<ForexReceipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(receipt, { id }, { signal, quiet })),
  )

/**
 * Recomputes the ticks of a position on this device.
 *
 * @param seenOpening hash of the order's opening tick as this device received it live, or null
 */
export const createCheckForexReceipt = (
  loadSha256: () => Promise<Sha256>,
  seenOpening: (orderId: string) => string | null,
) =>
  fromPromise<ReceiptVerdict, { receipt: ForexReceipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkForexReceipt(receipt, seenOpening(receipt.order.id), await loadSha256()) : 'incomplete',
  )
