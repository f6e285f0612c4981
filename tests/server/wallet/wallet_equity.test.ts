import { expect, it } from 'vitest'
import * as lever from '../../../src/api/lever.ts'
import { equity, list } from '../../../src/api/wallet.ts'
import { out } from '../../../src/api/withdrawal.ts'
import { history } from '../../../src/api/worth.ts'
import { equityOf } from '../../../src/rules/equity.ts'
import { gainSince } from '../../../src/rules/worth.ts'
import { announce, SECRET, say, wordOf } from '../deposit/support.ts'
import * as forex from '../forex/support.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { ask, opened } from '../lever/support.ts'
import { borrow, DAY_MS, MINUTE_DAYS, now, repay, untilDay } from '../loan/support.ts'
import { price } from '../microtrade/support.ts'
import { leaver, operate, withdrawal } from '../withdrawal/support.ts'

/** Net worth at these prices, and what of it was gained today and ever. */
async function worth(server: TestServer, token: string, prices: Record<string, string> = {}) {
  const { total } = equityOf(await server.ok(equity, {}, token), (symbol) => prices[symbol])
  const { today, total: ever, points } = await server.ok(history, {}, token)
  const gains = [gainSince(total, today).gain, gainSince(total, ever).gain]
  return { total, gains, last: points.at(-1)?.[1], points }
}

describeServer(
  'wallet/equity',
  (server) => {
    it('is all wallets, what is open, and what is owed', async () => {
      const { token } = await server.person()
      const { wallets, positions, debt } = await server.ok(equity, {}, token)
      expect(wallets).toEqual(await server.ok(list, {}, token))
      expect([positions, debt]).toEqual([[], '0.000000'])
      expect(await server.call(equity)).toMatchObject({ type: 999, http: 401 })
    })

    it('is never changed by what is borrowed and repaid: interest and late fees alone cost something, as they fall due', async () => {
      const { token } = await server.person()
      const loan = await borrow(server, token)
      const owed = async (expected: string) => {
        const { debt } = await server.ok(equity, {}, token)
        expect(debt).toBe(expected)
        expect((await now(server, token, loan.id)).unpaid).toBe(expected)
      }
      const costs = async (cost: string, total: string) => {
        const { gains, last, ...rest } = await worth(server, token)
        expect([rest.total, last, ...gains]).toEqual([total, total, cost, cost])
      }
      // The interest of the first day is owed at once.
      await owed('1000.500000')
      await costs('-0.500000', '9999.500000')
      await untilDay(server, loan, 3)
      await owed('1001.500000')
      await costs('-1.500000', '9998.500000')
      await repay(server, token, loan.id, '501.5')
      await owed('500.000000')
      await costs('-1.500000', '9998.500000')
      // Four more days of 0.05% of what is left, and two late ones of 0.1%.
      await untilDay(server, loan, 9)
      await owed('502.000000')
      await costs('-3.500000', '9996.500000')
      await repay(server, token, loan.id)
      await owed('0.000000')
      await costs('-3.500000', '9996.500000')
    })

    it('shows in its past what was owed then', async () => {
      const { token } = await server.person()
      const loan = await borrow(server, token, { days: 90 })
      const hour = Math.ceil((loan.paidOutAt ?? 0) / 3_600_000) * 3_600
      const days = Math.floor((hour * 1000 - (loan.paidOutAt ?? 0)) / DAY_MS) + 1
      await untilDay(server, loan, 80)
      await repay(server, token, loan.id, '500')
      const { points, last } = await worth(server, token)
      expect(Object.fromEntries(points)[hour]).toBe((10_000 - days * 0.32).toFixed(6))
      expect(last).toBe((10_000 - 80 * 0.32).toFixed(6))
    })

    it('counts coins that come in at what they were worth then, wherever their price goes within the hour', async () => {
      const { token } = await server.person()
      await price(server, '40000.00')
      const announced = await announce(server, token, { currency: 'BTC', network: 'bitcoin', amount: '0.01' })
      await price(server, '50000.00')
      await say(server, wordOf(announced))
      for (const [at, gain] of [
        ['50000.00', '0.000000'],
        ['60000.00', '100.000000'],
        ['45000.00', '-50.000000'],
      ] as const) {
        await price(server, at)
        expect((await worth(server, token, { BTCUSDT: at })).gains).toEqual([gain, gain])
      }
    })

    it('loses the fee of a withdrawal alone, and nothing by one that comes back', async () => {
      await price(server, '43000.00')
      const { token, addressId } = await leaver(server)
      const { id } = await server.ok(out, withdrawal(addressId), token)
      expect((await worth(server, token)).gains).toEqual(['0.000000', '0.000000'])
      await operate(server, 'withdrawal approve', id, 'All is well')
      expect(await worth(server, token)).toMatchObject({ total: '9000.000000', gains: ['-1.000000', '-1.000000'] })
      await operate(server, 'withdrawal bounce', id, 'Nobody is there')
      expect(await worth(server, token)).toMatchObject({ total: '10000.000000', gains: ['0.000000', '0.000000'] })
    })

    it('moves with a contract that is open, and ends with what that came to', async () => {
      const { token } = await server.person()
      const { id, openFee, margin } = await opened(server, token)
      const fee = Number(openFee)
      expect(Number(margin)).toBe(200)
      const at = async (mark: string) => Number((await worth(server, token, { BTCUSDT: mark })).total)
      expect(await at('40000.00')).toBe(10_000 - fee)
      expect(await at('41000.00')).toBe(10_100 - fee)
      expect(await at('39500.00')).toBe(9_950 - fee)
      expect(await at('30000.00')).toBe(9_800 - fee)
      await ask(server, token, lever.close, { id, quantity: '0.04' })
      await price(server, '41000.00')
      await price(server, '41000.00')
      const part = (await server.ok(lever.myTrade, {}, token))[0]
      const left = 10_100 - fee - Number(part?.closeFee)
      expect(await at('41000.00')).toBeCloseTo(left, 6)
      expect(await at('42000.00')).toBeCloseTo(left + 60, 6)
    })

    it('moves with a currency pair that is open', async () => {
      const { token } = await forex.trader(server)
      const { dealPrice, margin, spread } = await forex.opened(server, token)
      const total = Number((await worth(server, token, { EURUSD: '1.09000' })).total)
      expect(Number(margin)).toBeGreaterThan(0)
      expect(total).toBeCloseTo(10_000 + 10_000 * (1.09 - Number(spread) / 2 - Number(dealPrice)), 5)
    })
  },
  { env: { ...MINUTE_DAYS, PROVIDER_SECRET: SECRET }, start: Date.parse('2026-01-05T09:30:00Z') },
)
