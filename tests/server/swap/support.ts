import * as api from '../../../src/api/swap.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

/** A swap of 400 USDT for bitcoin, with what a test changes. */
export const wanted = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  from: 'USDT',
  to: 'BTC',
  amount: '400',
  ...change,
})

/** Gives both coins a price that is on the record. */
export async function prices(server: TestServer, btc = '40000.00', eth = '2000.00'): Promise<void> {
  server.tick('ETHUSDT', eth)
  await price(server, btc)
}

export const quote = (server: TestServer, token: string, change = {}) =>
  server.ok(api.flashAgainstQuote, wanted(change), token)

export const execute = (server: TestServer, token: string, id: string) =>
  server.ok(api.flashAgainst, { requestId: requestId(), id }, token)

/** Quotes a swap and carries it out. */
export const swapped = async (server: TestServer, token: string, change = {}) =>
  execute(server, token, (await quote(server, token, change)).id)
