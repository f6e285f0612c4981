import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { areaCodes, info, login } from '../../../src/api/account/user.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { from, outcome, PASSWORD, passing, registered } from './support.ts'

describeServer.onSqlite('user/login', (server) => {
  it('returns a token of a password session', async () => {
    await registered(server, 'Alice')
    const token = await server.ok(login, { username: 'Alice', password: PASSWORD })
    expect(await server.ok(info, {}, token)).toMatchObject({ username: 'Alice', method: 'password', status: 'active' })
  })

  it('accepts the name in any case, and the password only in its own', async () => {
    await registered(server, 'Berta')
    expect(outcome(await server.call(login, { username: 'bERTA', password: PASSWORD }))).toBe('ok')
    for (const password of [PASSWORD.toLowerCase(), `${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.replaceAll(' ', '')]) {
      expect(outcome(await server.call(login, { username: 'Berta', password }))).toBe('wrongPassword')
    }
  })

  it('creates a new token of at least 128 bits at each sign-in, and stores only its hash', async () => {
    await registered(server, 'carla')
    const tokens = [
      await server.ok(login, { username: 'carla', password: PASSWORD }),
      await server.ok(login, { username: 'carla', password: PASSWORD }),
    ]
    expect(new Set(tokens).size).toBe(2)
    const rows = JSON.stringify(await server.platform.db.selectFrom('sessions').select('token_hash').execute())
    for (const token of tokens) {
      expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
      expect(rows).not.toContain(token)
    }
  })

  it('answers an unknown name like a wrong password', async () => {
    await registered(server, 'dora')
    const [known, unknown] = [
      await server.call(login, { username: 'dora', password: 'not this one' }),
      await server.call(login, { username: 'nobody', password: 'not this one' }),
    ]
    expect(known).toMatchObject({ http: 400, key: 'wrongPassword' })
    expect(unknown).toEqual(known)
  })

  it.each([
    [{ username: '', password: 'something' }, 'credentialsRequired'],
    [{ username: 'alice', password: '' }, 'credentialsRequired'],
    [{ username: 'alice' }, 'missingParameters'],
    [{ username: 'alice', password: 'x'.repeat(65) }, 'parameterError'],
    [{ username: 'x'.repeat(65), password: 'something' }, 'parameterError'],
  ])('refuses %j by %s', async (input, key) => {
    expect(await server.call(login, input)).toMatchObject({ http: 422, key })
  })

  it.each([['alice', 'bob'], { toString: 'x' }, 7, null, 'a\u0000b'])('refuses %j for a name', async (username) => {
    const answer = await from(server, '127.0.0.1')(login, { username, password: PASSWORD })
    expect(answer).toMatchObject({ http: 422, key: 'parameterError' })
  })

  it.each(["' or 1=1 --", '__proto__', 'constructor', '%', '\ud800'])('knows nobody called %j', async (username) => {
    const answer = await from(server, '127.0.0.1')(login, { username, password: PASSWORD })
    expect(outcome(answer)).toBe('wrongPassword')
  })

  it('reports a frozen account only after the right password', async () => {
    const { id } = await server.ok(info, {}, await registered(server, 'frida'))
    await commit(server.platform, (unit) => setStatus(unit, id, 'frozen'))
    expect(await server.call(login, { username: 'frida', password: PASSWORD })).toMatchObject({
      http: 403,
      key: 'accountFrozen',
    })
    expect(outcome(await server.call(login, { username: 'frida', password: 'not this one' }))).toBe('wrongPassword')
  })

  it('allows a locked account to sign in', async () => {
    const { id } = await server.ok(info, {}, await registered(server, 'greta'))
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
    const token = await server.ok(login, { username: 'greta', password: PASSWORD })
    expect(await server.ok(info, {}, token)).toMatchObject({ status: 'locked' })
  })
})

describe('login: a hundred wrong passwords', () => {
  describeServer(
    'user/login',
    (server) => {
      const guess = (address: string, headers = {}) =>
        from(server, address)(login, { username: 'victim', password: 'not this one' }, headers)

      it('are slowed, then locked out, while the owner signs in from elsewhere', async () => {
        await registered(server, 'victim')
        const outcomes: string[] = []
        for (let attempt = 1; attempt <= 3; attempt++) outcomes.push(outcome(await guess('203.0.113.7')))
        for (let attempt = 4; attempt <= 10; attempt++) {
          const startedMs = server.clock.now()
          outcomes.push(outcome(await passing(server, guess('203.0.113.7'))))
          expect(server.clock.now() - startedMs).toBeGreaterThanOrEqual(3_000)
        }
        expect(outcomes).toEqual(Array(10).fill('wrongPassword'))
        for (let attempt = 11; attempt <= 100; attempt++) {
          expect(outcome(await guess('203.0.113.7'))).toBe('tooManyRequests')
        }

        const right = { username: 'victim', password: PASSWORD }
        expect(await from(server, '203.0.113.7')(login, right)).toMatchObject({ http: 429, key: 'tooManyRequests' })
        expect(outcome(await from(server, '198.51.100.1')(login, right))).toBe('ok')
      })

      it('are not hidden by a forged X-Forwarded-For', async () => {
        const answer = await guess('203.0.113.7', { 'x-forwarded-for': '192.0.2.99', forwarded: 'for=192.0.2.99' })
        expect(outcome(answer)).toBe('tooManyRequests')
      })

      it('are forgotten after a quarter of an hour', async () => {
        server.clock.jump(15 * 60_000)
        const right = { username: 'victim', password: PASSWORD }
        expect(outcome(await from(server, '203.0.113.7')(login, right))).toBe('ok')
      })

      it('count individually when concurrent', async () => {
        const answers = await passing(server, Promise.all(Array.from({ length: 30 }, () => guess('203.0.113.50'))))
        expect(answers.filter((answer) => outcome(answer) === 'wrongPassword')).toHaveLength(10)
      })

      it('from many addresses slow the owner down, without a lockout', async () => {
        server.clock.jump(3_600_000)
        for (let network = 1; network <= 30; network++) await guess(`198.18.${network}.1`)
        const startedMs = server.clock.now()
        const right = from(server, '192.0.2.1')(login, { username: 'victim', password: PASSWORD })
        expect(outcome(await passing(server, right))).toBe('ok')
        expect(server.clock.now() - startedMs).toBeGreaterThanOrEqual(3_000)
      })

      it('over many names from one address are limited, too', async () => {
        for (let name = 1; name <= 105; name++) {
          const answer = await from(server, '203.0.113.99')(login, { username: `stranger${name}`, password: 'x' })
          expect(outcome(answer)).toBe(name <= 100 ? 'wrongPassword' : 'tooManyRequests')
        }
      })
    },
    { generosity: 1, databases: sqliteAlone },
  )
})

describe('login: three hundred sign-ins', () => {
  describeServer(
    'user/login',
    (server) => {
      it('from one address in a quarter of an hour are the limit, right ones included, without affecting others', async () => {
        await registered(server, 'often')
        const signIn = (address: string) => from(server, address)(login, { username: 'often', password: PASSWORD })
        for (let attempt = 1; attempt <= 300; attempt++) expect(outcome(await signIn('203.0.113.7'))).toBe('ok')
        expect(outcome(await signIn('203.0.113.7'))).toBe('tooManyRequests')
        expect(outcome(await signIn('198.51.100.1'))).toBe('ok')
        server.clock.jump(15 * 60_000)
        expect(outcome(await signIn('203.0.113.7'))).toBe('ok')
      })
    },
    { generosity: 1, databases: sqliteAlone },
  )
})

describe('login: passwords hashed in full', () => {
  describeServer(
    'user/login',
    (server) => {
      it('takes as long for an unknown name as for a known one', async () => {
        await registered(server, 'emma')
        const times: Record<string, number[]> = { emma: [], unknown: [] }
        // In turns, so that whatever else the machine does weighs on both.
        for (let round = 0; round < 3; round++) {
          for (const [username, measured] of Object.entries(times)) {
            const start = performance.now()
            await server.call(login, { username, password: 'not this one' })
            measured.push(performance.now() - start)
          }
        }
        const [known = 0, unknown = 0] = Object.values(times).map((measured) => measured.sort((a, b) => a - b)[1])
        const ratio = known / unknown
        // Without a hash an unknown name would be answered twenty times as fast; load makes a smaller difference.
        expect(ratio).toBeGreaterThan(0.2)
        expect(ratio).toBeLessThan(5)
      })

      it('answers other calls while hashing passwords', async () => {
        const order: string[] = []
        await Promise.all([
          ...[1, 2, 3].map(() =>
            server.call(login, { username: 'nobody', password: 'not this one' }).then(() => order.push('login')),
          ),
          server.call(areaCodes).then(() => order.push('other')),
        ])
        expect(order[0]).toBe('other')
      })
    },
    { passwordCost: 2 ** 17, databases: sqliteAlone },
  )
})
