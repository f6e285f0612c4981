import { expect, it } from 'vitest'
import { google } from '../../../src/api/account/safe.ts'
import { info, login } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { bound, nextStep, outcome, PASSWORD, registered, shown } from './support.ts'

describeServer.onSqlite('user/login with an authenticator', (server) => {
  const enter = (username: string, code?: string, password = PASSWORD) =>
    server.call(login, { username, password, ...(code !== undefined && { code }) })
  const person = async (username: string) => ({
    ...(await bound(server, await registered(server, username))),
    enter: (code?: string) => enter(username, code),
  })

  it('asks for the code only after the right password', async () => {
    const { secret } = await person('alma')
    expect(await enter('alma')).toMatchObject({ http: 403, key: 'authenticatorCodeRequired' })
    expect(outcome(await enter('alma', undefined, 'not this one'))).toBe('wrongPassword')
    expect(outcome(await enter('alma', shown(server, secret), 'not this one'))).toBe('wrongPassword')
    const answer = await enter('alma', shown(server, secret))
    expect(outcome(answer)).toBe('ok')
    expect(await server.ok(info, {}, String(answer.message))).toMatchObject({ username: 'alma' })
  })

  it('ignores a code without an authenticator', async () => {
    await registered(server, 'bare')
    expect(outcome(await enter('bare', '123456'))).toBe('ok')
  })

  it('accepts a code once', async () => {
    const { secret, enter } = await person('once')
    const code = shown(server, secret)
    expect(outcome(await enter(code))).toBe('ok')
    expect(await enter(code)).toMatchObject({
      ...{ http: 400, key: 'wrongAuthenticatorCode' },
      params: { time: String(Math.floor(server.clock.now() / 1_000)) },
    })
    // A recovery code does not depend on a clock.
    expect(await enter('2345678999')).toMatchObject({ key: 'wrongAuthenticatorCode', params: {} })
    server.clock.jump(29_000)
    expect(outcome(await enter(code))).toBe('wrongAuthenticatorCode')
  })

  it('accepts a code once, also for twenty concurrent copies', async () => {
    const { secret, enter } = await person('parallel')
    const code = shown(server, secret)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(code)))
    expect(answers.filter((answer) => outcome(answer) === 'ok')).toHaveLength(1)
  })

  it.each([
    [-2, 'wrongAuthenticatorCode'],
    [-1, 'ok'],
    [0, 'ok'],
    [1, 'ok'],
    [2, 'wrongAuthenticatorCode'],
  ])('answers the code of %i steps from now by %s', async (steps, expected) => {
    const { secret, enter } = await person(`step${steps + 2}`)
    server.clock.jump(5 * 60_000)
    expect(outcome(await enter(shown(server, secret, steps)))).toBe(expected)
  })

  it('rejects a code older than the last accepted one', async () => {
    const { secret, enter } = await person('older')
    server.clock.jump(5 * 60_000)
    expect(outcome(await enter(shown(server, secret, 1)))).toBe('ok')
    for (const steps of [-1, 0, 1])
      expect(outcome(await enter(shown(server, secret, steps)))).toBe('wrongAuthenticatorCode')
    nextStep(server)
    expect(outcome(await enter(shown(server, secret, 1)))).toBe('ok')
  })

  it('accepts each recovery code once, also concurrently', async () => {
    const { recoveryCodes, enter } = await person('spare')
    const [first = '', second = ''] = recoveryCodes
    expect(outcome(await enter(first))).toBe('ok')
    expect(outcome(await enter(first))).toBe('wrongAuthenticatorCode')
    const both = await Promise.all([enter(second.replace('-', '').toLowerCase()), enter(second)])
    expect(both.map(outcome).sort()).toEqual(['ok', 'wrongAuthenticatorCode'])
    const token = String((await enter(recoveryCodes[2])).message)
    expect((await server.ok(google, { action: 'state' }, token)).recoveryCodesLeft).toBe(7)
  })

  it('rejects another user’s codes', async () => {
    const [mine, theirs] = [await person('mine'), await person('theirs')]
    expect(outcome(await mine.enter(shown(server, theirs.secret)))).toBe('wrongAuthenticatorCode')
    expect(outcome(await mine.enter(theirs.recoveryCodes[0]))).toBe('wrongAuthenticatorCode')
  })
})

describeServer.onSqlite(
  'user/login, five wrong codes',
  (server) => {
    it('does not count the right one', async () => {
      const { secret } = await bound(server, await registered(server, 'often'))
      for (let index = 0; index < 7; index++) {
        server.clock.jump(30_000)
        const code = shown(server, secret)
        expect(outcome(await server.call(login, { username: 'often', password: PASSWORD, code }))).toBe('ok')
      }
    })

    it('throttles the code for a quarter of an hour, and not the password', async () => {
      const { secret } = await bound(server, await registered(server, 'target'))
      const enter = (code?: string) =>
        server.call(login, { username: 'target', password: PASSWORD, ...(code && { code }) })
      const right = Number(shown(server, secret))
      const outcomes: string[] = []
      for (let index = 1; index <= 6; index++) {
        outcomes.push(outcome(await enter(String((right + index) % 1_000_000).padStart(6, '0'))))
      }
      expect(outcomes).toEqual([...Array(5).fill('wrongAuthenticatorCode'), 'tooManyRequests'])
      expect(outcome(await enter(shown(server, secret)))).toBe('tooManyRequests')
      expect(outcome(await enter())).toBe('authenticatorCodeRequired')
      server.clock.jump(15 * 60_000)
      expect(outcome(await enter(shown(server, secret)))).toBe('ok')
    })
  },
  { generosity: 1 },
)
