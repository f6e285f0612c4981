import { describe, expect, it } from 'vitest'
import { createRetention, TICKS_KEPT_MS } from '../../../server/market/retention.ts'
import { modules } from '../../../server/modules.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { exportData } from '../../../src/api/account/export.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { walkOrder } from '../kit/walk-order.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { PASSWORD, registered } from '../security/support.ts'
import * as api from './reservation/api.ts'
import { reservationMachine } from './reservation/machine.ts'
import { reservation } from './reservation/module.ts'

/*
 * A kind of order that only the tests have. It is listed, and nothing else of the house knows it: what it gets by that is
 * what every kind to come gets.
 */

const listed = [...modules, reservation]
let requests = 0
const order = (change: Record<string, unknown> = {}) => ({
  requestId: `reservation-${String(++requests).padStart(6, '0')}`,
  symbol: 'BTCUSDT',
  amount: '3000',
  level: '43000.00',
  seconds: 60,
  ...change,
})
const saboteur = createSaboteur()

describeServer(
  'a listed kind of order',
  (server) => {
    const reserve = async (token: string, change = {}) => server.ok(api.reserve, order(change), token)
    const now = async (token: string) => (await server.ok(api.list, {}, token))[0]

    describe('walks each path of its machine:', () => {
      walkOrder(server, {
        kind: 'reservation',
        machine: reservationMachine,
        events: [{ type: 'reservation.consume' }, { type: 'reservation.expire' }, { type: 'reservation.cancel' }],
        list: api.list,
        place: async (_, token) => {
          await price(server, '42000.00')
          return (await reserve(token)).id
        },
        happen: async (_, { id, token }, { type }) => {
          if (type === 'reservation.consume') await hold(server, '43000.01', 2)
          if (type === 'reservation.expire') await hold(server, '42999.99', 62)
          if (type === 'reservation.cancel') {
            await server.ok(api.cancel, { id, requestId: order().requestId }, token)
          }
        },
        wallet: {
          held: ['7000.000000', '3000.000000'],
          consumed: ['7000.000000', '0.000000'],
          released: ['10000.000000', '0.000000'],
        },
      })
    })

    describe('its call that debits money', () => {
      testMoneyCall(server, saboteur, {
        call: api.reserve,
        input: async (_, __, change = {}) => order(change),
        other: { amount: '3001' },
        most: { change: { amount: '3000' }, count: 3, refusal: 'insufficientBalance' },
      })
    })

    describe('its call that refunds money', () => {
      testMoneyCall(server, saboteur, {
        call: api.cancel,
        input: async (_, token) => ({ id: (await reserve(token, { seconds: 3_600, level: '99000.00' })).id }),
        other: { id: 'another-order' },
      })
    })

    it('takes the first recorded tick that reached the price, however late it is searched', async () => {
      const { token } = await server.person()
      await price(server, '42000.00')
      const { id } = await reserve(token, { seconds: 3_600 })
      await price(server, '42999.99')
      expect(await now(token)).toMatchObject({ state: 'held', tick: null })
      await price(server, '45000.00')
      await hold(server, '41000.00', 3)
      const { tick } = (await now(token)) ?? {}
      const found = await server.platform.db
        .selectFrom('ticks')
        .select(['seq', 'price'])
        .where('symbol', '=', 'BTCUSDT')
        .where('seq', '=', BigInt(tick ?? -1))
        .executeTakeFirst()
      expect(found?.price).toBe(4_500_000n)
      expect(await now(token)).toMatchObject({ id, state: 'consumed', version: 2 })
    })

    it('finds a price reached while the server was down, which precedes a later due time', async () => {
      const { token } = await server.person()
      await price(server, '42000.00')
      await reserve(token, { seconds: 3_600 })
      server.tick('BTCUSDT', '43500.00')
      await server.clock.advance(1_000)
      await server.restart()
      await hold(server, '42000.00', 2)
      expect(await now(token)).toMatchObject({ state: 'consumed' })

      await reserve(token, { seconds: 5 })
      await hold(server, '42000.00', 3)
      await price(server, '43000.00')
      await hold(server, '42000.00', 6)
      expect(await now(token)).toMatchObject({ state: 'consumed' })
    })

    it('ignores prices from before it was placed, and after it is cancelled', async () => {
      const { token } = await server.person()
      await hold(server, '44000.00', 2)
      await price(server, '42000.00')
      const { id } = await reserve(token, { seconds: 3_600 })
      await hold(server, '42000.00', 2)
      expect(await now(token)).toMatchObject({ state: 'held' })
      await server.ok(api.cancel, { id, requestId: order().requestId }, token)
      await hold(server, '44000.00', 2)
      expect(await now(token)).toMatchObject({ state: 'released', version: 2 })
      expect(await server.platform.db.selectFrom('triggers').selectAll().where('order_id', '=', id).execute()).toEqual(
        [],
      )
    })

    it('retains the deciding tick, and no others', async () => {
      const { token } = await server.person()
      await price(server, '42000.00')
      await reserve(token, { seconds: 3_600 })
      await price(server, '43000.00')
      await hold(server, '42000.00', 60)
      const { tick } = (await now(token)) ?? {}
      const ticks = () => server.platform.db.selectFrom('ticks').select('seq').where('symbol', '=', 'BTCUSDT').execute()
      const before = (await ticks()).length
      await createRetention(server.platform.db, listed).ticks(server.clock.now() + TICKS_KEPT_MS)
      const kept = (await ticks()).map(({ seq }) => Number(seq))
      expect(kept).toContain(tick)
      expect(kept.length).toBeLessThan(before - 40)
    })

    it('is in the export, the documents and the metrics, and blocks a withdrawal while live', async () => {
      const token = await registered(server, 'reserver')
      await price(server, '42000.00')
      const { id } = await reserve(token, { seconds: 3_600, level: '99000.00' })
      const data = await server.ok(exportData, { proof: { password: PASSWORD } }, token)
      expect(data.orders.reservation).toEqual([expect.objectContaining({ id, state: 'held' })])
      const read = async (url: string) => (await server.app.http.inject({ method: 'GET', url })).payload
      expect(JSON.parse(await read('/api/openapi.json')).paths).toHaveProperty('/reservation/reserve')
      expect(await read('/api/asyncapi.json')).toContain('"reservation"')
      expect(await read('/metrics')).toContain('quoin_orders_live{kind="reservation"} ')
      const { user_id } = await server.platform.db
        .selectFrom('accounts')
        .select('user_id')
        .where('kind', '=', 'held')
        .where('balance', '=', 3_000_000_000n)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(await reservation.blocksLeaving?.(readFrom(server.platform), user_id)).toEqual(['illegalOperation'])
      await server.ok(api.cancel, { id, requestId: order().requestId }, token)
      expect(await reservation.blocksLeaving?.(readFrom(server.platform), user_id)).toEqual([])
      expect(await server.ledger()).toEqual([])
    })
  },
  { modules: listed, plugins: [saboteur.plugin] },
)
