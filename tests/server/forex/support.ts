import type { Output } from '../../../src/api/call.ts'
import * as api from '../../../src/api/forex.ts'
import { info } from '../../../src/api/user.ts'
import type { TestServer } from '../harness.ts'
import { price, requestId } from '../microtrade/support.ts'

/** Binds a bank card: what of it nobody here looks at is not sealed. */
export async function bindCard({ platform }: Pick<TestServer, 'platform'>, userId: string): Promise<void> {
  const row = { user_id: userId, sealed: '', updated_at: 0n }
  await platform.db
    .insertInto('bank_cards')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** Binds the card of whoever has this token. */
export const mayTrade = async (server: TestServer, token: string) =>
  bindCard(server, (await server.ok(info, {}, token)).id)

/** A person who may trade in lots. */
export async function trader(server: TestServer): Promise<{ userId: string; token: string }> {
  const person = await server.person()
  await bindCard(server, person.userId)
  return person
}

/** A valid order: a tenth of a lot of EUR/USD is bought, with what a test changes. */
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

/** A position that stands, opened at a recorded price. */
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

/** Asks to close a position. */
export const closes = (server: TestServer, token: string, id: string) =>
  server.call(api.close, { requestId: requestId(), id }, token)
