import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { logout } from '../../../src/api/account/user.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { bankCard } from '../bank/card.ts'
import { calls } from '../calls.ts'
import { sqliteAlone } from '../databases.ts'
import { accounted, dump } from '../dump.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { known } from '../known.ts'
import { hold, order, price } from '../microtrade/support.ts'
import { bound, PASSWORD, shown } from '../security/support.ts'
import { sampleOf, tokenCalls } from './samples.ts'

const byPath = (some: readonly Call[]) => some.map((call) => [call.path, call] as const)

/** A user with an ended, an open and a pending order. */
async function trader(server: TestServer) {
  const person = await server.person()
  const buy = (change = {}) => server.ok(microtrade.submit, order(change), person.token)
  await price(server, '43000.00')
  const orders = [await buy()]
  await hold(server, '43000.00', 33)
  orders.push(await buy({ seconds: 300 }))
  await price(server, '43000.00')
  orders.push(await buy({ seconds: 300 }))
  return { ...person, orders: orders.map(({ id }) => id) }
}

/** Each call's own test shows their statements on each database. */
describeServer(
  'every call',
  (server) => {
    let someone: Awaited<ReturnType<typeof trader>>
    beforeAll(async () => {
      someone = await trader(server)
    })

    it.each(byPath(tokenCalls))(
      '%s is refused without a token, with a wrong one and with one of a wrong form',
      async (_, call) => {
        const before = await dump(server.platform, accounted)
        const tokens = [undefined, '', 'x', 'undefined', 'A'.repeat(27), `Bearer ${someone.token}`, 'A'.repeat(7_000)]
        for (const token of tokens) {
          expect(await server.call(call, sampleOf(call.path), token)).toEqual({
            type: 999,
            code: 999,
            message: '登录已失效，请重新登录',
            key: 'signInRequired',
            params: {},
            http: 401,
          })
        }
        expect(await dump(server.platform, accounted)).toEqual(before)
      },
    )

    it('is refused once the session has ended or is too old', async () => {
      const [ended, old, idle] = [await server.person(), await server.person(), await server.person()]
      await server.ok(logout, {}, ended.token)
      await sql`update sessions set expires_at = 1 where user_id = ${old.userId}`.execute(server.platform.db)
      await sql`update sessions set seen_at = 1 where user_id = ${idle.userId}`.execute(server.platform.db)
      for (const call of tokenCalls) {
        for (const { token } of [ended, old, idle]) {
          const answer = await server.call(call, sampleOf(call.path), token)
          expect(answer, call.path).toMatchObject({ type: 999, code: 999, key: 'signInRequired', http: 401 })
        }
      }
    })

    it('is refused while the account is frozen, and changes nothing of it', async () => {
      const { userId, token } = await server.person()
      await commit(server.platform, (unit) => setStatus(unit, userId, 'frozen'))
      const before = await dump(server.platform)
      for (const call of tokenCalls) {
        const answer = await server.call(call, sampleOf(call.path), token)
        expect(answer, call.path).toMatchObject({ type: 'error', key: 'accountFrozen', http: 403 })
      }
      expect(await dump(server.platform)).toEqual(before)
    })

    it.each(byPath(calls.filter(({ method }) => method === 'GET')))(
      '%s only looks: it changes no row',
      async (_, call) => {
        for (const person of [someone, await server.person()]) {
          const before = await dump(server.platform)
          for (const input of [{}, sampleOf(call.path), { ...sampleOf(call.path), ...order(), lang: 'zh' }]) {
            await server.call(call, input, person.token)
            await server.call(call, input)
          }
          expect(await dump(server.platform)).toEqual(before)
        }
      },
    )

    it.each(byPath(tokenCalls))(
      '%s shows and touches nothing of someone else, whatever ids it is given',
      async (path, call) => {
        const me = await server.person()
        await price(server, '43000.00')
        const theirs = async () => {
          const rows = Object.values(await dump(server.platform, accounted)).flat()
          return rows.filter((row) => row.includes(someone.userId))
        }
        const before = await theirs()
        for (const id of [...someone.orders, someone.userId]) {
          const ids = {
            id,
            userId: someone.userId,
            user_id: someone.userId,
            uid: someone.userId,
            orderId: id,
            before: id,
          }
          const answer = await server.call(call, { ...sampleOf(path), ...ids }, me.token)
          const text = JSON.stringify(answer)
          for (const secret of [someone.userId, ...someone.orders]) expect(text).not.toContain(secret)
        }
        expect(await theirs()).toEqual(before)
      },
    )

    it('returns no hash, secret or full card number, even to their owner', async () => {
      const { token, number } = await known(server, 'keeper')
      const { secret, recoveryCodes } = await bound(server, token)
      const { users, sessions, pay_passwords, authenticators, bank_cards, kyc, recovery_codes, uploads, codes } =
        await dump(server.platform)
      const tables = [users, sessions, pay_passwords, authenticators, bank_cards, kyc, recovery_codes, uploads, codes]
      const guarded = tables.flat().flatMap((row) =>
        Object.entries(JSON.parse(row) as Record<string, unknown>)
          .filter(([column]) => /hash|sealed|^name$/.test(column))
          .flatMap(([, value]) => (typeof value === 'string' ? value : [])),
      )
      expect(guarded.length).toBeGreaterThan(8)
      const secrets = [...guarded, token, secret, ...recoveryCodes, bankCard.cardNumber.replaceAll(' ', ''), number]
      const proof = { password: PASSWORD, code: shown(server, secret) }
      // Calls that end the session come last, since the others need one.
      const inTurn = [...tokenCalls.filter(({ path }) => path !== logout.path), logout]
      for (const call of inTurn) {
        const answer = await server.call(call, { ...sampleOf(call.path), proof }, token)
        expect(answer.type, call.path).not.toBe(999)
        const text = JSON.stringify(answer)
        // To its owner, after a proof, the file of one's own data shows the number of one's document in full.
        const kept = call.path === 'user/export' ? secrets.filter((each) => each !== number) : secrets
        for (const each of kept) expect(text.includes(each), `${call.path} ${each}`).toBe(false)
      }
    })

    it('leaves a consistent ledger', async () => {
      expect(await server.ledger()).toEqual([])
    })
  },
  { databases: sqliteAlone },
)

/** On each database: they accept different texts. */
describeServer('every call of a user with data', (server) => {
  let someone: Awaited<ReturnType<typeof trader>>
  beforeAll(async () => {
    someone = await trader(server)
  })

  it.each(byPath(calls))('%s answers in an envelope, whatever nonsense it is sent', async (path, call) => {
    const sample = sampleOf(path)
    const texts = ['', '\u0000', 'a\u0000b', '\ud800', '𝕏'.repeat(2_000)]
    const others = [null, [], {}, true, -1, 1.5, Number.MAX_VALUE, { $gt: '' }, [['a']]]
    // An invalid text is refused before any statement.
    const nonsense: unknown[] = server.platform.database.kind === 'sqlite' ? [...texts, ...others] : texts
    for (const field of Object.keys(sample)) {
      for (const value of nonsense) {
        const answer = await server.call(call, { ...sample, [field]: value }, someone.token)
        expect(['ok', 'error', 999], `${path} ${field} ${JSON.stringify(value)}`).toContain(answer.type)
        expect(answer.http, `${path} ${field} ${JSON.stringify(value)}`).not.toBe(500)
      }
    }
  })

  it('leaves a consistent ledger', async () => {
    expect(await server.ledger()).toEqual([])
  })
})
