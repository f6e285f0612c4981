import * as microtrade from '../../../src/api/trade/microtrade.ts'
import type { TestServer } from '../harness.ts'
import { hold, order, price } from '../microtrade/support.ts'

/** Buys an option of 30 seconds on a rise, and lets it end at a price. */
export async function ended(server: TestServer, token: string, to: string, change: Record<string, unknown> = {}) {
  const { symbol, amount } = { symbol: 'BTCUSDT', amount: '100', ...change }
  const call = symbol === 'EURUSD' ? microtrade.whsubmit : microtrade.submit
  const from = symbol === 'EURUSD' ? '1.08000' : '43000.00'
  await price(server, from, symbol)
  const { id } = await server.ok(call, order({ symbol, amount }), token)
  await hold(server, from, 3, symbol)
  await hold(server, to, 30, symbol)
  return id
}
