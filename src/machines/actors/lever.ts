import { fromCallback, fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { getInfo } from '../../api/money/wallet.ts'
import {
  addMargin,
  cancel,
  close,
  closeAll,
  deal,
  type LeverOrder,
  type LeverReceipt,
  receipt,
  setStop,
  submit,
} from '../../api/trade/lever.ts'
import { result } from '../../api/wire/answer.ts'
import { CLOSE_ALL_MAX } from '../../rules/lever/lever.ts'
import { checkLeverReceipt } from '../../rules/receipts/lever.ts'
import type { ReceiptVerdict } from '../../rules/receipts/receipt.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import type { LeverActRequest } from '../trade/leverAct.ts'
import type { LeverOffer, LeverRequest } from '../trade/leverForm.ts'
import type { LoadCover } from './call.ts'
import type { Sha256 } from './sha256.ts'
import { loadNameAndDays } from './trading.ts'

/** Data of a symbol for the order form. Its history is absent if it cannot be loaded. */
export const createLoadLeverOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<LeverOffer, { symbol: string }>(async ({ input: { symbol }, signal }) => {
    const [answer, known] = await Promise.all([
      client.call(deal, { symbol }, { signal }),
      loadNameAndDays(client, loadCover, symbol, signal),
    ])
    return { deal: result(answer), ...known }
  })

/** Orders a contract, or retries the request. It outlives its actor, since a sent request cannot be recalled. */
export const createSubmitLever = (client: Client) =>
  fromPromise<LeverOrder, OnceSending<LeverRequest>>(async ({ input: { again: _, ...order } }) => {
    const { price, takeProfit, stopLoss, ...rest } = order
    const given = (text: string, name: string) => (text === '' ? {} : { [name]: text })
    const input = {
      ...rest,
      ...given(price, 'price'),
      ...given(takeProfit, 'takeProfit'),
      ...given(stopLoss, 'stopLoss'),
    }
    return result(await client.call(submit, input, { quiet: true }))
  })

/** Requests an act on a contract, or retries the request. */
export const createSubmitLeverAct = (client: Client) =>
  fromPromise<LeverOrder, OnceSending<LeverActRequest>>(async ({ input }) => {
    const { act, id, requestId, quantity, takeProfit, stopLoss, amount } = input
    const own = { id, requestId }
    const quiet = { quiet: true }
    const given = (text: string, name: string) => (text === '' ? {} : { [name]: text })
    switch (act) {
      case 'close':
        return result(await client.call(close, { ...own, quantity }, quiet))
      case 'stops': {
        const stops = { ...given(takeProfit, 'takeProfit'), ...given(stopLoss, 'stopLoss') }
        return result(await client.call(setStop, { ...own, ...stops }, quiet))
      }
      case 'margin':
        return result(await client.call(addMargin, { ...own, amount }, quiet))
      case 'cancel':
        return result(await client.call(cancel, own, quiet))
    }
  })

/** Closes all positions, or retries: in batches, each with a request id derived from the first. */
export const createSubmitCloseAll = (client: Client) =>
  fromPromise<readonly LeverOrder[], OnceSending>(async ({ input: { requestId } }) => {
    const all: LeverOrder[] = []
    for (let part = 1; ; part += 1) {
      const own = part === 1 ? requestId : `${requestId}-${part}`
      const closed = result(await client.call(closeAll, { requestId: own }, { quiet: true }))
      all.push(...closed)
      if (closed.length < CLOSE_ALL_MAX) return all
    }
  })

/**
 * The available balance of a currency and the loan cover, loaded once and then kept current by account events. If it cannot be loaded,
 * only the server validates.
 */
export const createWatchAvailable = (client: Client, loadCover: LoadCover) =>
  fromCallback<{ type: 'none' }, { currency: string }>(({ input: { currency }, sendBack }) => {
    const given = new AbortController()
    const { signal } = given
    Promise.all([client.call(getInfo, { currency }, { signal, quiet: true }), loadCover(signal)])
      .then(([answer, cover]) => {
        sendBack({ type: 'cover.known', cover })
        sendBack({ type: 'account.wallet', wallet: result(answer) })
      })
      .catch(() => {})
    return () => given.abort()
  })

/** The receipt of a contract. `quiet`: in the background. */
export const createLoadLeverReceipt = (client: Client) =>
  fromPromise<LeverReceipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(receipt, { id }, { signal, quiet })),
  )

/**
 * Recomputes the ticks of a contract on this device.
 *
 * @param seenOpening hash of the order's opening tick as this device received it live, or null
 */
export const createCheckLeverReceipt = (
  loadSha256: () => Promise<Sha256>,
  seenOpening: (orderId: string) => string | null,
) =>
  fromPromise<ReceiptVerdict, { receipt: LeverReceipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkLeverReceipt(receipt, seenOpening(receipt.order.id), await loadSha256()) : 'incomplete',
  )
