import { expect, it } from 'vitest'
import { equity, list } from '../../../src/api/money/wallet.ts'
import { out } from '../../../src/api/money/withdrawal.ts'
import { history } from '../../../src/api/money/worth.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import { contractNetAt } from '../../../src/rules/lever/figures.ts'
import { LEVER_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { equityOf, unrealisedAt } from '../../../src/rules/money/equity.ts'
import { gainSince } from '../../../src/ui/pages/wallet/gain-since.ts'
import { announce, SECRET, say, wordOf } from '../deposit/support.ts'
import * as forex from '../forex/support.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { ask, opened } from '../lever/support.ts'
import {
  borrow,
  DAY_MS,
  interestOf,
  lateFeeOf,
  MINUTE_DAYS,
  now,
  repay,
  untilDay,
  usdt,
  wire,
} from '../loan/support.ts'
import { price } from '../microtrade/support.ts'
import { costOf, leaver, operate, withdrawal } from '../withdrawal/support.ts'

/** Equity at these prices, and its gains today and in total. */
async function worth(server: TestServer, token: string, prices: Record<string, string> = {}) {
  const { total } = equityOf(await server.ok(equity, {}, token), (symbol) => prices[symbol])
  const { today, total: ever, points } = await server.ok(history, {}, token)
  const gains = [gainSince(total, today).gain, gainSince(total, ever).gain]
  return { total, gains, last: points.at(-1)?.[1], points }
}

/** Unrealised P&L by the positions of a user's equity; and by their contracts, as cards and the chart show it. */
async function unrealised(server: TestServer, token: string, price: string) {
  const { positions } = await server.ok(equity, {}, token)
  return positions.map((position) => unrealisedAt(position, price))
}
async function ofOrders(server: TestServer, token: string, price: string) {
  const orders = await server.ok(lever.myTrade, { list: 0 }, token)
  return orders.map((order) => contractNetAt(order, price))
}

describeServer.onSqlite(
  'wallet/equity',
  (server) => {
    it('returns wallets, open positions and debts', async () => {
      const { token } = await server.person()
      const { wallets, positions, debt } = await server.ok(equity, {}, token)
      expect(wallets).toEqual(await server.ok(list, {}, token))
      expect([positions, debt]).toEqual([[], '0.000000'])
      expect(await server.call(equity)).toMatchObject({ type: 999, http: 401 })
    })

    it('is unchanged by borrowing and repaying: only interest and late fees reduce it, as they fall due', async () => {
      const { token } = await server.person()
      const loan = await borrow(server, token)
      const [all, half] = [usdt('1000'), usdt('500')]
      const owed = async (expected: bigint) => {
        const { debt } = await server.ok(equity, {}, token)
        expect(debt).toBe(wire(expected))
        expect((await now(server, token, loan.id)).unpaid).toBe(wire(expected))
      }
      const costs = async (cost: bigint) => {
        const { gains, last, total } = await worth(server, token)
        const left = wire(usdt('10000') - cost)
        expect([total, last, ...gains]).toEqual([left, left, wire(-cost), wire(-cost)])
      }
      // The interest of the first day is owed at once.
      const first = interestOf(all, 1)
      await owed(all + first)
      await costs(first)
      await untilDay(server, loan, 3)
      const early = interestOf(all, 3)
      await owed(all + early)
      await costs(early)
      await repay(server, token, loan.id, wire(half + early))
      await owed(half)
      await costs(early)
      // Four more days of interest on the rest, and two late days.
      await untilDay(server, loan, 9)
      const late = interestOf(half, 4) + lateFeeOf(half, 2)
      await owed(half + late)
      await costs(early + late)
      await repay(server, token, loan.id)
      await owed(0n)
      await costs(early + late)
    })

    it('includes past debts in its history', async () => {
      const { token } = await server.person()
      const loan = await borrow(server, token, { days: 90 })
      const hour = Math.ceil((loan.paidOutAt ?? 0) / 3_600_000) * 3_600
      const days = Math.floor((hour * 1000 - (loan.paidOutAt ?? 0)) / DAY_MS) + 1
      await untilDay(server, loan, 80)
      await repay(server, token, loan.id, '500')
      const { points, last } = await worth(server, token)
      const after = (count: number) => wire(usdt('10000') - interestOf(usdt('1000'), count, 90))
      expect(Object.fromEntries(points)[hour]).toBe(after(days))
      expect(last).toBe(after(80))
    })

    it('values deposited coins at their arrival, despite later prices', async () => {
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

    it('decreases only by the fee of a withdrawal, and not by a bounced one', async () => {
      await price(server, '43000.00')
      const { token, addressId } = await leaver(server)
      const { id } = await server.ok(out, withdrawal(addressId), token)
      const { fee } = costOf('1000')
      expect((await worth(server, token)).gains).toEqual(['0.000000', '0.000000'])
      await operate(server, 'withdrawal approve', id, 'All is well')
      expect(await worth(server, token)).toMatchObject({ total: '9000.000000', gains: [`-${fee}`, `-${fee}`] })
      await operate(server, 'withdrawal bounce', id, 'Nobody is there')
      expect(await worth(server, token)).toMatchObject({ total: '10000.000000', gains: ['0.000000', '0.000000'] })
    })

    it('follows an open contract, and ends at its result', async () => {
      const { token } = await server.person()
      const { id, openFee, margin } = await opened(server, token)
      const fee = Number(openFee)
      expect(Number(margin)).toBe(200)
      const at = async (mark: string) => Number((await worth(server, token, { BTCUSDT: mark })).total)
      const closing = (quantity: number, price: number) => (quantity * price * LEVER_FEE_BPS) / 10_000
      expect(await at('40000.00')).toBeCloseTo(10_000 - fee - closing(0.1, 40_000), 6)
      expect(await at('41000.00')).toBeCloseTo(10_100 - fee - closing(0.1, 41_000), 6)
      expect(await at('39500.00')).toBeCloseTo(9_950 - fee - closing(0.1, 39_500), 6)
      expect(await at('30000.00')).toBe(9_800 - fee)
      expect(await unrealised(server, token, '41000.00')).toEqual(await ofOrders(server, token, '41000.00'))
      await ask(server, token, lever.close, { id, quantity: '0.04' })
      await price(server, '41000.00')
      await price(server, '41000.00')
      const part = (await server.ok(lever.myTrade, {}, token))[0]
      const left = 10_100 - fee - Number(part?.closeFee)
      expect(await at('41000.00')).toBeCloseTo(left - closing(0.06, 41_000), 6)
      expect(await at('42000.00')).toBeCloseTo(left + 60 - closing(0.06, 42_000), 6)
      expect(await unrealised(server, token, '42000.00')).toEqual(await ofOrders(server, token, '42000.00'))
    })

    it('follows an open forex position', async () => {
      const { token } = await forex.trader(server)
      const { dealPrice, margin, spread } = await forex.opened(server, token)
      const total = Number((await worth(server, token, { EURUSD: '1.09000' })).total)
      expect(Number(margin)).toBeGreaterThan(0)
      expect(total).toBeCloseTo(10_000 + 10_000 * (1.09 - Number(spread) / 2 - Number(dealPrice)), 5)
    })
  },
  { env: { ...MINUTE_DAYS, PROVIDER_SECRET: SECRET }, start: Date.parse('2026-01-05T09:30:00Z') },
)
