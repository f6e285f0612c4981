import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { statementOf } from '../../../server/records/statement.ts'
import { chooseZone } from '../../../server/user/zone.ts'
import { info, register, setZone } from '../../../src/api/account/user.ts'
import * as deposit from '../../../src/api/money/deposit.ts'
import * as loan from '../../../src/api/money/loan.ts'
import * as plan from '../../../src/api/money/plan.ts'
import { list, months, statement } from '../../../src/api/money/records.ts'
import * as savings from '../../../src/api/money/savings.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as forex from '../../../src/api/trade/forex.ts'
import { announce } from '../deposit/support.ts'
import { ordered, trader } from '../forex/support.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { submit } from '../loan/support.ts'
import { price } from '../microtrade/support.ts'
import { join } from '../plan/support.ts'
import { place } from '../savings/support.ts'
import { outcome, registration } from '../security/support.ts'

const at = (text: string) => Date.parse(text) / 1000
const until = (server: TestServer, text: string) => server.clock.jump(Date.parse(text) - server.clock.now())

let given = 0
const give = (server: TestServer, user: string) =>
  commit(server.platform, (unit) => {
    given += 1
    const lines = [
      { account: { platform: 'issuance' } as const, amount: -5n },
      { account: { user, kind: 'available' } as const, amount: 5n },
    ]
    return post(unit, { cause: 'gift', causeId: `${given}`, step: 'give', currency: 'USDT', lines })
  })

const TOKYO = { timeZone: 'Asia/Tokyo' }

describeServer.onSqlite(
  'set/time_zone',
  (server) => {
    /** Someone with movements in the evening of the 25th by UTC, which in Tokyo is the 26th. */
    const trader = async () => {
      const who = await server.person()
      await give(server, who.userId)
      return who
    }
    const found = async (token: string, day: string) =>
      (await server.ok(list, { from: day, to: day }, token)).map((record) => record.at)

    it('stores an IANA zone with the account, UTC by default', async () => {
      const [{ token }, other] = [await server.person(), await server.person()]
      expect((await server.ok(info, {}, token)).timeZone).toBe('UTC')
      for (const timeZone of ['Asia/Kathmandu', 'US/Eastern', 'UTC', 'Australia/Lord_Howe', 'Australia/Lord_Howe']) {
        expect(await server.ok(setZone, { timeZone }, token)).toBeNull()
        expect((await server.ok(info, {}, token)).timeZone).toBe(timeZone)
      }
      expect((await server.ok(info, {}, other.token)).timeZone).toBe('UTC')
    })

    it.each(['asia/tokyo', '+09:00', 'Mars/Base', '', `A${'/a'.repeat(60)}`])('refuses %j', async (timeZone) => {
      const { token } = await server.person()
      expect(await server.call(setZone, { timeZone }, token)).toMatchObject({ http: 422, key: 'wrongTimeZone' })
      expect((await server.ok(info, {}, token)).timeZone).toBe('UTC')
    })

    it('refuses a value that is not text, and a call without a token', async () => {
      const { token } = await server.person()
      expect(outcome(await server.call(setZone, { timeZone: ['UTC'] }, token))).toBe('parameterError')
      expect(outcome(await server.call(setZone, {}, token))).toBe('missingParameters')
      expect(await server.call(setZone, TOKYO)).toMatchObject({ http: 401, type: 999 })
    })

    it('has the same result when sent twice concurrently', async () => {
      const { token } = await server.person()
      await Promise.all([server.ok(setZone, TOKYO, token), server.ok(setZone, TOKYO, token)])
      expect((await server.ok(info, {}, token)).timeZone).toBe('Asia/Tokyo')
    })

    it('uses the zone of the registering device, or UTC if it is unknown', async () => {
      let people = 0
      const zoneOf = async (more: { timeZone?: string }) => {
        people += 1
        const token = await server.ok(register, await registration(server, `traveller${people}`, more))
        return (await server.ok(info, {}, token)).timeZone
      }
      expect([await zoneOf(TOKYO), await zoneOf({ timeZone: 'Mars/Base' }), await zoneOf({})]).toEqual([
        'Asia/Tokyo',
        'UTC',
        'UTC',
      ])
    })

    it('finds a row under its date in the zone, and under no other date', async () => {
      const { token } = await trader()
      const all = (await server.ok(list, {}, token)).map((record) => record.at)
      expect(all.every((moment) => moment >= at('2026-11-25T15:00:00Z'))).toBe(true)
      expect([await found(token, '2026-11-25'), await found(token, '2026-11-26')]).toEqual([all, []])
      await server.ok(setZone, TOKYO, token)
      expect([await found(token, '2026-11-25'), await found(token, '2026-11-26')]).toEqual([[], all])
    })

    it('sums rows by the months and days of the zone', async () => {
      const { token, userId } = await trader()
      until(server, '2026-11-30T18:29:00Z')
      await give(server, userId)
      await give(server, userId)
      for (const timeZone of ['UTC', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/St_Johns']) {
        await server.ok(setZone, { timeZone }, token)
        const sums = await server.ok(months, {}, token)
        let counted = 0
        for (const { month, movements } of sums) {
          const rows = await server.ok(list, { month, limit: 100 }, token)
          expect([timeZone, month, rows.length]).toEqual([timeZone, month, movements])
          counted += movements
        }
        expect(counted).toBe((await server.ok(list, { limit: 100 }, token)).length)
        // Statements go on where the one before ends, whichever zones these went by: together they have each row once.
        let stated = 0
        for (const month of ['2026-11', '2026-12']) {
          const { accounts } = await server.ok(statement, { month }, token)
          stated += accounts.flatMap(({ lines }) => lines).reduce((sum, { movements }) => sum + movements, 0)
        }
        expect(stated).toBe(counted)
        const day = { from: '2026-12-01', to: '2026-12-01' }
        const inDay = (await server.ok(list, { ...day, limit: 100 }, token)).length
        expect((await server.ok(months, day, token)).reduce((sum, { movements }) => sum + movements, 0)).toBe(inDay)
      }
    })
  },
  { start: Date.parse('2026-11-25T16:00:00Z') },
)

describeServer.onSqlite(
  'set/time_zone with statements',
  (server) => {
    // Not by calls, since a session ends within these days.
    const choose = (userId: string, zone: string) => commit(server.platform, (unit) => chooseZone(unit, userId, zone))

    it('names the zone on a statement, and keeps that of a past month', async () => {
      const { userId } = await server.person()
      until(server, '2026-10-31T20:00:00Z')
      await give(server, userId)
      until(server, '2026-11-02T12:00:00Z')
      await give(server, userId)
      const before = await statementOf(server.platform, userId, { month: '2026-10' })
      expect(before).toMatchObject({ timeZone: 'UTC', to: at('2026-11-01T00:00:00Z') })

      await choose(userId, 'Asia/Tokyo')
      expect(await statementOf(server.platform, userId, { month: '2026-10' })).toEqual(before)
      const november = await statementOf(server.platform, userId, { month: '2026-11' })
      // It begins where the one before ends, without a gap.
      expect(november).toMatchObject({
        timeZone: 'Asia/Tokyo',
        from: before.to,
        to: at('2026-11-30T15:00:00Z'),
        accounts: [{ opening: before.accounts[0]?.closing }],
      })

      until(server, '2026-12-01T12:00:00Z')
      const over = await statementOf(server.platform, userId, { month: '2026-11' })
      await choose(userId, 'America/New_York')
      await choose(userId, 'Europe/Rome')
      expect(await statementOf(server.platform, userId, { month: '2026-11' })).toEqual(over)
      expect(await statementOf(server.platform, userId, { month: '2026-10' })).toEqual(before)
      expect(await statementOf(server.platform, userId, { month: '2026-12' })).toMatchObject({
        timeZone: 'Europe/Rome',
        from: over.to,
        to: at('2026-12-31T23:00:00Z'),
      })
    })

    it('keeps a month that was over in the old zone but not in the new one', async () => {
      const { userId } = await server.person()
      await choose(userId, 'Asia/Tokyo')
      until(server, '2026-12-31T20:00:00Z')
      const over = await statementOf(server.platform, userId, { month: '2026-12' })
      expect(over).toMatchObject({ timeZone: 'Asia/Tokyo', to: at('2026-12-31T15:00:00Z') })
      await choose(userId, 'America/New_York')
      await choose(userId, 'America/Chicago')
      expect(await statementOf(server.platform, userId, { month: '2026-12' })).toEqual(over)
      expect(await statementOf(server.platform, userId, { month: '2027-01' })).toMatchObject({
        timeZone: 'America/Chicago',
        from: over.to,
        to: at('2027-02-01T06:00:00Z'),
      })
    })
  },
  { start: Date.parse('2026-10-20T12:00:00Z') },
)

describeServer.onSqlite('set/time_zone with limits, interest and rollovers', (server) => {
  const HOURS = 3_600_000
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/New_York', 'UTC']

  /** Everything by the server's days, without ids that differ between people. */
  const figuresOf = async (token: string) => {
    const figures = {
      limit: (await server.ok(deposit.terms, {}, token)).bank.left,
      wallet: await server.ok(getInfo, { currency: 'USDT' }, token),
      deposits: await server.ok(savings.order, {}, token),
      plans: await server.ok(plan.orders, {}, token),
      loans: await server.ok(loan.order, {}, token),
      positions: await server.ok(forex.list, {}, token),
    }
    return JSON.parse(JSON.stringify(figures, (key, value) => (key === 'id' ? undefined : value))) as typeof figures
  }

  it('moves no limit, no interest, no day of a plan and no rollover', async () => {
    const twins = [await trader(server), await trader(server)] as const
    await price(server, '1.08000', 'EURUSD')
    for (const { token } of twins) {
      await place(server, token)
      await join(server, token)
      await submit(server, token)
      await announce(server, token)
      await ordered(server, token)
    }
    for (const _ of ['opens', 'is on the record']) await price(server, '1.08000', 'EURUSD')
    await server.clock.advance(40_000)
    const [{ token }, traveller] = twins
    const seen: Awaited<ReturnType<typeof figuresOf>>[] = []
    // Beyond the end of the deposit and the day on which the loan is due, at another time of the day each time.
    for (let step = 0; step < 20; step++) {
      await server.ok(setZone, { timeZone: zones[step % zones.length] }, traveller.token)
      server.clock.jump(11 * HOURS)
      await server.clock.advance(10_000)
      const figures = await figuresOf(token)
      expect(await figuresOf(traveller.token)).toEqual(figures)
      seen.push(figures)
    }
    const different = (read: (figures: (typeof seen)[number]) => unknown) => new Set(seen.map(read)).size
    expect(different(({ limit }) => limit)).toBe(2)
    expect(different(({ deposits }) => deposits[0]?.state)).toBe(2)
    expect(different(({ plans }) => plans[0]?.daysAccrued)).toBeGreaterThan(2)
    expect(different(({ loans }) => loans[0]?.daysCounted)).toBeGreaterThan(7)
    expect(different(({ loans }) => loans[0]?.overdue)).toBe(2)
    expect(different(({ positions }) => positions[0]?.nights)).toBeGreaterThan(4)
  })
})
