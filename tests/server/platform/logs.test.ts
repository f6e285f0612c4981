import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as user from '../../../src/api/account/user.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import { startServer, type TestServer } from '../harness.ts'
import { order, price } from '../microtrade/support.ts'
import { PASSWORD, registration, signed, walletOf } from '../security/support.ts'

type Line = Record<string, unknown>

describe('logs: the log', () => {
  let server: TestServer
  let close = async () => {}
  let text = ''
  const secrets: string[] = [PASSWORD, 'another secret', 'sixteen letters!']
  const lines = () => text.split('\n').flatMap((line): Line[] => (line ? [JSON.parse(line)] : []))

  beforeAll(async () => {
    const write = (line: string) => {
      text += line
    }
    const log = pino({ level: 'trace' }, { write })
    const env = { WALLET_LOGIN: 'hash', WALLET_LOGIN_SECRET: 'sixteen letters!' }
    const started = await startServer('sqlite', { log, env })
    server = started.server
    close = started.close

    const input = await registration(server, 'someone')
    secrets.push(input.code, await server.ok(user.register, input))
    const token = await server.ok(user.login, { username: 'someone', password: PASSWORD })
    await server.call(user.login, { username: 'someone', password: 'another secret' })
    const { address, sign, nonce } = await signed(server, walletOf(1))
    secrets.push(token, sign, sign.slice(2), nonce, await server.ok(user.addressreg, { address, sign, nonce }))
    await price(server, '43000.00')
    await server.ok(microtrade.submit, order(), token)
    await server.call(microtrade.submit, order({ amount: 'x' }), token)
    await server.app.http.inject({ url: `/api/user/info?token=${token}`, headers: { authorization: token } })
    await server.app.http.inject({ url: `/api/user/info?x=%0d%0a{"level":60}`, headers: { authorization: 'a\tb' } })
    await server.ok(user.logout, {}, token)

    // A fault within a call: everything that hangs on the error goes into the log.
    const { token: last } = await server.person()
    secrets.push(last)
    await server.platform.database.close()
    await server.call(user.info, {}, last)
    await server.call(user.login, { username: 'someone', password: PASSWORD })
  })
  afterAll(() => close())

  it('has method, path, status, time, address and user, with the request id', () => {
    const submitted = lines().filter(({ path }) => path === '/api/microtrade/submit')
    expect(submitted).toHaveLength(2)
    expect(submitted[0]).toMatchObject({
      level: 30,
      msg: 'answered',
      method: 'POST',
      status: 200,
      address: '127.0.0.1',
      user: expect.stringMatching(/^\w{26}$/),
      reqId: expect.stringMatching(/^\w{26}$/),
      ms: expect.any(Number),
    })
    expect(submitted[1]).toMatchObject({ status: 422, user: submitted[0]?.user })
    expect(submitted[1]?.reqId).not.toBe(submitted[0]?.reqId)
  })

  it('has one line per request, whatever its content', () => {
    expect(lines().filter(({ path }) => path === '/api/user/info')).toHaveLength(3)
    expect(lines().filter(({ level }) => level === 60)).toEqual([])
  })

  it('shows a fault with its stack and the id of its request', () => {
    const faults = lines().filter(({ msg }) => msg === 'a call failed')
    expect(faults.length).toBeGreaterThan(0)
    expect(faults[0]).toMatchObject({ level: 50, reqId: expect.any(String), err: { stack: expect.any(String) } })
  })

  it('never contains a password, a token, a code, a signature or a secret setting', () => {
    expect(secrets.length).toBeGreaterThan(8)
    for (const secret of secrets) {
      expect(lines().filter((line) => Object.values(flat(line)).some((value) => value.includes(secret)))).toEqual([])
    }
  })
})

/** The texts in a line, without its times, which may contain six digits. */
function flat(value: unknown, texts: string[] = []): string[] {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) flat(part, texts)
  return texts
}
