import { afterEach, beforeEach, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { spotCommands } from '../../../server/spot/switches.ts'
import { setStatus } from '../../../server/user/module.ts'
import { messages } from '../../../src/api/account/user.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { pairOf } from '../../../src/rules/market/pairs.ts'
import { STRATEGY_ORDER_MIN } from '../../../src/rules/strategy/strategy.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { bidAt, cancelled } from '../spot/support.ts'
import { act, grid, MINUTE_DAYS, now, ordersOf, recurring, settle, started, until } from './support.ts'

describeServer.onSqlite(
  'a running strategy',
  (server) => {
    let token: string
    let userId: string
    const invariants = createInvariants()
    beforeEach(async () => {
      ;({ token, userId } = await server.person())
    })
    afterEach(async () => {
      expect(await invariants.check(server.platform.db)).toEqual([])
    })
    const operator = (name: string, ...args: string[]) => {
      const command = spotCommands.find((each) => each.name === `spot ${name}`)
      if (!command) throw new Error(`no command ${name}`)
      return command.run({ platform: server.platform, who: 'ann', args, tell: () => {}, options: { why: 'a test' } })
    }
    const told = async () => (await server.ok(messages, {}, token)).messages.map(({ key }) => key)
    const live = async (id: string) =>
      (await ordersOf(server, token, id)).filter(({ list }) => list === 0).map(({ side, price }) => `${side} ${price}`)

    it('buys a grid level as the price falls, sells it one level above, and buys again: profit is net of two fees', async () => {
      const { id } = await started(server, token, grid())
      await settle(server, '40000.00')
      expect(await live(id)).toEqual(['buy 36000.00', 'buy 37852.10', 'buy 39799.49', 'sell 44000.00'])
      await settle(server, '39700.00')
      expect(await live(id)).toEqual(['buy 36000.00', 'buy 37852.10', 'sell 44000.00', 'sell 41847.07'])
      await settle(server, '41900.00')
      expect(await live(id)).toEqual(['buy 36000.00', 'buy 37852.10', 'sell 44000.00', 'buy 39799.49'])
      const after = await now(server, token, id)
      expect(after).toMatchObject({ buys: 2, sells: 1, rounds: 1, state: 'running' })
      // Met a little better than its limits: the tick was beyond them.
      const [bought] = (await ordersOf(server, token, id)).filter(({ price }) => price === '39799.49')
      const [sold] = (await ordersOf(server, token, id))
        .filter(({ price }) => price === '41847.07' && price !== null)
        .slice(-1)
      const profit = Number(sold?.worth) - Number(sold?.fee) - Number(bought?.worth) - Number(bought?.fee)
      expect(Number(after.realised)).toBeCloseTo(profit, 6)
      expect(Number(after.realised)).toBeGreaterThan(0)
    })

    it('sells at the current price if it has passed the level before the sell was placed', async () => {
      const { id } = await started(server, token, grid())
      await settle(server, '40000.00')
      server.tick('BTCUSDT', '39700.00')
      await server.clock.advance(1_000)
      await settle(server, '43000.00')
      const sells = (await ordersOf(server, token, id)).filter(({ side }) => side === 'sell')
      // Half of the spread below 43,000, where the book gives just that.
      expect(sells.map(({ price, averagePrice }) => [price, averagePrice])).toEqual([
        ['44000.00', null],
        [bidAt('43000.00'), bidAt('43000.00')],
      ])
    })

    it('makes up for missed intervals with one buy, and keeps its schedule', async () => {
      const { id, nextAt } = await started(server, token, recurring())
      await settle(server, '40000.00')
      // No record for three and a half intervals.
      server.clock.jump((nextAt ?? 0) - server.clock.now() + 150_000)
      await settle(server, '40000.00')
      expect(await now(server, token, id)).toMatchObject({ buys: 2, missed: 2, nextAt: (nextAt ?? 0) + 180_000 })
    })

    it.each<[string, string, () => Promise<unknown>, () => Promise<unknown>]>([
      ['tradingClosed', 'is halted', () => operator('halt', 'BTCUSDT'), () => operator('resume', 'BTCUSDT')],
      ['functionOff', 'is switched off', () => operator('halt', 'off'), () => operator('resume', 'off')],
      ['hoardingActive', 'is hoarded', () => operator('hoard', 'BTCUSDT'), () => operator('unhoard', 'BTCUSDT')],
      [
        'accountLocked',
        'is of a locked account',
        () => commit(server.platform, (unit) => setStatus(unit, userId, 'locked')),
        () => commit(server.platform, (unit) => setStatus(unit, userId, 'active')),
      ],
    ])(
      'is paused by %s where what it would trade %s, takes back what is open, and says so',
      async (reason, _, begin, end) => {
        const { id } = await started(server, token, grid())
        await settle(server, '40000.00')
        await begin()
        try {
          expect(await until(server, token, id, 'paused', '39700.00')).toMatchObject({
            reason,
            buys: 2,
            coins: '0.01210',
          })
          expect(await live(id)).toEqual([])
          expect(await server.ok(getInfo, { currency: 'USDT' }, token)).toMatchObject({ frozen: '0.000000' })
          expect((await told())[0]).toBe('strategyPaused')
        } finally {
          // The other tests trade on the same pair.
          await end()
        }
        // The cause of the pause is gone: it continues from its last state.
        expect(await act(server, api.resume, token, id)).toMatchObject({ message: { state: 'running', reason: null } })
        await settle(server, '39850.00')
        expect(await live(id)).toEqual(['buy 36000.00', 'buy 37852.10', 'sell 41847.07', 'sell 44000.00'])
      },
    )

    it('is paused if its amount is below the minimum order', async () => {
      const amount = Number(STRATEGY_ORDER_MIN) + 2
      const { id, nextAt } = await started(server, token, recurring({ amount: String(amount) }))
      await settle(server, '40000.00')
      server.clock.jump((nextAt ?? 0) - server.clock.now())
      // Its least quantity costs more than that.
      await settle(server, ((amount + 1) / Number(pairOf('BTCUSDT').unit)).toFixed(2))
      expect(await now(server, token, id)).toMatchObject({ state: 'paused', reason: 'strategyTooSmall', missed: 1 })
    })
  },
  { env: MINUTE_DAYS },
)

describeServer.onSqlite(
  'a strategy with a cancelled order, or a delisted pair',
  (server) => {
    let token: string
    beforeEach(async () => {
      token = (await server.person()).token
    })

    it('is paused if its owner cancels one of its orders', async () => {
      const { id } = await started(server, token, grid())
      await settle(server, '40000.00')
      const [first] = await ordersOf(server, token, id)
      await cancelled(server, token, first?.id ?? '')
      expect(await until(server, token, id, 'paused')).toMatchObject({ reason: 'strategyOrderTaken' })
      expect((await ordersOf(server, token, id)).filter(({ list }) => list === 0)).toEqual([])
    })

    it('fails if its pair is delisted, and notifies its owner', async () => {
      const { id } = await started(server, token, recurring())
      await settle(server, '40000.00')
      await server.platform.db.deleteFrom('ticks').where('symbol', '=', 'BTCUSDT').execute()
      server.clock.jump(60_000)
      for (let second = 0; second < 4; second++) {
        server.tick('ETHUSDT', '2000.00')
        await server.clock.advance(1_000)
      }
      expect(await now(server, token, id)).toMatchObject({ state: 'failed', reason: 'pairNotFound', buys: 1 })
      expect((await server.ok(messages, {}, token)).messages[0]).toMatchObject({ key: 'strategyFailed' })
    })
  },
  { env: MINUTE_DAYS },
)
