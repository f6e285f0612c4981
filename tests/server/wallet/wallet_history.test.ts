import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import type { MarketView } from '../../../server/market/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { historyOf } from '../../../server/wallet/history.ts'
import { setZone } from '../../../src/api/account/user.ts'
import { list } from '../../../src/api/money/wallet.ts'
import { history, type Range, ranges } from '../../../src/api/money/worth.ts'
import { describeServer } from '../harness.ts'
import { withProfit } from '../microtrade/support.ts'
import { ended } from '../orders/support.ts'

const start = Date.parse('2026-01-05T21:30:00Z')
const HOUR = 3_600_000
const hour = (text: string) => Date.parse(`2026-01-${text}:00:00Z`) / 1000

describeServer.onSqlite(
  'wallet/history',
  (server) => {
    it('distinguishes deposits from gains', async () => {
      const { token } = await server.person()
      await ended(server, token, '43001.00')
      const { points, today, total } = await server.ok(history, {}, token)
      expect(points.at(-1)?.[1]).toBe(withProfit(10_000, 100))
      expect(today).toEqual({ value: '0.000000', paidIn: '10000.000000' })
      expect(total.paidIn).toBe('10000.000000')
      const [usdt] = await server.ok(list, {}, token)
      expect(usdt?.balance).toBe(points.at(-1)?.[1])
    })

    it('has a point an hour, at that hour’s balances and prices, and ends at the current value', async () => {
      const { userId } = await server.person()
      await commit(server.platform, (unit) =>
        post(unit, {
          cause: 'gift',
          causeId: userId,
          step: 'give',
          currency: 'BTC',
          lines: [
            { account: { platform: 'issuance' }, amount: -10_000_000n },
            { account: { user: userId, kind: 'available' }, amount: 10_000_000n },
          ],
        }),
      )
      server.clock.jump(3 * HOUR)
      // A fake market: three hours of bars, the last still growing.
      const bars = [
        [hour('05T22'), '40000.00', '41000.00', '40000.00', '41000.00', '1'],
        [hour('05T23'), '41000.00', '41000.00', '40500.00', '40500.00', '1'],
        [hour('06T00'), '40500.00', '40500.00', '40200.00', '40200.00', '1'],
      ]
      const market = { has: () => true, candles: async () => JSON.stringify(bars) } as unknown as MarketView
      const { points, today, since, total, unpriced } = await historyOf(server.platform, market, userId, 'day')
      // 0.1 BTC beside 10,000 USDT.
      expect(points).toEqual([
        [hour('05T22'), '14000.000000'],
        [hour('05T23'), '14100.000000'],
        [hour('06T00'), '14050.000000'],
        [Math.floor(server.clock.now() / 1000), '14020.000000'],
      ])
      expect(since).toEqual({ value: '14000.000000', paidIn: '0.000000' })
      expect(today).toEqual({ value: '14050.000000', paidIn: '0.000000' })
      expect(total).toEqual({ value: '0.000000', paidIn: '10000.000000' })
      expect(unpriced).toEqual([])
    })

    it('goes back as far as requested, and at most to the user’s first day', async () => {
      const { token } = await server.person()
      server.clock.jump(30 * HOUR)
      for (const [range, most] of [
        ['day', 25],
        ['week', 169],
        ['month', 181],
        ['all', 1_001],
      ] as const) {
        const { points } = await server.ok(history, { range }, token)
        expect(points.length).toBeLessThanOrEqual(most)
        expect(points.length).toBeGreaterThan(1)
        expect(points.every(([, value]) => value === '10000.000000')).toBe(true)
      }
    })

    it('refuses invalid input, and a call without a token', async () => {
      const { token } = await server.person()
      expect(await server.call(history, { range: 'century' }, token)).toMatchObject({ key: 'parameterError' })
      expect(await server.call(history)).toMatchObject({ type: 999, http: 401 })
    })
  },
  { start },
)

describeServer.onSqlite(
  'wallet/history with a time zone',
  (server) => {
    it('starts today at midnight in the user’s time zone', async () => {
      const { token } = await server.person()
      await ended(server, token, '43001.00')
      server.clock.jump(Date.parse('2026-01-06T00:10:00Z') - server.clock.now())
      const since = async (timeZone: string, range: Range) => {
        await server.ok(setZone, { timeZone }, token)
        return (await server.ok(history, { range }, token)).today
      }
      for (const range of ranges) {
        expect(await since('UTC', range)).toEqual({ value: withProfit(10_000, 100), paidIn: '0.000000' })
        expect(await since('Asia/Tokyo', range)).toEqual({ value: '0.000000', paidIn: '10000.000000' })
        expect(await since('Asia/Kathmandu', range)).toEqual({ value: '0.000000', paidIn: '10000.000000' })
      }
    })
  },
  { start },
)
