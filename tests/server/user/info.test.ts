import { expect, it } from 'vitest'
import type { Topics } from '../../../server/platform/nodes/bus.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { info } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { from, outcome, registered, signedIn, walletOf } from '../security/support.ts'

const DAY_MS = 86_400_000

describeServer.onSqlite('user/info', (server) => {
  it('returns the signed-in user', async () => {
    const token = await registered(server, 'Alice')
    expect(await server.ok(info, {}, token)).toEqual({
      id: expect.any(String),
      username: 'Alice',
      address: null,
      method: 'password',
      status: 'active',
      lang: 'en',
      timeZone: 'UTC',
      inviteCode: expect.any(String),
      createdAt: server.clock.now() / 1000,
      owes: false,
      eventSeq: 0,
    })
  })

  it('returns the sign-in method of the session', async () => {
    expect(await server.ok(info, {}, await signedIn(server, walletOf(1)))).toMatchObject({ method: 'wallet' })
  })

  it('returns the token’s own user, whatever other user the request names', async () => {
    const [alice, bob] = [await server.person(), await server.person()]
    const asked = { userId: bob.userId, id: bob.userId, token: bob.token }
    expect((await server.ok(info, asked, alice.token)).id).toBe(alice.userId)
    expect((await server.ok(info, asked, bob.token)).id).toBe(bob.userId)
  })

  it('needs a token', async () => {
    expect(await server.call(info)).toMatchObject({ http: 401, type: 999, code: 999, key: 'signInRequired' })
  })

  it('accepts the token only in its header', async () => {
    const { token } = await server.person()
    const inQuery = await from(server, '127.0.0.1')(info, { token, authorization: token, Authorization: token })
    expect(inQuery).toMatchObject({ type: 999 })
    expect(await from(server, '127.0.0.1')(info, {}, { cookie: `token=${token}` })).toMatchObject({ type: 999 })
  })

  it.each(['x', 'null', 'undefined', "' or 1=1 --", 'a'.repeat(5_000)])('knows no token %j', async (token) => {
    expect(await server.call(info, {}, token)).toMatchObject({ http: 401, type: 999 })
  })

  it('does not accept the stored hash as a token', async () => {
    const { userId } = await server.person()
    const { token_hash } = await server.platform.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(await server.call(info, {}, token_hash)).toMatchObject({ type: 999 })
  })

  it('reports a frozen account on every call, and to its sockets at once', async () => {
    const { token, userId } = await server.person()
    const heard: Topics['signedOut'][] = []
    const stop = server.platform.bus.subscribe('signedOut', (message) => heard.push(message))
    await commit(server.platform, (unit) => setStatus(unit, userId, 'frozen'))
    stop()
    expect(heard).toEqual([{ userId, key: 'accountFrozen' }])
    expect(await server.call(info, {}, token)).toMatchObject({ http: 403, type: 'error', key: 'accountFrozen' })
  })

  it('rejects sessions from before an account was unfrozen', async () => {
    const { token, userId } = await server.person()
    await commit(server.platform, (unit) => setStatus(unit, userId, 'frozen'))
    await commit(server.platform, (unit) => setStatus(unit, userId, 'active'))
    expect(await server.call(info, {}, token)).toMatchObject({ type: 999 })
  })

  it('allows a locked account to read', async () => {
    const { token, userId } = await server.person()
    await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
    expect(await server.ok(info, {}, token)).toMatchObject({ status: 'locked' })
  })

  it('ends a session unused for seven days', async () => {
    const { token } = await server.person()
    server.clock.jump(7 * DAY_MS - 1_000)
    expect(outcome(await server.call(info, {}, token))).toBe('ok')
    server.clock.jump(7 * DAY_MS)
    expect(await server.call(info, {}, token)).toMatchObject({ type: 999 })
  })

  it('ends a session after thirty days of use', async () => {
    const { token } = await server.person()
    for (let day = 1; day < 30; day++) {
      server.clock.jump(DAY_MS)
      await server.ok(info, {}, token)
    }
    server.clock.jump(DAY_MS)
    expect(await server.call(info, {}, token)).toMatchObject({ type: 999 })
  })

  it('records the use of a session at most once a minute', async () => {
    const { token, userId } = await server.person()
    const seenAt = async () => {
      const rows = await server.platform.db
        .selectFrom('sessions')
        .select('seen_at')
        .where('user_id', '=', userId)
        .execute()
      return Number(rows[0]?.seen_at)
    }
    const start = await seenAt()
    server.clock.jump(59_000)
    await server.ok(info, {}, token)
    expect(await seenAt()).toBe(start)
    server.clock.jump(1_000)
    await server.ok(info, {}, token)
    expect(await seenAt()).toBe(start + 60)
  })

  it('survives a restart of the server', async () => {
    const { token, userId } = await server.person()
    await server.restart()
    expect((await server.ok(info, {}, token)).id).toBe(userId)
  })
})
