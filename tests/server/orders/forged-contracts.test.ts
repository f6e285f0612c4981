import { sql } from 'kysely'
import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { checkLeverReceipt } from '../../../src/machines/receipts/lever.ts'
import { DELIVERY_BEFORE_MS, findContract } from '../../../src/rules/lever/terms.ts'
import { GAP_MS } from '../../../src/rules/market/gaps.ts'
import { constants } from '../../receipts/constants.ts'
import { describeServer, MONDAY_NOON, type TestServer } from '../harness.ts'
import { changing } from '../kit/changing.ts'
import {
  allAre,
  type Check,
  LATE,
  passing,
  putOff,
  putOffTriggers,
  receiptsOf,
  sha256,
  verdicts,
} from '../kit/forged.ts'
import { ask, byId, opened, ordered } from '../lever/support.ts'
import { hold, price, SILENCE_MS } from '../microtrade/support.ts'

/*
 * Every field of a contract's receipt is changed, and contracts open and close by a later tick than their own: neither the app's check nor
 * verify.py may call any of these verified. What passes is what was ordered, or what protocol.md lists as stated.
 */

const HOUR_MS = 3_600_000
/** Contracts on gold are delivered this long before its market closes, on Friday of that week at 22:00 UTC. */
const DELIVERY = MONDAY_NOON + 4 * 24 * HOUR_MS + 10 * HOUR_MS - DELIVERY_BEFORE_MS
const BTC = findContract('BTCUSDT') ?? expect.fail('no contract')
const check: Check = (receipt) => checkLeverReceipt(receipt, null, sha256)
const limit = (value: string) => ({ type: 'limit', price: value })

type Ids = Readonly<Record<string, string>>

/** Asks for something of a contract, and gives prices, a tick each. */
async function does(
  server: TestServer,
  token: string,
  call: Parameters<typeof ask>[2],
  input: Record<string, unknown>,
  ...prices: string[]
) {
  expect(await ask(server, token, call, input)).toMatchObject({ type: 'ok' })
  for (const each of prices) await price(server, each)
}

/** Each contract's cause of closing or failing, otherwise its state. */
const ends = async (server: TestServer, token: string, ids: Ids) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(ids).map(async ([name, id]) => {
        const { state, cause, voidReason } = await byId(server, token, id)
        return [name, cause ?? voidReason ?? state] as const
      }),
    ),
  )

/** Changes that pass verification: the server's own statements, and inputs for which another value has the same result. */
const passes = (...also: string[]) =>
  [
    ...['order.acceptedAt', 'order.exposure', 'order.id', 'order.reserve', 'order.settledAt', 'order.version'],
    ...['order.liquidationFeeBps', 'order.stopLoss', 'order.takeProfit', ...also],
  ].sort()

describeServer.onSqlite('orders: a forged contract receipt', (server) => {
  it('is detected for every changed field', async () => {
    const { token } = await server.person()
    const stopped = await opened(server, token, { stopLoss: '39000', takeProfit: '41000' })
    const taken = await opened(server, token, { direction: 'short', takeProfit: '39900' })
    await does(server, token, api.close, { id: stopped.id, quantity: '0.03' }, '40010.00', '40020.00')
    await does(server, token, api.addMargin, { id: stopped.id, amount: '20' }, '40020.00')
    await does(server, token, api.setStop, { id: stopped.id, stopLoss: '39950' }, '40000.00', '39940.00')
    await hold(server, '39890.00', 2)
    const waiting = await ordered(server, token, { ...limit('39800'), leverage: 50 })
    await hold(server, '39850.00', 2)
    await hold(server, '39790.00', 2)
    await hold(server, '39000.00', 2)
    const limited = await opened(server, token, { leverage: 50 }, '39200.00')
    const standing = await opened(server, token, { quantity: '0.02' }, '39200.00')
    const closing = await opened(server, token, { leverage: 50 }, '39200.00')
    // A gap in the record, and a distant price afterwards.
    await server.clock.advance(GAP_MS + 10_000)
    await hold(server, '41500.00', 2)
    await does(server, token, api.close, { id: limited.id }, '41500.00', '41500.00')
    await does(server, token, api.setStop, { id: standing.id, stopLoss: '39100' }, '41500.00', '41500.00')
    await ask(server, token, api.close, { id: closing.id, quantity: '0.05' })
    const ids = {
      ...{ stopped: stopped.id, taken: taken.id, liquidated: waiting.id, limited: limited.id },
      ...{ standing: standing.id, closing: closing.id },
    }
    expect(await ends(server, token, ids)).toEqual({
      ...{ stopped: 'stopLoss', taken: 'takeProfit', liquidated: 'liquidation', limited: 'user' },
      ...{ standing: 'open.standing', closing: 'open.closing' },
    })
    const receipts = await receiptsOf(server, api.receipt, ids, token)
    expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, check)).toEqual(passes('order.adding', 'order.closing', 'order.fills.since', 'order.next'))
    const nowhere = await ordered(server, token, limit('30000'))
    const none = await receiptsOf(server, api.receipt, { id: nowhere.id }, token)
    expect(verdicts(none, check)).toEqual(allAre(none, 'incomplete'))
  })

  it('is detected for every changed field of a void contract', async () => {
    const { token } = await server.person()
    await price(server, '40000.00')
    const ids: Record<string, string> = {}
    ids.stops = (await ordered(server, token, { stopLoss: '39990' })).id
    await hold(server, '39980.00', 3)
    ids.cost = (await ordered(server, token)).id
    await hold(server, '41000.00', 3)
    ids.limit = (await ordered(server, token, { direction: 'short', ...limit('41100') })).id
    await hold(server, '41050.00', 3)
    await hold(server, '42500.00', 3)
    ids.silent = (await ordered(server, token)).id
    await server.clock.advance(SILENCE_MS)
    await hold(server, '42500.00', 2)
    expect(await ends(server, token, ids)).toEqual({ stops: 'stops', cost: 'cost', limit: 'cost', silent: 'noPrice' })
    const receipts = await receiptsOf(server, api.receipt, ids, token)
    expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, check)).toEqual(passes('order.direction'))
  })

  it.each(LATE)('is detected where it opened or closed %i ticks late', async (late) => {
    const { token } = await server.person()
    const ms = late * 1_000
    await price(server, '40000.00')
    const market = await ordered(server, token)
    const back = await putOff(server, 'levers', market.id, late)
    await hold(server, '40000.00', 7)
    await back()
    const waiting = await ordered(server, token, limit('39990'))
    const stopped = await opened(server, token, { stopLoss: '39985' })
    const asked = await opened(server, token)
    await ask(server, token, api.close, { id: asked.id })
    await sql`update levers set close_ms = close_ms + ${ms}, due_ms = due_ms + ${ms} where id = ${asked.id}`.execute(
      server.platform.db,
    )
    // None of them depends on the first ticks.
    const waited = server.clock.now() - waiting.acceptedAt + ms
    for (const { id } of [waiting, stopped]) await putOffTriggers(server, id, waited)
    for (let tick = 0; tick < 14; tick++) await price(server, `${39_960 + tick}.00`)
    await takeBack(server, stopped.id, waited)
    await takeBack(server, asked.id, ms)
    const ids = { market: market.id, waiting: waiting.id, stopped: stopped.id, asked: asked.id }
    expect(await ends(server, token, ids)).toEqual({
      ...{ market: 'open.standing', waiting: 'open.standing', stopped: 'stopLoss', asked: 'user' },
    })
    const receipts = await receiptsOf(server, api.receipt, ids, token)
    expect(verdicts(receipts, check)).toEqual([
      ['market', 'wrongOpening', 'wrongOpening'],
      ['waiting', 'wrongOpening', 'wrongOpening'],
      ['stopped', 'wrongClosing', 'wrongClosing'],
      ['asked', 'wrongClosing', 'wrongClosing'],
    ])
  })
})

/** Says of a closing that it took effect sooner. */
async function takeBack({ platform: { db } }: TestServer, id: string, ms: number) {
  const { fills } = await db.selectFrom('levers').select('fills').where('id', '=', id).executeTakeFirstOrThrow()
  const sooner = fills.replace(/("since":")(\d+)"/, (_, name: string, since: string) => `${name}${Number(since) - ms}"`)
  expect(sooner).not.toBe(fills)
  await db.updateTable('levers').set({ fills: sooner }).where('id', '=', id).execute()
}

describeServer.onSqlite('orders: a forged receipt of a contract with funding', (server) => {
  const change = changing(BTC)

  it('is detected for every changed field', async () => {
    const { token } = await server.person()
    change({ funding: { hours: 1, ppm: 1_000 } })
    const [long, short] = [await opened(server, token), await opened(server, token, { direction: 'short' })]
    await server.clock.jump(HOUR_MS - (server.clock.now() % HOUR_MS) - 1_000)
    await hold(server, '40000.00', 4)
    await does(server, token, api.close, { id: long.id }, '40000.00', '40000.00')
    const receipts = await receiptsOf(server, api.receipt, { long: long.id, short: short.id }, token)
    expect(verdicts(receipts, check, constants())).toEqual(allAre(receipts, 'verified'))
    expect(passing(receipts, check, constants())).toEqual(passes('order.fills.since'))
  })
})

describeServer.onSqlite(
  'orders: a forged receipt of a contract that was delivered',
  (server) => {
    it('is detected for every changed field', async () => {
      const { token } = await server.person()
      const gold = { symbol: 'XAUUSD', quantity: '1', leverage: 10 }
      await price(server, '2000.00', 'XAUUSD')
      const delivered = await ordered(server, token, gold)
      const waiting = await ordered(server, token, { ...gold, ...limit('1990.00') })
      await hold(server, '2000.00', 57, 'XAUUSD')
      await server.clock.advance(1_000)
      const late = await ordered(server, token, gold)
      await server.clock.advance(DELIVERY - server.clock.now())
      await hold(server, '1980.00', 3, 'XAUUSD')
      const ids = { delivered: delivered.id, waiting: waiting.id, late: late.id }
      expect(await ends(server, token, ids)).toEqual({ delivered: 'delivery', waiting: 'delivery', late: 'delivery' })
      const receipts = await receiptsOf(server, api.receipt, ids, token)
      expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
      expect(passing(receipts, check)).toEqual(passes('order.direction'))
    })
  },
  { start: DELIVERY - 60_000 },
)

/** A Monday in summer, when New York is four hours behind UTC. */
const SUMMER = Date.UTC(2026, 6, 6, 12)

describeServer.onSqlite(
  'orders: a receipt of a contract from before the calendar in New York’s time',
  (server) => {
    it('is verified by the calendar of its time, and by no other one', async () => {
      const { token } = await server.person()
      const { id, deliveryAt } = await opened(server, token, { symbol: 'XAUUSD', quantity: '1' }, '2000.00')
      const end = Date.UTC(2026, 6, 10, 21) - DELIVERY_BEFORE_MS
      expect(deliveryAt).toBe(end)
      const { receipt } = await receiptsOf(server, api.receipt, { receipt: id }, token)
      const by = (end: number) => ({ ...receipt, order: { ...(receipt as { order: object }).order, deliveryAt: end } })
      const receipts = { now: by(end), former: by(end + HOUR_MS) }
      expect(verdicts(receipts, check)).toEqual(allAre(receipts, 'verified'))
      const other = { half: by(end + HOUR_MS / 2), day: by(end - 24 * HOUR_MS) }
      for (const [, ...all] of verdicts(other, check)) expect(all).not.toContain('verified')
    })
  },
  { start: SUMMER },
)
