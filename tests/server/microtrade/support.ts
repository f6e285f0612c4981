import type { Output } from '../../../src/api/call.ts'
import * as api from '../../../src/api/microtrade.ts'
import type { TestServer } from '../harness.ts'

let requests = 0
/** A request id that no other request has. */
export const requestId = () => `request-of-a-test-${++requests}`

/** A valid order, with what a test changes. */
export const order = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  symbol: 'BTCUSDT',
  direction: 'rise',
  currency: 'USDT',
  amount: '100',
  seconds: 30,
  ...change,
})

/** Gives a price, and moves on until it is on the record. */
export async function price(server: TestServer, value: string, symbol = 'BTCUSDT'): Promise<void> {
  server.tick(symbol, value)
  await server.clock.advance(1_000)
}

/** Keeps the price for some seconds, a tick each. */
export async function hold(server: TestServer, value: string, seconds: number, symbol = 'BTCUSDT'): Promise<void> {
  for (let second = 0; second < seconds; second++) await price(server, value, symbol)
}

/** The newest order of a person. */
export async function newest(
  server: TestServer,
  token: string,
  call: typeof api.lists = api.lists,
): Promise<Output<typeof api.lists>[number]> {
  const [first] = await server.ok(call, {}, token)
  if (!first) throw new Error('no order')
  return first
}
