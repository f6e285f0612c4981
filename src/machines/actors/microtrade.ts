import { fromPromise } from 'xstate'
import { getRealInfo } from '../../api/account/kyc.ts'
import type { Client } from '../../api/client/client.ts'
import {
  lists,
  type MicrotradeOrder,
  payableCurrencies,
  type Receipt,
  receipt,
  seconds,
  submit,
  whlists,
  whsubmit,
} from '../../api/trade/microtrade.ts'
import { result } from '../../api/wire/answer.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import { payableFirst } from '../../rules/microtrade/form.ts'
import { checkReceipt, type ReceiptVerdict } from '../../rules/receipts/receipt.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import type { FirstTrade } from '../trade/firstTrade.ts'
import type { MicrotradeOffer, MicrotradeRequest } from '../trade/microtradeForm.ts'
import type { LoadCover } from './call.ts'
import type { Sha256 } from './sha256.ts'
import { loadName } from './trading.ts'

/**
 * The pending requirement for trading, and the paying currencies with their available balances and periods. Those with too
 * little balance are last.
 */
export const createLoadMicrotradeOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<MicrotradeOffer, { symbol: string }>(async ({ signal }) => {
    const [wanted, payable, cover] = await Promise.all([
      loadName(client, signal),
      client.call(payableCurrencies, {}, { signal }),
      loadCover(signal),
    ])
    const terms = await Promise.all(
      result(payable).map(async ({ currency, available }) => ({
        currency,
        available,
        cover,
        periods: result(await client.call(seconds, { currency }, { signal })),
      })),
    )
    return { wanted, terms: payableFirst(terms) }
  })

/**
 * Buys a timed option, or retries the request. It is not aborted with its actor, since a sent request cannot be
 * recalled. A retry shows no notice: its form shows the state.
 */
export const createSubmitMicrotrade = (client: Client) =>
  fromPromise<MicrotradeOrder, OnceSending<MicrotradeRequest>>(async ({ input: { again, ...order } }) => {
    const call = findInstrument(order.symbol)?.kind === 'crypto' ? submit : whsubmit
    return result(await client.call(call, order, { quiet: again }))
  })

/**
 * The progress of a user who has never traded; null for others. Loaded in the background.
 *
 * @param hasTraded whether this device knows that they have traded: then no request is made
 */
export const createLoadFirstTrade = (client: Client, hasTraded: () => boolean) =>
  loadFirstBy(
    fromPromise<FirstTrade | null>(async ({ signal }) => {
      if (hasTraded()) return null
      const options = { signal, quiet: true }
      const [name, ...ended] = await Promise.all([
        client.call(getRealInfo, {}, options),
        client.call(lists, { list: 1, limit: 1 }, options),
        client.call(whlists, { list: 1, limit: 1 }, options),
      ])
      if (ended.some((list) => result(list).length > 0)) return null
      const { neededFor, state, reviewSeconds } = result(name)
      return { neededFor, state, reviewSeconds }
    }),
  )

/** The receipt of an option. `quiet`: in the background. */
export const createLoadReceipt = (client: Client) =>
  fromPromise<Receipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(receipt, { id }, { signal, quiet })),
  )

/**
 * Recomputes the ticks of a receipt on this device.
 *
 * @param seenOpening hash of the order's opening tick as this device received it live, or null
 */
export const createCheckReceipt = (
  loadSha256: () => Promise<Sha256>,
  seenOpening: (orderId: string) => string | null,
) =>
  fromPromise<ReceiptVerdict, { receipt: Receipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkReceipt(receipt, seenOpening(receipt.order.id), await loadSha256()) : 'incomplete',
  )
