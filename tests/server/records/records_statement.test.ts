import { expect, it } from 'vitest'
import { setZone } from '../../../src/api/account/user.ts'
import { list, statement } from '../../../src/api/money/records.ts'
import { list as wallets } from '../../../src/api/money/wallet.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { dayAfter, dayOf } from '../../../src/rules/time/zone.ts'
import { describeServer } from '../harness.ts'
import { order, price, withProfit } from '../microtrade/support.ts'
import { ended } from '../orders/support.ts'

const start = Date.parse('2026-02-28T23:59:00Z')
const MARCH = Date.parse('2026-03-01T00:00:01Z')

describeServer.onSqlite(
  'records/statement',
  (server) => {
    it('returns opening balance, movements and closing balance, which match the ledger', async () => {
      const { token } = await server.person()
      await ended(server, token, '43001.00')
      await server.clock.advance(MARCH - server.clock.now())
      await ended(server, token, '42999.00', { amount: '20' })
      await price(server, '43000.00')
      await server.ok(submit, order({ amount: '50' }), token)
      expect(await server.ok(statement, { month: '2026-02' }, token)).toMatchObject({
        from: Date.parse('2026-02-01T00:00:00Z') / 1000,
        to: Date.parse('2026-03-01T00:00:00Z') / 1000,
        accounts: [{ currency: 'USDT', opening: '0.000000', closing: withProfit(10_000, 100), held: '0.000000' }],
      })
      const { accounts } = await server.ok(statement, { month: '2026-03' }, token)
      expect(accounts).toEqual([
        {
          currency: 'USDT',
          opening: withProfit(10_000, 100),
          closing: withProfit(9_980, 100),
          held: '50.000000',
          lines: [
            { cause: 'microtrade', step: 'forfeitStake', movements: 1, amount: '-20.000000' },
            { cause: 'microtrade', step: 'holdStake', movements: 2, amount: '0.000000' },
          ],
        },
      ])
      const [usdt] = await server.ok(wallets, {}, token)
      expect(usdt).toMatchObject({ balance: accounts[0]?.closing, frozen: accounts[0]?.held })
    })

    it('is empty before registration, and returns the balance of a month without movements', async () => {
      const { token } = await server.person()
      expect(await server.ok(statement, { month: '2025-01' }, token)).toMatchObject({ accounts: [] })
      expect(await server.ok(statement, { month: '2026-09' }, token)).toMatchObject({
        accounts: [{ opening: '10000.000000', closing: '10000.000000', lines: [] }],
      })
    })

    it('covers any days, both inclusive, in the user’s time zone', async () => {
      const { token } = await server.person()
      await server.ok(setZone, { timeZone: 'Asia/Tokyo' }, token)
      const TOKYO = 9 * 3_600
      const today = dayOf(server.clock.now() / 1000, 'Asia/Tokyo')
      const covering = (from: string, to: string) => server.ok(statement, { from, to }, token)
      const own = await covering(today, today)
      expect(own).toMatchObject({
        timeZone: 'Asia/Tokyo',
        from: Date.parse(today) / 1000 - TOKYO,
        to: Date.parse(today) / 1000 - TOKYO + 86_400,
        accounts: [{ opening: '0.000000', closing: '10000.000000', lines: [{ step: 'paperGrant', movements: 1 }] }],
      })
      const tomorrow = dayAfter(today)
      expect((await covering(tomorrow, tomorrow)).accounts).toMatchObject([{ opening: '10000.000000', lines: [] }])
      expect((await covering('2020-01-01', tomorrow)).accounts).toEqual(own.accounts)
      expect(await covering(tomorrow, today)).toEqual(await covering(tomorrow, tomorrow))
    })

    it('refuses invalid input, and a call without a token', async () => {
      const { token } = await server.person()
      expect(await server.call(statement, { month: '11-2026' }, token)).toMatchObject({ key: 'parameterError' })
      expect(await server.call(statement, {}, token)).toMatchObject({ key: 'missingParameters' })
      expect(await server.call(statement, { from: '2026-03-01' }, token)).toMatchObject({ key: 'missingParameters' })
      expect(await server.call(statement, { from: '2026-02-30', to: '2026-03-01' }, token)).toMatchObject({
        key: 'parameterError',
      })
      expect(await server.call(statement)).toMatchObject({ type: 999, http: 401 })
    })
  },
  { start },
)

describeServer.onSqlite(
  'records/list of a statement',
  (server) => {
    it('lists a month by the zone in which it was closed, whatever the present one', async () => {
      const { token } = await server.person()
      await server.clock.advance(MARCH - server.clock.now())
      await server.ok(setZone, { timeZone: 'Pacific/Kiritimati' }, token)
      expect(await server.ok(list, { month: '2026-02' }, token)).toEqual([])
      const { timeZone, accounts } = await server.ok(statement, { month: '2026-02' }, token)
      expect({ timeZone, accounts }).toMatchObject({ timeZone: 'UTC', accounts: [{ lines: [{ movements: 1 }] }] })
      expect(await server.ok(list, { month: '2026-02', of: 'statement' }, token)).toMatchObject([
        { step: 'paperGrant' },
      ])
    })
  },
  { start },
)
