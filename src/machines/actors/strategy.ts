import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { candles } from '../../api/market/market.ts'
import type { Order } from '../../api/trade/orders.ts'
import { list as spotList } from '../../api/trade/spot.ts'
import * as api from '../../api/trade/strategy.ts'
import { result } from '../../api/wire/answer.ts'
import type { StrategyPast } from '../../rules/strategy/replay.ts'
import type { Page, PageRequest } from '../parts/pagedList.ts'
import type { OnceRequest, OnceSending } from '../parts/submitOnce.ts'
import type { OrderListInput } from '../trade/orderList.ts'
import type { LoadedStrategyOffer, StrategyRequest } from '../trade/strategyForm.ts'
import type { Asked, ReplayTask } from '../trade/strategyPast.ts'
import type { LoadCover } from './call.ts'
import { loadName } from './trading.ts'

/** Data for the strategy form. */
export const createLoadStrategyOffer = (client: Client, loadCover: LoadCover) =>
  fromPromise<LoadedStrategyOffer>(async ({ signal }) => {
    const [offer, wanted, cover] = await Promise.all([
      client.call(api.config, {}, { signal }),
      loadName(client, signal),
      loadCover(signal),
    ])
    return { offer: result(offer), wanted, cover }
  })

/** The form's values, without those of the other kind of strategy. */
const settingsOf = ({ type, symbol, amount, days, lower, upper, grids }: StrategyRequest) =>
  type === 'recurring'
    ? { type, symbol, amount, days: Number(days) }
    : { type, symbol, amount, lower, upper, grids: Number(grids) }

/** Starts a strategy, or retries the request. It outlives its actor, since a sent request cannot be recalled. */
export const createSubmitStrategy = (client: Client) =>
  fromPromise<api.Strategy, OnceSending<StrategyRequest>>(async ({ input: { again: _, ...request } }) => {
    const { requestId, confirmBy } = request
    return result(await client.call(api.submit, { ...settingsOf(request), requestId, confirmBy }, { quiet: true }))
  })

/** A page of the orders that a strategy placed, newest first. */
export const createLoadPlaced = (client: Client) =>
  fromPromise<Page<Order>, PageRequest<OrderListInput>>(
    async ({ input: { strategy, list, before, limit }, signal }) => {
      const orders = result(await client.call(spotList, { strategy, list, before, limit }, { signal }))
      return { entries: orders.map((order) => ({ kind: 'spot', ...order })) }
    },
  )

type Act = typeof api.pause | typeof api.resume | typeof api.stop

/** Requests an act on a strategy, or retries the request. */
export const createStrategyAct = (client: Client, act: Act) =>
  fromPromise<api.Strategy, OnceSending<OnceRequest & { id: string }>>(async ({ input: { id, requestId } }) =>
    result(await client.call(act, { id, requestId }, { quiet: true })),
  )

/**
 * The backtest of a strategy over the newest recorded bars.
 *
 * @param startWorker starts a worker, which is terminated once it answered or the effect was stopped
 */
export const createReplay = (client: Client, startWorker: () => Worker) =>
  fromPromise<StrategyPast | null, Asked>(async ({ input: { question }, signal }) => {
    if (!question) return null
    const { form, dayMs, interval, bars: limit } = question
    const asked = { symbol: form.symbol, interval, limit }
    const bars = result(await client.call(candles, asked, { signal, quiet: true }))
    return ask(startWorker(), { form, dayMs, candles: bars }, signal)
  })

async function ask(worker: Worker, task: ReplayTask, signal: AbortSignal): Promise<StrategyPast | null> {
  try {
    return await new Promise<StrategyPast | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(`the replay failed: ${message}`))
      signal.onabort = () => reject(signal.reason)
      worker.postMessage(task)
    })
  } finally {
    worker.terminate()
  }
}
