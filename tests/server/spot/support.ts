import * as api from '../../../src/api/trade/spot.ts'
import type { Output } from '../../../src/api/wire/call.ts'
import { bestOf, leastSize } from '../../../src/rules/market/book.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { pairOf } from '../../../src/rules/market/pairs.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

/** A valid market order for 0.01 BTC, with a test's changes. */
export const spotOrder = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  symbol: 'BTCUSDT',
  side: 'buy',
  type: 'market',
  quantity: '0.01',
  ...change,
})

const { scale, quantityScale } = instrumentOf('BTCUSDT')
/** A quantity of BTC in minor units. */
export const minor = (text: string) => parseMoney(text, quantityScale) ?? 0n
const [unit, most] = [minor(pairOf('BTCUSDT').unit), minor(pairOf('BTCUSDT').max)]
const quantity = (minor: bigint) => formatMoney(minor, quantityScale)
/** Quantities of BTC that no order may have: no multiple of the unit, and one unit more than the most. */
export const oddQuantity = quantity((unit * 3n) / 2n)
export const beyondMost = quantity(most + unit)
/** This share of the most of one order in BTC, in thousandths: the depth of the book goes by that. */
export const ofMost = (thousandths: bigint) => quantity(((most * thousandths) / 1_000n / unit) * unit)
/** Two thirds of the smallest level of BTC's book. */
export const withinALevel = quantity(((leastSize('BTCUSDT') * 2n) / 3n / unit) * unit)

/** The best ask and bid of BTC at this shown price, both wire prices. */
const best = (side: 'ask' | 'bid') => (shown: string) =>
  formatMoney(bestOf('BTCUSDT', side, parseMoney(shown, scale) ?? 0n), scale)
export const askAt = best('ask')
export const bidAt = best('bid')

/** Minor units of USDT as the wire has them. */
export const usdt = (amount: bigint) => formatMoney(amount, 6)

/** A limit order, as a part of an order. */
export const limit = (value: string, change: Record<string, unknown> = {}) => ({
  type: 'limit',
  price: value,
  ...change,
})

/** Places an order. */
export const ordered = (server: TestServer, token: string, change: Record<string, unknown> = {}) =>
  server.ok(api.trade, spotOrder(change), token)

/** Gives a price for some seconds, a tick each, and tells the order as its owner sees it then. */
export async function after(server: TestServer, token: string, id: string, ...values: string[]) {
  for (const value of values) await price(server, value)
  // The record is complete up to there with the second after it.
  await server.clock.advance(1_000)
  return byId(server, token, id)
}

/** An order as its owner sees it. */
export async function byId(server: TestServer, token: string, id: string): Promise<api.SpotOrder> {
  const all: Output<typeof api.list> = await server.ok(api.list, { limit: 100 }, token)
  const found = all.find((order) => order.id === id)
  if (!found) throw new Error(`no order ${id}`)
  return found
}

/** Takes an order back. */
export const cancelled = (server: TestServer, token: string, id: string) =>
  server.call(api.cancel, { requestId: requestId(), id }, token)
