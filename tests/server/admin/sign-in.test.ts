import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { actsOf } from '../../../server/audit/module.ts'
import { info } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { type Admin, atWork, codeOf, manage, ORIGIN, openAdmin, PASSWORD } from './support.ts'

const MINUTE_MS = 60_000
const WRONG = { error: 'name, password or code are not right' }

describeServer.onSqlite('signing in to the admin console', (server) => {
  let admin: Admin
  beforeAll(async () => {
    await manage(server, 'desk add', ['ann', 'support'])
  })
  beforeEach(async () => {
    admin = await openAdmin(server)
    // No code that a test before has used comes again.
    server.clock.jump(2 * MINUTE_MS)
  })
  afterAll(() => admin.http.close())

  const right = () => ({ name: 'ann', password: PASSWORD, code: codeOf('ann', server.clock) })
  const signIn = (
    change: object = {},
    from: Partial<{ remoteAddress: string; headers: Record<string, string> }> = {},
  ) =>
    admin.http.inject({
      ...{ method: 'POST', url: '/desk/sign-in', headers: { host: new URL(ORIGIN).host, origin: ORIGIN } },
      payload: { ...right(), ...change },
      ...from,
    })
  const isIn = async (cookie: string) => (await admin.get('/desk/me', cookie)).status

  it('accepts name, password and code, and sets an HttpOnly and SameSite cookie', async () => {
    const answer = await signIn()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^desk=[\w-]{27}; Path=\/desk; Max-Age=43200; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^desk-device=[\w-]+; Path=\/desk; Max-Age=31536000; HttpOnly; SameSite=Strict$/),
    ])
    const me = await admin.get('/desk/me', String(answer.headers['set-cookie']).split(';')[0])
    expect(me.body).toMatchObject({ name: 'ann', roles: ['support'], secondPerson: false })
  })

  it('marks the cookie as secure if the admin console is served over TLS', async () => {
    const secure = await openAdmin(server, { ADMIN_URL: 'https://admin.example' })
    const headers = { host: 'admin.example', origin: 'https://admin.example' }
    const answer = await secure.http.inject({ method: 'POST', url: '/desk/sign-in', headers, payload: right() })
    expect(answer.headers['set-cookie']).toEqual(Array(2).fill(expect.stringMatching(/; SameSite=Strict; Secure$/)))
    const { status } = await secure.post('/desk/sign-in', right())
    expect(status).toBe(403)
    await secure.http.close()
  })

  it('limits the cookie to its own calls below the path of ADMIN_URL', async () => {
    const below = await openAdmin(server, { ADMIN_URL: 'https://admin.example/quoin' })
    const headers = { host: 'admin.example', origin: 'https://admin.example' }
    const answer = await below.http.inject({ method: 'POST', url: '/desk/sign-in', headers, payload: right() })
    expect(answer.headers['set-cookie']).toEqual(Array(2).fill(expect.stringContaining('; Path=/quoin/desk; ')))
    await below.http.close()
  })

  it('gives the same answer to a wrong name, password, code or an unreadable code', async () => {
    for (const change of [
      { name: 'nobody' },
      { password: 'another 9 password' },
      { code: codeOf('ann', server.clock, 9) },
      { code: 'abcdef' },
    ]) {
      const answer = await signIn(change)
      expect([answer.statusCode, answer.json()]).toEqual([422, WRONG])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  it('accepts each code once, at most one step early or late', async () => {
    const used = right()
    expect((await signIn(used)).statusCode).toBe(200)
    expect((await signIn(used)).statusCode).toBe(422)
    server.clock.jump(2 * MINUTE_MS)
    expect((await signIn({ code: codeOf('ann', server.clock, -2) })).statusCode).toBe(422)
    expect((await signIn({ code: codeOf('ann', server.clock, 2) })).statusCode).toBe(422)
    expect((await signIn({ code: codeOf('ann', server.clock, -1) })).statusCode).toBe(200)
    expect((await signIn({ code: codeOf('ann', server.clock, 1) })).statusCode).toBe(200)
  })

  it('checks at most five passwords from one address, while the operator signs in from another', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await signIn({ password: 'a guess that is wrong' })).statusCode).toBe(422)
    }
    const locked = await signIn()
    expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, '900'])
    expect((await signIn({}, { remoteAddress: '10.1.2.3' })).statusCode).toBe(200)
    server.clock.jump(15 * MINUTE_MS)
    expect((await signIn()).statusCode).toBe(200)
  })

  it('checks at most five codes with the right password, from any address, for a quarter of an hour', async () => {
    const code = () => `${(Number(right().code) + 1) % 1_000_000}`.padStart(6, '0')
    const from = (place: number) => ({ remoteAddress: `198.51.100.${place}` })
    for (let place = 0; place < 3; place++) await signIn({ password: 'wrong 9 password' }, from(place))
    for (let place = 10; place < 15; place++) expect((await signIn({ code: code() }, from(place))).statusCode).toBe(422)
    const sixth = await signIn({}, from(16))
    expect([sixth.statusCode, sixth.json()]).toEqual([422, WRONG])
    server.clock.jump(15 * MINUTE_MS)
    expect((await signIn({}, from(17))).statusCode).toBe(200)
  })

  it('accepts the right code from a known device, however many attempts others have used up', async () => {
    const first = await signIn()
    const [, device = ''] = [first.headers['set-cookie']].flat()
    const known = { cookie: device.split(';')[0] ?? '' }
    server.clock.jump(MINUTE_MS)
    const wrong = () => `${(Number(right().code) + 1) % 1_000_000}`.padStart(6, '0')
    const from = (place: number, headers = {}) => ({
      remoteAddress: `198.51.100.${place}`,
      headers: { host: new URL(ORIGIN).host, origin: ORIGIN, ...headers },
    })
    for (let place = 0; place < 5; place++) await signIn({ code: wrong() }, from(place))
    expect((await signIn({}, from(6))).statusCode).toBe(422)
    expect((await signIn({}, from(7, known))).statusCode).toBe(200)
    // On a new device, the way back is a new proof.
    await manage(server, 'desk renew', ['ann'])
    expect((await signIn({}, from(17))).statusCode).toBe(200)
  })

  it('checks at most five codes from a known device', async () => {
    const [, device = ''] = [(await signIn()).headers['set-cookie']].flat()
    server.clock.jump(MINUTE_MS)
    const headers = { host: new URL(ORIGIN).host, origin: ORIGIN, cookie: device.split(';')[0] ?? '' }
    const code = `${(Number(right().code) + 1) % 1_000_000}`.padStart(6, '0')
    for (let place = 0; place < 5; place++) await signIn({ code }, { remoteAddress: `198.51.100.${place}`, headers })
    expect((await signIn({}, { remoteAddress: '198.51.100.9', headers })).statusCode).toBe(422)
  })

  it('is in the audit log, with refusals, for existing operators only, and bounded', async () => {
    const acts = async () =>
      (await actsOf(server.platform.db, undefined, 100)).filter(({ act }) => act.startsWith('desk sign-in'))
    const before = (await acts()).length
    await signIn({ password: 'another 9 password' }, { remoteAddress: '203.0.113.9' })
    await signIn({ name: 'nobody' })
    await signIn()
    expect((await acts()).slice(0, -before || undefined).map(({ who, act, why }) => ({ who, act, why }))).toEqual([
      { who: 'ann', act: 'desk sign-in', why: 'from 127.0.0.1' },
      { who: 'ann', act: 'desk sign-in refused', why: 'wrongPassword, from 203.0.113.9' },
    ])
    for (let place = 0; place < 7; place++) {
      await signIn({ password: 'another 9 password' }, { remoteAddress: `203.0.113.${place + 10}` })
    }
    expect((await acts()).length - before).toBe(1 + 5)
  })

  it('counts the names tried from one address', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      expect((await signIn({ name: `name${attempt}` })).statusCode).toBe(422)
    }
    expect((await signIn()).statusCode).toBe(429)
  })

  it('ends after half an hour of inactivity, not counting automatic requests', async () => {
    const cookie = await admin.signIn('ann')
    server.clock.jump(20 * MINUTE_MS)
    expect(await isIn(cookie)).toBe(200)
    server.clock.jump(20 * MINUTE_MS)
    const quiet = { command: 'chat list', args: [], options: {}, quiet: true }
    expect((await admin.post('/desk/act', quiet, cookie)).status).toBe(200)
    expect((await admin.get('/desk/waiting', cookie)).status).toBe(200)
    expect((await admin.post('/desk/act', { ...quiet, command: 'user show', args: ['x'] }, cookie)).status).toBe(403)
    // An open conversation polls for messages: an unknown one is empty, not refused.
    expect((await admin.post('/desk/act', { ...quiet, command: 'chat show', args: ['x'] }, cookie)).status).toBe(422)
    server.clock.jump(11 * MINUTE_MS)
    expect(await isIn(cookie)).toBe(401)
  })

  it('works, and can be ended, despite planted cookies of the same name', async () => {
    const cookie = await admin.signIn('ann')
    const planted = `desk=planted-by-another-page; desk=; desk=x; ${cookie}`
    expect(await isIn(planted)).toBe(200)
    await admin.post('/desk/sign-out', {}, planted)
    expect(await isIn(cookie)).toBe(401)
  })

  it('ends after twelve hours, despite activity', async () => {
    const cookie = await admin.signIn('ann')
    for (let quarter = 0; quarter < 47; quarter++) {
      server.clock.jump(15 * MINUTE_MS)
      expect(await isIn(cookie)).toBe(200)
    }
    server.clock.jump(15 * MINUTE_MS)
    expect(await isIn(cookie)).toBe(401)
  })

  it('ends by signing out, and by a change of roles, password or operators', async () => {
    const cookie = await admin.signIn('ann')
    const out = await admin.post('/desk/sign-out', {}, cookie)
    expect(out.cookie).toBe('desk=')
    expect(await isIn(cookie)).toBe(401)

    const again = await admin.signIn('ann')
    await manage(server, 'desk roles', ['ann', 'support,auditor'])
    expect(await isIn(again)).toBe(401)
    const third = await admin.signIn('ann')
    expect((await admin.get('/desk/me', third)).body).toMatchObject({ roles: ['support', 'auditor'] })
    const before = right()
    await manage(server, 'desk renew', ['ann'], 'another long 9 password')
    expect(await isIn(third)).toBe(401)
    server.clock.jump(30_000)
    expect((await signIn(before)).statusCode).toBe(422)
    expect((await signIn()).statusCode).toBe(422)
    expect((await signIn({ password: 'another long 9 password' })).statusCode).toBe(200)
    await manage(server, 'desk renew', ['ann'])

    const bob = await atWork(server, admin, 'bob', 'support')
    await manage(server, 'desk remove', ['bob'])
    expect(await isIn(bob)).toBe(401)
    await expect(manage(server, 'desk remove', ['bob'])).rejects.toThrow('no operator is called bob')
  })

  it('replaces the previous session in the same browser, but not on a failed attempt', async () => {
    const before = await admin.signIn('ann')
    server.clock.jump(30_000)
    const wrong = await admin.post('/desk/sign-in', { ...right(), password: 'another 9 password' }, before)
    expect([wrong.status, await isIn(before)]).toEqual([422, 200])
    server.clock.jump(30_000)
    const { cookie = '' } = await admin.post('/desk/sign-in', right(), before)
    expect([await isIn(cookie), await isIn(before)]).toEqual([200, 401])
  })

  it('creates no operator with a weak password, a taken name, or an unknown role', async () => {
    const add = (name: string, roles: string, password?: string) => manage(server, 'desk add', [name, roles], password)
    await expect(add('carl', 'support', 'short 9')).rejects.toThrow('a password has 12 to 128 characters')
    await expect(add('carl', 'support', 'carlcarlcarlcarl')).rejects.toThrow('too easy to guess')
    await expect(add('carl', 'support', 'aaaaaaaaaaaaaaaa')).rejects.toThrow('too easy to guess')
    await expect(add('Carl', 'support')).rejects.toThrow('lowercase letters')
    await expect(add('carl', 'king')).rejects.toThrow('the roles are support, review, treasurer, auditor')
    await expect(add('ann', 'support')).rejects.toThrow('ann is already an operator')
  })

  it('stores no password or secret in plain text', async () => {
    const [uri] = await manage(server, 'desk add', ['dora', 'auditor'])
    const secret = new URL(String(uri?.authenticator)).searchParams.get('secret') ?? ''
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const rows = JSON.stringify(
      await server.platform.db.selectFrom('desk_operators').selectAll().execute(),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    )
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(PASSWORD)
    const cookie = await admin.signIn('dora')
    const [session] = await server.platform.db
      .selectFrom('desk_sessions')
      .selectAll()
      .where('operator', '=', 'dora')
      .execute()
    expect(cookie).not.toContain(session?.token_hash)
    expect(session?.token_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('rejects other origins: by call, by form and by link', async () => {
    const cookie = await admin.signIn('ann')
    const list = { command: 'chat list', args: [], options: {} }
    const status = async (headers: Record<string, string>, payload: object | string = list) =>
      (
        await admin.http.inject({
          method: 'POST',
          url: '/desk/act',
          headers: { host: 'localhost:8090', cookie, ...headers },
          payload,
        })
      ).statusCode
    const json = { 'content-type': 'application/json' }
    expect(await status({ ...json, origin: ORIGIN, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await status({ ...json })).toBe(403)
    // The app of the users, at another port of the same host, is of the same site.
    expect(await status({ ...json, origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await status({ ...json, origin: ORIGIN, 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await status({ ...json, origin: 'null' })).toBe(403)
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN }
    expect(await status(form, 'command=chat+list')).toBe(403)
    expect((await admin.get('/desk/me', cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await admin.get('/desk/me', cookie, { host: 'desk.elsewhere.example' })).status).toBe(421)
  })

  it('sends its headers with every answer', async () => {
    const { headers } = await admin.http.inject({ url: '/desk/me', headers: { host: 'localhost' } })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('shares no call, session or path with the users’ server', async () => {
    const cookie = await admin.signIn('ann')
    expect((await admin.post('/api/user/info', { lang: 'en' }, cookie)).status).toBe(404)
    const token = cookie.replace('desk=', '')
    expect(await server.call(info, {}, token)).toMatchObject({ code: 999 })
    for (const url of ['/desk/me', '/desk/', '/desk/act']) {
      expect((await server.app.http.inject({ url, headers: { cookie } })).statusCode).toBe(404)
    }
  })
})
