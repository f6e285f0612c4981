import { beforeAll, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus, startSession } from '../../../server/user/module.ts'
import { sessions } from '../../../src/api/account/safe.ts'
import { info } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { greeted, listen } from '../platform/device.ts'
import { outcome } from '../security/support.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const TABLET =
  'Mozilla/5.0 (Linux; Android 13; SM-X900) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

describeServer.onSqlite('user/sessions', (server) => {
  let port: number
  beforeAll(async () => {
    port = await listen(server.app.http)
  })

  const list = (token: string) => server.ok(sessions, { action: 'list' }, token)
  const end = (id: string | undefined, token?: string) => server.call(sessions, { action: 'end', id }, token)
  const another = (userId: string, agent = COMPUTER) =>
    commit(server.platform, (unit) => startSession(unit, userId, 'wallet', { agent, address: '203.0.113.7' }))
  const idOf = async (token: string) => (await list(token)).find(({ current }) => current)?.id

  it('lists the user’s sessions, last seen first, and marks the current one', async () => {
    const { token, userId } = await server.person()
    const since = Math.floor(server.clock.now() / 1000)
    server.clock.jump(120_000)
    await another(userId, PHONE)
    server.clock.jump(60_000)
    await another(userId, TABLET)
    server.clock.jump(60_000)
    const devices = await list(token)
    expect(devices).toMatchObject([
      {
        system: null,
        browser: null,
        kind: 'unknown',
        address: '127.0.0.1',
        method: 'password',
        since,
        seenAt: since + 240,
        current: true,
      },
      { system: 'Android', browser: 'Chrome', kind: 'tablet', current: false },
      {
        system: 'iOS',
        browser: 'Safari',
        kind: 'phone',
        address: '203.0.113.7',
        method: 'wallet',
        since: since + 120,
        seenAt: since + 120,
        current: false,
      },
    ])
    const rows = await server.platform.db.selectFrom('sessions').select('token_hash').execute()
    for (const { token_hash } of rows) expect(JSON.stringify(devices)).not.toContain(token_hash)
  })

  it.each(['', 'curl/8.0', 'x'.repeat(256), '<script>', '🦊'])('lists a device that calls itself %j', async (agent) => {
    const { token, userId } = await server.person()
    await another(userId, agent)
    expect(await list(token)).toHaveLength(2)
  })

  it('omits idle and expired sessions', async () => {
    const { userId } = await server.person()
    server.clock.jump(7 * 86_400_000)
    const token = await another(userId)
    expect(await list(token)).toHaveLength(1)
  })

  it('ends the user’s own session: its calls are refused and its socket goes silent at once', async () => {
    const { token, userId } = await server.person()
    const [lost, kept] = [await another(userId), await another(userId)]
    const [theirs, mine] = [await greeted(port, lost), await greeted(port, token)]
    const id = await idOf(lost)
    expect((await server.ok(sessions, { action: 'end', id }, token)).map((device) => device.id)).not.toContain(id)
    expect(await theirs.next('signedOut')).toMatchObject({ key: 'signInRequired' })
    expect(outcome(await server.call(info, {}, lost))).toBe('signInRequired')
    expect([await server.call(info, {}, token), await server.call(info, {}, kept)].map(outcome)).toEqual(['ok', 'ok'])
    await mine.settled()
    expect(mine.frames.filter(({ type }) => type === 'signedOut')).toEqual([])
    await Promise.all([mine.close(), theirs.close()])
  })

  it('does not end the current session, which signs out instead', async () => {
    const { token } = await server.person()
    expect(await end(await idOf(token), token)).toMatchObject({ http: 409, key: 'illegalOperation' })
    expect(outcome(await server.call(info, {}, token))).toBe('ok')
  })

  it('ends a session only once', async () => {
    const { token, userId } = await server.person()
    const id = await idOf(await another(userId))
    const both = await Promise.all([end(id, token), end(id, token)])
    expect(both.map(outcome)).toContain('ok')
    expect(await end(id, token)).toMatchObject({ http: 404, key: 'dataNotFound' })
    expect(await list(token)).toHaveLength(1)
  })

  it('finds no session of someone else, and changes nothing', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const [hash] = await server.platform.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', bob.userId)
      .execute()
    for (const id of [await idOf(bob.token), hash?.token_hash, bob.token, bob.userId]) {
      expect(await end(id, ann.token)).toMatchObject({ http: 404, key: 'dataNotFound' })
    }
    expect(outcome(await server.call(info, {}, bob.token))).toBe('ok')
  })

  it('does not accept a token’s hash as a session id', async () => {
    const { token, userId } = await server.person()
    const rows = await server.platform.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .execute()
    expect(outcome(await end(rows[0]?.token_hash, token))).toBe('dataNotFound')
  })

  it('ends all of the user’s sessions except the current one', async () => {
    const [{ token, userId }, bob] = [await server.person(), await server.person()]
    const others = [await another(userId), await another(userId)]
    expect(await server.ok(sessions, { action: 'endOthers' }, token)).toMatchObject([{ current: true }])
    for (const other of others) expect(outcome(await server.call(info, {}, other))).toBe('signInRequired')
    expect(outcome(await server.call(info, {}, bob.token))).toBe('ok')
    expect(await server.ok(sessions, { action: 'endOthers' }, token)).toHaveLength(1)
  })

  it('holds twenty sessions of a user: one more ends the one seen longest ago, and its socket is notified', async () => {
    const bob = await server.person()
    const { token, userId } = await server.person()
    const first = await greeted(port, token)
    const ended = first.next('signedOut')
    const tokens = [token]
    for (let device = 1; device <= 50; device++) {
      server.clock.jump(1_000)
      tokens.push(await another(userId))
    }
    expect(await ended).toMatchObject({ key: 'signInRequired' })
    const outcomes = []
    for (const each of tokens) outcomes.push(outcome(await server.call(info, {}, each)))
    expect(outcomes).toEqual([...Array(31).fill('signInRequired'), ...Array(20).fill('ok')])
    expect(await list(tokens.at(-1) ?? '')).toHaveLength(20)
    expect(outcome(await server.call(info, {}, bob.token))).toBe('ok')
    await first.close()
  })

  it('keeps an old session that is in use', async () => {
    const { token, userId } = await server.person()
    for (let device = 1; device <= 25; device++) {
      server.clock.jump(61_000)
      expect(outcome(await server.call(info, {}, token))).toBe('ok')
      await another(userId)
    }
    expect(await list(token)).toHaveLength(20)
  })

  it('ends surplus sessions that began in the same second, and never the newest', async () => {
    const { userId } = await server.person()
    for (let device = 1; device <= 50; device++) {
      expect(outcome(await server.call(info, {}, await another(userId)))).toBe('ok')
    }
    const rows = await server.platform.db
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', '=', userId)
      .execute()
    expect(rows).toHaveLength(20)
  })

  it('allows a locked user to sign out a device', async () => {
    const { token, userId } = await server.person()
    const other = await another(userId)
    await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
    expect(outcome(await server.call(sessions, { action: 'endOthers' }, token))).toBe('ok')
    expect(outcome(await server.call(info, {}, other))).toBe('signInRequired')
  })

  it.each([
    [{}, 'missingParameters'],
    [{ action: 'endAll' }, 'parameterError'],
    [{ action: 'end' }, 'missingParameters'],
    [{ action: 'end', id: 'x y' }, 'parameterError'],
    [{ action: 'end', id: ['a'] }, 'parameterError'],
  ])('refuses %j', async (input, key) => {
    const { token } = await server.person()
    expect(await server.call(sessions, input, token)).toMatchObject({ http: 422, key })
    expect(await list(token)).toHaveLength(1)
  })

  it('needs a token', async () => {
    expect(await server.call(sessions, { action: 'list' })).toMatchObject({ http: 401, type: 999 })
  })
})
