import { expect } from 'vitest'
import { info } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/trade/forex.ts'
import type { Output } from '../../../src/api/wire/call.ts'
import {
  dealPriceAt,
  type ForexPosition,
  forexMargin,
  forexTermsOf,
  rolloverOf,
  settleForex,
  stopOutPrice,
} from '../../../src/rules/forex/forex.ts'
import { findForexPair } from '../../../src/rules/forex/pairs.ts'
import { HEADROOM_BPS } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

/** Binds a bank card: unused fields are not encrypted. */
export async function bindCard({ platform }: Pick<TestServer, 'platform'>, userId: string): Promise<void> {
  const row = { user_id: userId, sealed: '', updated_at: 0n }
  await platform.db
    .insertInto('bank_cards')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** Binds the card of this token's user. */
export const mayTrade = async (server: TestServer, token: string) =>
  bindCard(server, (await server.ok(info, {}, token)).id)

/** A user who may trade in lots. */
export async function trader(server: TestServer): Promise<{ userId: string; token: string }> {
  const person = await server.person()
  await bindCard(server, person.userId)
  return person
}

/** A valid order: buys a tenth of a lot of EUR/USD, with a test's changes. */
export const position = (change: Record<string, unknown> = {}) => ({
  requestId: requestId(),
  symbol: 'EURUSD',
  direction: 'long',
  lots: '0.1',
  ...change,
})

/** Orders a position. */
export const ordered = (server: TestServer, token: string, change: Record<string, unknown> = {}) =>
  server.ok(api.submit, position(change), token)

/** An open position, opened at a recorded price. */
export async function opened(
  server: TestServer,
  token: string,
  change: Record<string, unknown> = {},
  at = '1.08000',
): Promise<api.ForexOrder> {
  const symbol = String(change.symbol ?? 'EURUSD')
  await price(server, at, symbol)
  const { id } = await ordered(server, token, change)
  await price(server, at, symbol)
  // The record is complete up to there with the second after it.
  await price(server, at, symbol)
  return byId(server, token, id)
}

/** A position as its owner sees it. */
export async function byId(server: TestServer, token: string, id: string): Promise<api.ForexOrder> {
  const all: Output<typeof api.list> = await server.ok(api.list, { limit: 100 }, token)
  const found = all.find((order) => order.id === id)
  if (!found) throw new Error(`no position ${id}`)
  return found
}

/** Asks to close a position, or some of its lots. */
export const closes = (server: TestServer, token: string, id: string, lots?: string) =>
  server.call(api.close, { requestId: requestId(), id, ...(lots !== undefined && { lots }) }, token)

/** Asks to replace both stops of a position. */
export const setsStops = (server: TestServer, token: string, id: string, stops: Record<string, string>) =>
  server.call(api.setStop, { requestId: requestId(), id, ...stops }, token)

/** Minor units of USDT as the wire has them. */
export const usdt = (amount: bigint) => formatMoney(amount, 6)
const minor = (symbol: string, text: string) => parseMoney(text, instrumentOf(symbol).scale) ?? 0n
/** A price in minor units as the wire has it. */
export const priceText = (price: bigint, symbol = 'EURUSD') => formatMoney(price, instrumentOf(symbol).scale)

export const pairOf = (symbol = 'EURUSD') => findForexPair(symbol) ?? expect.fail(`no ${symbol}`)

type Of = { symbol?: string; direction?: 'long' | 'short'; lots?: string; rate?: string }

/** A position by today's terms opened at a recorded price in minor units, with the figures that follow; otherwise as `position()`. */
export function figuresOf({ symbol = 'EURUSD', direction = 'long', lots = '0.1', rate }: Of = {}, at = '1.08000') {
  const pair = pairOf(symbol)
  const terms = {
    ...forexTermsOf(pair, direction, parseMoney(lots, 2) ?? 0n),
    rate: pair.via && rate !== undefined ? minor(pair.via, rate) : null,
  }
  const entry = dealPriceAt(terms, minor(symbol, at), true)
  const initial = forexMargin(terms, entry)
  const opened = { ...terms, entry, initial, margin: initial }
  return { ...opened, night: rolloverOf(terms, entry), stopOut: stopOutPrice(opened) ?? 0n }
}

/** The deal price of an order in EUR/USD that opens at a recorded price, plus some points. */
export const dealAt = (direction: 'long' | 'short', at: string, points = 0n) =>
  priceText(figuresOf({ direction }, at).entry + points)

/** The result of closing it at a recorded price, in minor units. `exit`: its closing price. */
export function closedAt(of: ForexPosition, at: string) {
  const exit = dealPriceAt(of, minor(of.symbol, at), false)
  return { exit, ...settleForex(of, exit) }
}

/** The hold for a margin until the position opens, which allows for a slightly worse price. */
export const withHeadroom = (margin: bigint) => (margin * (10_000n + BigInt(HEADROOM_BPS))) / 10_000n

/** The lots of EUR/USD whose hold is at most this many USDT at 1.08. */
export const lotsFor = (amount: number) =>
  (Math.floor((amount * 100) / (Number(withHeadroom(figuresOf({ lots: '1' }).initial)) / 1e6)) / 100).toFixed(2)
