import { afterAll, beforeAll, expect, it } from 'vitest'
import { riskCommands } from '../../../server/admin/risk-commands.ts'
import { actsOf } from '../../../server/audit/module.ts'
import { decideKyc, listKyc } from '../../../server/kyc/kyc.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { startSession } from '../../../server/user/module.ts'
import { info } from '../../../src/api/account/user.ts'
import { deleteAddress, out } from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { submit } from '../kyc/support.ts'
import { address, knownByName, leaver, mayLeave, operate, withdrawal } from '../withdrawal/support.ts'
import { type Admin, type Answer, atWork, openAdmin } from './support.ts'

const DAY_MS = 86_400_000
const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

type Rows = Record<string, unknown>[]
const rowsOf = ({ body }: Answer) => body.rows as Rows

describeServer(
  'a user’s page in the admin console',
  (server) => {
    let admin: Admin
    let cookies: Record<'sue' | 'rita' | 'tom' | 'ada', string>
    beforeAll(async () => {
      admin = await openAdmin(server)
      cookies = {
        sue: await atWork(server, admin, 'sue', 'support'),
        rita: await atWork(server, admin, 'rita', 'review'),
        tom: await atWork(server, admin, 'tom', 'treasurer'),
        ada: await atWork(server, admin, 'ada', 'auditor'),
      }
    })
    afterAll(() => admin.http.close())

    const signIn = (userId: string, agent: string, from: string) =>
      commit(server.platform, (unit) => startSession(unit, userId, 'password', { agent, address: from }))
    // Without a session, which would end as the days go by.
    const risks = async (userId: string) => {
      const command = riskCommands.find(({ name }) => name === 'user risks')
      const { platform } = server
      return (await command?.run({ platform, who: 'tom', args: [userId], options: {}, tell: () => {} })) ?? []
    }
    const found = async (userId: string) =>
      Object.fromEntries((await risks(userId)).map(({ note, why }) => [note, why]))

    it('shows the state of each verification to everybody, and the identity to reviewers, each time noted', async () => {
      const { userId, token } = await server.person()
      const history = async (cookie: string) => rowsOf(await admin.act(cookie, 'user verification', [userId]))
      expect(await history(cookies.sue)).toEqual([{ state: 'notSubmitted' }])
      await submit(server, token)
      const [{ id } = { id: '' }] = (await listKyc(server.platform)).filter((each) => each.userId === userId)
      await commit(server.platform, (unit) => decideKyc(unit, id, { verified: false, reason: 'Unreadable' }))
      await submit(server, token)
      for (const cookie of Object.values(cookies)) {
        const rows = await history(cookie)
        expect(rows.map(({ state }) => state)).toEqual(['pendingReview', 'refused'])
        // Nothing of the document, nor of the reason, which may quote it.
        expect(rows.map((row) => Object.keys(row))).toEqual(Array(2).fill(['state', 'submitted', 'decided']))
      }
      const looked = async () =>
        (await actsOf(server.platform.db, userId, 10)).filter(({ act }) => act === 'user identity').length
      for (const cookie of [cookies.sue, cookies.tom, cookies.ada])
        expect((await admin.act(cookie, 'user identity', [userId])).status).toBe(403)
      expect(await looked()).toBe(0)
      expect(rowsOf(await admin.act(cookies.rita, 'user identity', [userId]))).toMatchObject([
        { state: 'pendingReview', firstName: expect.any(String), number: expect.any(String) },
        { state: 'refused', reason: 'Unreadable' },
      ])
      expect(await looked()).toBe(1)
    })

    it('finds people, orders, verifications and addresses, as far as the role sees them', async () => {
      const { userId, token, addressId } = await leaver(server)
      const { id } = await server.ok(out, withdrawal(addressId), token)
      const { username } = await server.ok(info, {}, token)
      const find = async (cookie: string, name: string, text: string) => {
        const answer = await admin.act(cookie, name, [text])
        return answer.status === 200 ? rowsOf(answer) : answer.status
      }
      for (const cookie of Object.values(cookies))
        expect(await find(cookie, 'user find', String(username).toUpperCase())).toMatchObject([{ user: userId }])
      expect(await find(cookies.sue, 'user find', 'nobody')).toEqual([])
      const order = { user: userId, id, kind: 'withdrawal', state: 'underReview', ended: null }
      expect(await find(cookies.sue, 'order find', id.toLowerCase())).toMatchObject([order])
      expect(await find(cookies.rita, 'order find', id)).toBe(403)
      const people = (rows: unknown) => (rows as Rows).map(({ user }) => user)
      const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
      expect(people(await find(cookies.tom, 'withdrawal address', lower))).toContain(userId)
      expect(await find(cookies.rita, 'withdrawal address', lower)).toBe(403)
      const known = await server.person()
      await knownByName(server, known.userId)
      const kyc = await server.platform.db
        .selectFrom('kyc')
        .select('id')
        .where('user_id', '=', known.userId)
        .executeTakeFirstOrThrow()
      expect(await find(cookies.ada, 'kyc find', kyc.id)).toMatchObject([{ user: known.userId, state: 'verified' }])
      expect(await find(cookies.sue, 'kyc find', kyc.id)).toBe(403)
    })

    it('says how long the oldest case of a queue waits, its target, and what is late', async () => {
      const { token, addressId } = await leaver(server)
      const { id } = await server.ok(out, withdrawal(addressId), token)
      const state = async () => {
        const { body } = await admin.act(cookies.tom, 'withdrawal list')
        const place = (body.rows as Rows).findIndex((row) => row.id === id)
        const { body: counts } = await admin.get('/desk/waiting', cookies.tom)
        const { target, late } = (counts.rows as Rows).find(({ queue }) => queue === 'withdrawal list') ?? {}
        return { isLate: (body.late as boolean[])[place], target, late: Number(late) }
      }
      const before = await state()
      expect(before).toMatchObject({ isLate: false, target: 86_400 })
      server.clock.jump(DAY_MS + 1_000)
      cookies.tom = await admin.signIn('tom')
      const after = await state()
      expect(after.isLate).toBe(true)
      expect(after.late).toBeGreaterThan(before.late)
      // Once decided it is not late, although the paper network is slow.
      await admin.act(cookies.tom, 'withdrawal approve', [id], { why: 'a test' })
      expect(await state()).toMatchObject({ isLate: false, late: after.late - 1 })
    })

    it('finds nothing to weigh about an old account, and says what it looked at', async () => {
      const { userId } = await server.person()
      await server.platform.db.updateTable('users').set({ created_at: 0n }).where('id', '=', userId).execute()
      await server.platform.db.updateTable('sessions').set({ address: '' }).where('user_id', '=', userId).execute()
      const rows = await risks(userId)
      expect(rows.filter(({ weight }) => weight !== 'clear').map(({ note }) => note)).toEqual(['First withdrawal'])
      expect(rows).toContainEqual({ note: 'Nothing borrowed', weight: 'clear', why: null })
    })

    it('tells of a new account, of a device that no earlier session is of, and of a shared network', async () => {
      const [{ userId }, other] = [await server.person(), await server.person()]
      const { db } = server.platform
      await db.deleteFrom('sessions').where('user_id', 'in', [userId, other.userId]).execute()
      await signIn(userId, COMPUTER, '203.0.113.8')
      // The first device of an account is no new one.
      expect(await found(userId)).toMatchObject({ 'New account': 'created today', 'No new device in 3 days': null })
      server.clock.jump(DAY_MS)
      await signIn(userId, PHONE, '203.0.113.9')
      server.clock.jump(DAY_MS)
      expect(await found(userId)).toMatchObject({
        'New account': 'created 2 days ago',
        'New device': 'Safari on iOS, signed in 1 day ago; no earlier session is of such a device',
        'No other account signed in from the same network address': null,
      })
      await signIn(other.userId, PHONE, '203.0.113.9')
      const shared = await found(userId)
      expect(shared['Shared network']).toBe('1 other account signed in from the same network address')
      // A treasurer sees no sessions: the words have no network address.
      expect(JSON.stringify(shared)).not.toContain('203.0.113')
      server.clock.jump(6 * DAY_MS)
      expect(await found(userId)).toMatchObject({ 'Account older than 7 days': null, 'No new device in 3 days': null })
    })

    it('tells of an address that is new or of others, and of many refusals', async () => {
      const [{ userId, token, addressId }, other] = [await leaver(server), await server.person()]
      await mayLeave(server, other.userId)
      expect(await found(userId)).toMatchObject({ 'New address': '0x5aAe…eAed, saved today' })
      const shared = await address(server, other.token)
      const before = await found(userId)
      expect(before['Shared address']).toMatch(/^\d+ other accounts? saved an address of this address book$/)
      await server.ok(deleteAddress, { id: shared }, other.token)
      for (const time of [1, 2, 3]) {
        const { id } = await server.ok(out, withdrawal(addressId), token)
        await operate(server, 'withdrawal refuse', id, `time ${time}`)
        const refusals = (await found(userId))['Many refusals']
        expect(refusals).toBe(time < 3 ? undefined : '3 withdrawals refused in 90 days')
      }
    })
  },
  { env: { REVIEW_SECONDS: '86400' } },
)
