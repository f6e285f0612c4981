import * as spot from '../../../src/api/trade/spot.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { notionalOf } from '../../../src/rules/lever/lever.ts'
import { bestOf } from '../../../src/rules/market/book.ts'
import { holdOf, marketBound, spotFeeOf } from '../../../src/rules/spot/spot.ts'
import { mostFor } from '../../../src/rules/strategy/strategy.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

export { hold, price, requestId } from '../microtrade/support.ts'

/** A minute is a day. */
export const MINUTE_DAYS = { PAPER_DAY_SECONDS: '60' }
export const DAY_MS = 60_000

/** A buy of at most 100 USDT of BTC each day. */
export const recurring = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  ...{ type: 'recurring', symbol: 'BTCUSDT', amount: '100', days: 1 },
  ...change,
})

/**
 * The figures of `recurring()` at 40,000, in minor units: the BTC that 100 USDT buy at its worst price, the hold for
 * them, and their cost at the best ask.
 */
export const buyOf = () => {
  const worst = marketBound('BTCUSDT', 'buy', 4_000_000n)
  const coins = mostFor('BTCUSDT', 100_000_000n, worst)
  const cost = notionalOf('BTCUSDT', coins, bestOf('BTCUSDT', 'ask', 4_000_000n))
  return { coins, held: holdOf('BTCUSDT', 'buy', coins, worst), paid: cost + spotFeeOf(cost) }
}

/** A grid of four steps between 36,000 and 44,000, with 1,000 USDT. */
export const grid = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  ...{ type: 'grid', symbol: 'BTCUSDT', amount: '1000', lower: '36000', upper: '44000', grids: 4 },
  ...change,
})

/** Starts a strategy while the price is 40,000. */
export async function started(server: TestServer, token: string, sent: Record<string, unknown>): Promise<api.Strategy> {
  await price(server, '40000.00')
  return server.ok(api.submit, sent, token)
}

/** A strategy as its owner sees it. */
export async function now(server: TestServer, token: string, id: string): Promise<api.Strategy> {
  const [strategy] = await server.ok(api.list, { id }, token)
  if (!strategy) throw new Error(`there is no strategy ${id}`)
  return strategy
}

/** The orders of a strategy, oldest first. */
export const ordersOf = async (server: TestServer, token: string, id: string): Promise<spot.SpotOrder[]> =>
  (await server.ok(spot.list, { strategy: id, limit: 100 }, token)).reverse()

/** Records a price each second until all its effects are done: a fill, the order that follows it, and that order's first tick. */
export async function settle(server: TestServer, value: string, seconds = 4): Promise<void> {
  for (let second = 0; second < seconds; second++) await price(server, value)
}

export const act = (server: TestServer, call: typeof api.pause, token: string, id: string) =>
  server.call(call, { requestId: requestId(), id }, token)

/** Sends a price once a second until a strategy reaches a state: requests take effect at recorded ticks. */
export async function until(
  server: TestServer,
  token: string,
  id: string,
  state: api.Strategy['state'],
  value = '40000.00',
): Promise<api.Strategy> {
  for (let second = 0; second < 20; second++) {
    const strategy = await now(server, token, id)
    if (strategy.state === state) return strategy
    await price(server, value)
  }
  const stands = [await now(server, token, id), ...(await ordersOf(server, token, id))]
  throw new Error(`strategy ${id} does not come to ${state}: ${JSON.stringify(stands)}`)
}
