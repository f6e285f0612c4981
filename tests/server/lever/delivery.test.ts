import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { onCrossing } from '../../../server/lever/by-the-record.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import { DELIVERY_BEFORE_MS } from '../../../src/rules/lever/terms.ts'
import { describeServer, MONDAY_NOON, type TestServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, byId, ordered } from './support.ts'

const HOUR_MS = 3_600_000
/** The Friday of that week, before the market closes at 22:00 UTC: contracts on gold end. */
const DELIVERY = MONDAY_NOON + 4 * 24 * HOUR_MS + 10 * HOUR_MS - DELIVERY_BEFORE_MS
const MARKET = { symbol: 'XAUUSD', quantity: '1', leverage: 10 }
const LIMIT = { ...MARKET, type: 'limit', price: '1995.00' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A test's acts a minute before contracts end, ahead of a weekend. The days before take long, so each has its own server. */
function itBefore(name: string, run: (server: TestServer, token: string) => Promise<void>) {
  describeServer.onSqlite(
    'a contract right before its delivery',
    (server) => {
      it(name, async () => {
        const { token } = await server.person()
        await price(server, '2000.00', 'XAUUSD')
        await run(server, token)
        expect(await server.ledger()).toEqual([])
        expect(await createInvariants().check(server.platform.db)).toEqual([])
      })
    },
    { start: DELIVERY - 60_000 },
  )
}

const until = async ({ clock }: TestServer, ms: number) => void (await clock.advance(ms - clock.now()))

async function expectAllBack(server: TestServer, token: string, id: string, state = 'unexpected') {
  const order = await byId(server, token, id)
  expect(order).toMatchObject({ state, status: 3, dealPrice: null, openTick: null, fills: [] })
  expect(order.settledAt).toBeGreaterThanOrEqual(order.acceptedAt)
  const { available, frozen } = await server.ok(getInfo, { currency: 'USDT' }, token)
  expect([available, frozen]).toEqual(['10000.000000', '0.000000'])
}

itBefore(
  'lever delivery: waits for its limit until then, and comes back whatever the price does after',
  async (server, token) => {
    const { id, deliveryAt } = await ordered(server, token, LIMIT)
    expect(deliveryAt).toBe(DELIVERY)
    await hold(server, '2000.00', 58, 'XAUUSD')
    expect(await byId(server, token, id)).toMatchObject({ state: 'pending' })
    await hold(server, '2000.00', 3, 'XAUUSD')
    await expectAllBack(server, token, id)
    await hold(server, '1990.00', 3, 'XAUUSD')
    await expectAllBack(server, token, id)
  },
)

itBefore(
  'lever delivery: opens at no limit that the first tick of its time reaches, or one after',
  async (server, token) => {
    const { id } = await ordered(server, token, LIMIT)
    await until(server, DELIVERY)
    await hold(server, '1990.00', 3, 'XAUUSD')
    await expectAllBack(server, token, id)
  },
)

itBefore('opens by a tick before it, and is delivered at the last one until then', async (server, token) => {
  const { id } = await ordered(server, token, LIMIT)
  await until(server, DELIVERY - 2_500)
  server.tick('XAUUSD', '1994.00')
  await until(server, DELIVERY - 500)
  server.tick('XAUUSD', '1996.00')
  await until(server, DELIVERY + 500)
  await hold(server, '1990.00', 3, 'XAUUSD')
  const order = await byId(server, token, id)
  expect(order).toMatchObject({ dealPrice: '1994.00', cause: 'delivery', fills: [{ tick: { price: '1996.00' } }] })
  const receipt = await server.ok(api.receipt, { id }, token)
  const check = (deliveryAt: number) =>
    checkLeverReceipt({ ...receipt, order: { ...receipt.order, deliveryAt } }, null, sha256)
  const openedAt = order.openTick?.time ?? 0
  expect([DELIVERY, openedAt + 1, openedAt].map(check)).toEqual(['verified', 'wrongPayout', 'wrongOpening'])
})

itBefore('is delivered where a close that was asked right before finds no tick until then', async (server, token) => {
  const asked = async (input: Record<string, unknown>) =>
    expect(await ask(server, token, api.close, input)).toMatchObject({ type: 'ok' })
  const whole = await ordered(server, token, MARKET)
  const part = await ordered(server, token, { ...MARKET, direction: 'short', quantity: '2' })
  await hold(server, '2000.00', 2, 'XAUUSD')
  await until(server, DELIVERY - 2_000)
  await asked({ id: part.id, quantity: '1' })
  await until(server, DELIVERY - 1_500)
  server.tick('XAUUSD', '1996.00')
  await until(server, DELIVERY - 400)
  await asked({ id: whole.id })
  expect(await byId(server, token, whole.id)).toMatchObject({ state: 'open.closing' })
  await until(server, DELIVERY + 500)
  await hold(server, '2050.00', 3, 'XAUUSD')
  const by = (cause: string) => ({ cause, quantity: '1.00', tick: { price: '1996.00' } })
  expect(await byId(server, token, whole.id)).toMatchObject({ cause: 'delivery', fills: [by('delivery')] })
  expect((await byId(server, token, part.id)).fills).toMatchObject([by('user'), by('delivery')])
  const receipt = await server.ok(api.receipt, { id: whole.id }, token)
  expect(checkLeverReceipt(receipt, null, sha256)).toBe('verified')
})

itBefore('lever delivery: refunds an order that is cancelled as its time comes', async (server, token) => {
  const { id } = await ordered(server, token, LIMIT)
  await until(server, DELIVERY - 1)
  expect(await ask(server, token, api.cancel, { id })).toMatchObject({ message: { state: 'cancelling' } })
  await until(server, DELIVERY)
  await hold(server, '1990.00', 3, 'XAUUSD')
  const { state } = await byId(server, token, id)
  expect(['cancelled', 'unexpected']).toContain(state)
  await expectAllBack(server, token, id, state)
})

itBefore(
  'lever delivery: comes back where it is at the market and no tick is left until then',
  async (server, token) => {
    await until(server, DELIVERY - 1_500)
    server.tick('XAUUSD', '2000.00')
    await until(server, DELIVERY - 400)
    const { id } = await ordered(server, token, MARKET)
    await until(server, DELIVERY + 100)
    await hold(server, '2005.00', 3, 'XAUUSD')
    await expectAllBack(server, token, id)
  },
)

itBefore(
  'lever delivery: opens by a tick before its time, and by none at it, in either order of checks',
  async (server, token) => {
    const { id } = await ordered(server, token, LIMIT)
    const { db } = server.platform
    const order = await db.selectFrom('levers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const tick = await db.selectFrom('ticks').selectAll().where('symbol', '=', 'XAUUSD').executeTakeFirstOrThrow()
    for (const state of ['pending', 'cancelling'] as const) {
      const events = [-1, 0, 1].map((ms) => {
        const reached = { ...tick, price: 199_400n, time_ms: BigInt(DELIVERY + ms) }
        return onCrossing({ ...order, state }, { names: ['limit'], tick: reached, sinceMs: 0n }).event.type
      })
      expect(events).toEqual(['order.open', 'order.void', 'order.void'])
    }
  },
)
