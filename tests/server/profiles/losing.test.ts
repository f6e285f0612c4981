import { beforeEach, expect, it } from 'vitest'
import { countLosing, LOSING_MS } from '../../../server/orders/losing.ts'
import * as forexApi from '../../../src/api/trade/forex.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { closes, opened as lot, trader } from '../forex/support.ts'
import { describeServer } from '../harness.ts'
import { ask, opened, ordered } from '../lever/support.ts'
import { hold, price } from '../microtrade/support.ts'

const DAY_MS = 86_400_000

describeServer(
  'profiles: the share of losing accounts',
  (server) => {
    const shown: Record<string, string> = {}
    const prices = {
      ...{ has: () => true, state: () => 'live' as const, delayMs: 0 },
      last: (symbol: string) => ({
        time: 0,
        price: parseMoney(shown[symbol] ?? '', instrumentOf(symbol).scale) ?? 0n,
      }),
    }
    const count = () => countLosing(server.platform, prices)
    beforeEach(async () => {
      Object.assign(shown, { BTCUSDT: '40000.00', EURUSD: '1.08000' })
      for (const table of ['levers', 'forex_positions'] as const)
        await server.platform.db.updateTable(table).set({ settled_ms: 1n }).execute()
      await price(server, '40000.00')
    })

    /** Opens a contract of 0.1 BTC at 40,000 and closes it at a price. */
    const trade = async (token: string, at: string) => {
      const { id } = await opened(server, token, { leverage: 2 })
      await ask(server, token, api.close, { id })
      await hold(server, at, 3)
    }

    it('counts each account once, by the sum of all its results and costs', async () => {
      const [winner, loser, both] = [await trader(server), await trader(server), await trader(server)]
      expect(await count()).toEqual({ accounts: 0, lost: 0 })
      await trade(winner.token, '41000.00')
      await trade(loser.token, '39000.00')
      expect(await count()).toEqual({ accounts: 2, lost: 1 })
      // A small loss on lots, and a larger gain on a contract.
      const { id } = await lot(server, both.token)
      await closes(server, both.token, id)
      await hold(server, '1.07990', 3, 'EURUSD')
      expect(await count()).toEqual({ accounts: 3, lost: 2 })
      await trade(both.token, '41000.00')
      expect(await count()).toEqual({ accounts: 3, lost: 1 })
    })

    it('counts fees as a loss, where the price has not moved', async () => {
      await trade((await trader(server)).token, '40000.00')
      expect(await count()).toEqual({ accounts: 1, lost: 1 })
    })

    it('counts open positions as if they were closed now', async () => {
      await opened(server, (await trader(server)).token, { leverage: 2 })
      await lot(server, (await trader(server)).token)
      expect(await count()).toEqual({ accounts: 2, lost: 2 })
      Object.assign(shown, { BTCUSDT: '41000.00' })
      expect(await count()).toEqual({ accounts: 2, lost: 1 })
    })

    it('omits accounts whose orders never opened, and what ended more than twelve months ago', async () => {
      const { token } = await trader(server)
      await ordered(server, token, { type: 'limit', price: '39000', leverage: 2 })
      const cancelled = await ordered(server, token, { type: 'limit', price: '39000', leverage: 2 })
      await ask(server, token, api.cancel, { id: cancelled.id })
      await hold(server, '40000.00', 2)
      expect(await count()).toEqual({ accounts: 0, lost: 0 })
      await trade(token, '39500.00')
      expect(await count()).toEqual({ accounts: 1, lost: 1 })
      const { db, clock } = server.platform
      const end = (ms: number) =>
        db
          .updateTable('levers')
          .set({ settled_ms: BigInt(ms) })
          .where('settled_ms', '>', 1n)
          .execute()
      await end(clock.now() - LOSING_MS)
      expect(await count()).toEqual({ accounts: 1, lost: 1 })
      await end(clock.now() - LOSING_MS - 1)
      expect(await count()).toEqual({ accounts: 0, lost: 0 })
    })

    it('is on the form of each leveraged product, rounded up, and counted once a day', async () => {
      await price(server, '1.08000', 'EURUSD')
      const [one, two, three] = [await trader(server), await trader(server), await trader(server)]
      const losing = async () => (await server.ok(api.deal, { symbol: 'BTCUSDT' }, one.token)).losing
      const ofLots = async () => (await server.ok(forexApi.pair, { symbol: 'EURUSD' }, one.token)).losing
      expect([await losing(), await ofLots()]).toEqual([null, null])
      await trade(one.token, '41000.00')
      await trade(two.token, '41000.00')
      await trade(three.token, '39000.00')
      expect(await losing()).toBeNull()
      server.clock.jump(DAY_MS)
      await expect.poll(losing).toBe(34)
      expect(await ofLots()).toBe(34)
    })
  },
  { env: { RULES: 'eu-retail' } },
)

describeServer.onSqlite('profiles: RULES=paper', (server) => {
  it('shows no share of losing accounts', async () => {
    await price(server, '40000.00')
    const deal = await server.ok(api.deal, { symbol: 'BTCUSDT' }, (await server.person()).token)
    expect(deal).not.toHaveProperty('losing')
    expect(deal).not.toHaveProperty('rules')
  })
})
