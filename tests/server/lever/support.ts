import type { Output } from '../../../src/api/call.ts'
import * as api from '../../../src/api/lever.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

/** A valid order: a long of 0.1 BTC at 20 times, at the market, with what a test changes. */
export const contract = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  symbol: 'BTCUSDT',
  direction: 'long',
  type: 'market',
  quantity: '0.1',
  leverage: 20,
  ...change,
})

/** Orders a contract. */
export const ordered = (server: TestServer, token: string, change: Record<string, unknown> = {}) =>
  server.ok(api.submit, contract(change), token)

/** A position that stands, opened at a price. */
export async function opened(
  server: TestServer,
  token: string,
  change: Record<string, unknown> = {},
  at = '40000.00',
): Promise<api.LeverOrder> {
  const symbol = String(change.symbol ?? 'BTCUSDT')
  await price(server, at, symbol)
  const { id } = await ordered(server, token, change)
  await price(server, at, symbol)
  // The record is complete up to there with the second after it.
  await price(server, at, symbol)
  return byId(server, token, id)
}

/** A contract as its owner sees it. */
export async function byId(server: TestServer, token: string, id: string): Promise<api.LeverOrder> {
  const all: Output<typeof api.myTrade> = await server.ok(api.myTrade, { limit: 100 }, token)
  const found = all.find((order) => order.id === id)
  if (!found) throw new Error(`no contract ${id}`)
  return found
}

/** Asks for something of a contract. */
export const ask = (
  server: TestServer,
  token: string,
  call: typeof api.close | typeof api.setStop | typeof api.cancel | typeof api.addMargin,
  input: Record<string, unknown>,
) => server.call(call, { requestId: requestId(), ...input }, token)
