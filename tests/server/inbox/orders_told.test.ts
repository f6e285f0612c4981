import { beforeEach, describe, expect, it } from 'vitest'
import { moveOrder } from '../../../server/orders/module.ts'
import { planKind } from '../../../server/plan/kind.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setNotifications } from '../../../src/api/account/notifications.ts'
import { messages } from '../../../src/api/account/user.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { close } from '../../../src/api/trade/lever.ts'
import * as micro from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { ask, closedAt, ordered as contract, opened, position, usdt } from '../lever/support.ts'
import { hold, order as option, price, withProfit } from '../microtrade/support.ts'
import { begun, join, MINUTE_DAYS, now, pass, rowOf, TIER } from '../plan/support.ts'
import { cancelled, limit, ordered as spot } from '../spot/support.ts'

/** A wire amount as shown in notifications. */
const written = (amount: string) => amount.replace(/0{1,4}$/, '')

describeServer.onSqlite(
  'messages about orders',
  (server) => {
    let token: string
    beforeEach(async () => {
      token = (await server.person()).token
    })

    /** Their notifications, oldest first. */
    const told = async () => {
      const all = (await server.ok(messages, { limit: 100 }, token)).messages.toReversed()
      return all.map(({ kind, key, params }) => ({ kind, key, params }))
    }
    const balance = async () => Number((await server.ok(getInfo, {}, token)).balance)
    const unread = async () => (await server.ok(messages, {}, token)).unread

    describe('of an option', () => {
      const ended = async (...prices: string[]) => {
        await price(server, '40000.00')
        await server.ok(micro.submit, option({ amount: '100' }), token)
        await price(server, '40000.00')
        for (const each of prices) await hold(server, each, 16)
      }

      it('its result, as read unless opted in', async () => {
        await ended('40000.00', '40100.00')
        await ended('40000.00', '39900.00')
        expect(await unread()).toBe(0)
        await server.ok(setNotifications, { action: 'switch', kind: 'option', way: 'app', on: true }, token)
        await ended('40000.00', '40000.00')
        expect(await unread()).toBe(1)
        const of = { pair: 'BTC/USDT', currency: 'USDT' }
        expect(await told()).toEqual([
          {
            kind: 'option',
            key: 'optionWon',
            params: { ...of, amount: written(withProfit(100, 100)), profit: written(withProfit(0, 100)) },
          },
          { kind: 'option', key: 'optionLost', params: { ...of, amount: '100.00' } },
          { kind: 'option', key: 'optionReturned', params: { ...of, amount: '100.00' } },
        ])
      })

      it('its refund, if no price came', async () => {
        await price(server, '40000.00')
        await server.ok(micro.submit, option({ amount: '100' }), token)
        await server.clock.advance(60_000)
        expect(await told()).toMatchObject([{ key: 'optionReturned', params: { amount: '100.00' } }])
      })
    })

    describe('of a contract', () => {
      const closes = async (change: Record<string, unknown>, ...prices: string[]) => {
        const { id } = await opened(server, token, change)
        for (const each of prices) await hold(server, each, 2)
        return id
      }

      it('the cause of its close, its cost and the returned amount', async () => {
        const id = await closes({})
        await ask(server, token, close, { id })
        await hold(server, '40000.00', 2)
        await closes({ takeProfit: '40500' }, '40500.00')
        await closes({ stopLoss: '39500' }, '39500.00')
        await closes({}, '38000.00')
        const of = { pair: 'BTC/USDT', currency: 'USDT', paid: written(usdt(position().paid)) }
        const at = (price: string) => ({ ...of, amount: written(usdt(closedAt(position(), price).payout)) })
        expect(await told()).toEqual([
          { kind: 'settlement', key: 'contractClosed', params: at('40000.00') },
          { kind: 'settlement', key: 'contractTookProfit', params: at('40500.00') },
          { kind: 'settlement', key: 'contractStopped', params: at('39500.00') },
          { kind: 'settlement', key: 'contractLiquidated', params: { ...of, amount: '0.00' } },
        ])
        expect(await unread()).toBe(4)
      })

      it('the opening of a limit order, and a void order; nothing about a cancelled one', async () => {
        await price(server, '40000.00')
        await contract(server, token, { type: 'limit', price: '39500.00' })
        await hold(server, '39500.00', 3)
        const of = { pair: 'BTC/USDT' }
        expect(await told()).toEqual([
          { kind: 'settlement', key: 'contractOpened', params: { ...of, price: '39500.00' } },
        ])
        await contract(server, token, { direction: 'short' })
        await server.clock.advance(20_000)
        expect((await told()).slice(1)).toEqual([
          {
            kind: 'settlement',
            key: 'contractReturned',
            params: { ...of, amount: expect.stringMatching(/^\d+\.\d{2,6}$/), currency: 'USDT' },
          },
        ])
      })
    })

    describe('of a plan', () => {
      it('the returned amount at its end, and a rejection', async () => {
        const { id } = await begun(server, token)
        await pass(server, TIER.days + 1)
        const { total } = await now(server, token, id)
        const all = written((1_000 + Number(total)).toFixed(6))
        expect(await told()).toEqual([
          { kind: 'plan', key: 'planEnded', params: { amount: '1000.00', total: all, currency: 'USDT' } },
        ])
        const { id: second } = await join(server, token)
        const row = await rowOf(server, second)
        await commit(server.platform, (unit) => moveOrder(unit, planKind, row, { event: { type: 'plan.refuse' } }))
        expect((await told()).slice(1)).toEqual([
          { kind: 'plan', key: 'planRefused', params: { amount: '1000.00', currency: 'USDT' } },
        ])
      })
    })

    describe('of a spot order', () => {
      beforeEach(() => price(server, '40000.00'))

      it('the first fill and the end of a limit order', async () => {
        await spot(server, token, { ...limit('39900.00'), quantity: '0.1' })
        await hold(server, '40000.00', 2)
        expect(await told()).toEqual([])
        await hold(server, '39800.00', 3)
        const of = { pair: 'BTC/USDT', base: 'BTC', currency: 'USDT', quantity: '0.1', filled: '0.1' }
        const [bought, ...more] = await told()
        expect(more).toEqual([])
        expect(bought).toMatchObject({ kind: 'settlement', key: 'spotBought', params: of })
        const paid = Number(bought?.params.amount)
        const left = await balance()
        expect(paid).toBeCloseTo(10_000 - left, 1)
        await spot(server, token, { ...limit('40000.00'), side: 'sell', quantity: '0.1' })
        await hold(server, '40100.00', 3)
        const [sold] = (await told()).slice(1)
        expect(sold).toMatchObject({ key: 'spotSold', params: of })
        expect(Number(sold?.params.amount)).toBeCloseTo((await balance()) - left, 1)
      })

      it('nothing about a market order, or one cancelled unfilled', async () => {
        await spot(server, token)
        const { id } = await spot(server, token, limit('30000.00'))
        await hold(server, '40000.00', 2)
        expect(await cancelled(server, token, id)).toMatchObject({ type: 'ok' })
        await hold(server, '40000.00', 2)
        expect(await told()).toEqual([])
      })

      it('an unfilled IOC order', async () => {
        await spot(server, token, limit('30000.00', { timeInForce: 'ioc' }))
        await hold(server, '40000.00', 2)
        expect(await told()).toEqual([{ kind: 'settlement', key: 'spotReturned', params: { pair: 'BTC/USDT' } }])
      })
    })
  },
  { env: MINUTE_DAYS },
)
