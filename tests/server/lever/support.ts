import { expect } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import type { Output } from '../../../src/api/wire/call.ts'
import {
  feesNow,
  type LeverCause,
  leverFeeOf,
  liquidationPrice,
  maintenanceOf,
  marginOf,
  notionalOf,
  type Position,
  settlementOf,
} from '../../../src/rules/lever/lever.ts'
import { findContract, HEADROOM_BPS } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

/** A valid order: a market long of 0.1 BTC at 20x, with a test's changes. */
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

/** An open position, opened at a price. */
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

export const BTC = findContract('BTCUSDT') ?? expect.fail('no contract')
const minor = (text: string) => parseMoney(text, instrumentOf('BTCUSDT').quantityScale) ?? 0n
const [unit, most] = [minor(BTC.unit), minor(BTC.max)]
const quantity = (minor: bigint) => formatMoney(minor, instrumentOf('BTCUSDT').quantityScale)
/** Quantities of BTC that no order may have: no multiple of the unit, less than it, and one unit more than the most. */
export const oddQuantity = quantity((unit * 3n) / 2n)
export const halfUnit = quantity(unit / 2n)
export const beyondMost = quantity(most + unit)

/** The initial balance, in minor units of USDT. */
export const PAPER = 10_000_000_000n
/** Minor units of USDT as the wire has them, and of a price of `contract()`. */
export const usdt = (amount: bigint) => formatMoney(amount, 6)
export const cents = (price: bigint) => formatMoney(price, 2)

/** The inputs of a position's figures; the others are those of `contract()`. `added`: to its margin, in minor units. */
type Of = {
  symbol?: string
  direction?: Position['direction']
  quantity?: string
  leverage?: number
  exposure?: bigint
  added?: bigint
}

/** A position by today's terms in minor units, with the figures that follow; `entry` is a wire price. */
export function position(of: Of = {}, entry = '40000.00') {
  const { symbol = 'BTCUSDT', direction = 'long', quantity = '0.1', leverage = 20, exposure = 0n, added = 0n } = of
  const { scale, quantityScale } = instrumentOf(symbol)
  const facts = {
    ...{ symbol, direction, exposure, tiers: findContract(symbol)?.tiers ?? [] },
    ...{ quantity: parseMoney(quantity, quantityScale) ?? 0n, entry: parseMoney(entry, scale) ?? 0n },
  }
  const worth = notionalOf(symbol, facts.quantity, facts.entry)
  const [margin, openFee] = [marginOf(worth, leverage) + added, leverFeeOf(worth)]
  const maintenance = maintenanceOf(facts, worth, exposure)
  const liquidation = liquidationPrice({ ...facts, margin }) ?? 0n
  return { ...facts, worth, margin, openFee, paid: margin + openFee, maintenance, liquidation }
}

/** The result of closing it whole at a wire price, in minor units. */
export const closedAt = (of: Position, price: string, cause: LeverCause = 'user') =>
  settlementOf(of, parseMoney(price, instrumentOf(of.symbol).scale) ?? 0n, cause, feesNow)

/** The worst price at which a market order opens, in minor units: its cost there is held. */
export const withHeadroom = (price: string, symbol = 'BTCUSDT') =>
  ((parseMoney(price, instrumentOf(symbol).scale) ?? 0n) * (10_000n + BigInt(HEADROOM_BPS))) / 10_000n
