import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsLimit } from '../../../server/platform/http/calls.ts'
import { isOwnHost } from '../../../server/platform/http/host.ts'
import { info } from '../../../src/api/account/user.ts'
import { timeshar } from '../../../src/api/market/market.ts'
import { startServer, type TestServer } from '../harness.ts'

let server: TestServer
let close = async () => {}
let token: string
let port: number

beforeAll(async () => {
  const started = await startServer('sqlite')
  server = started.server
  close = started.close
  token = (await server.person()).token
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.http.server.address() as AddressInfo).port
})
afterAll(() => close())

const inject = (options: InjectOptions) => server.app.http.inject(options)
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const parameterError = { type: 'error', code: 0, key: 'parameterError' }

/** The raw answer to raw bytes. */
const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('http: an answer', () => {
  it('is an envelope with the result on success', async () => {
    const response = await inject({ url: '/api/paper/outbox?lang=en' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.json()).toEqual({ type: 'ok', code: 1, message: { inviteCode: 'QUOIN', message: null } })
  })

  it('has the HTTP status, the Chinese text, the key and its parameters on a refusal', async () => {
    const unknown = await inject({ url: '/api/wallet/get_info', method: 'POST', headers: { authorization: token } })
    expect(unknown.statusCode).toBe(200)
    const missing = await inject({ url: '/api/user/nonce', method: 'POST', headers: json, payload: {} })
    expect(missing.statusCode).toBe(422)
    expect(missing.json()).toEqual({
      type: 'error',
      code: 0,
      message: '有必填项未填写，请填写完整',
      key: 'missingParameters',
      params: { field: 'address' },
    })
  })

  it('is 999 and 401 after the session has ended', async () => {
    const response = await inject({ url: '/api/user/info' })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ type: 999, code: 999, key: 'signInRequired' })
  })

  it('names its request', async () => {
    const ids = [await inject({ url: '/healthz' }), await inject({ url: '/healthz' })].map(
      ({ headers }) => headers['x-request-id'],
    )
    expect(ids[0]).toMatch(/^\w{26}$/)
    expect(ids[1]).not.toBe(ids[0])
    // Clients cannot choose a request's id, which could forge a log line.
    const named = await inject({ url: '/healthz', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
    expect(named.headers['x-request-id']).not.toBe('mine')
  })
})

describe('http: an input', () => {
  it.each([
    ['a form', form, 'username=nobody&password=wrong+one&lang=zh'],
    ['JSON', json, '{"username":"nobody","password":"wrong one","lang":"zh"}'],
    ['JSON with fields that nobody asked for', json, '{"username":"nobody","password":"wrong one","admin":true}'],
    ['a form without a language', form, 'username=nobody&password=wrong%20one'],
    ['a form with a language that there is not', form, 'username=nobody&password=wrong%20one&lang=xx'],
  ])('is taken as %s', async (_, headers, payload) => {
    const response = await inject({ method: 'POST', url: '/api/user/login', headers, payload })
    expect(response.json()).toMatchObject({ key: 'wrongPassword' })
  })

  it.each(['1e400', '-1e400', '1e-400', '30.5', '"30s"', '"1e1"', '99999999999999999999'])(
    'is refused where a count is %s',
    async (seconds) => {
      const payload = `{"requestId":"0123456789abcdef","symbol":"BTCUSDT","direction":"rise","currency":"USDT","amount":"10","seconds":${seconds}}`
      const headers = { ...json, authorization: token }
      const response = await inject({ method: 'POST', url: '/api/microtrade/submit', headers, payload })
      expect(response.json()).toMatchObject({ ...parameterError, params: { field: 'seconds' } })
    },
  )

  it('is refused if a text contains a character that a database cannot store', async () => {
    const payload = '{"username":"no\\u0000body","password":"wrong one"}'
    const response = await inject({ method: 'POST', url: '/api/user/login', headers: json, payload })
    expect(response.json()).toMatchObject({ ...parameterError, params: { field: 'username' } })
  })

  it('is refused if a parameter is repeated', async () => {
    const twice = await inject({
      method: 'POST',
      url: '/api/user/login',
      headers: form,
      payload: 'username=a&username=b&password=cccccc',
    })
    expect(twice.json()).toMatchObject({ ...parameterError, params: { field: 'username' } })
    const query = await inject({ url: '/api/user/events?after=0&after=1', headers: { authorization: token } })
    expect(query.json()).toMatchObject({ ...parameterError, params: { field: 'after' } })
    const lang = await inject({ url: '/api/paper/outbox?lang=en&lang=zh' })
    expect(lang.json()).toMatchObject({ ...parameterError, params: { field: 'lang' } })
    expect((await inject({ url: '/api/paper/outbox?lang=tlh' })).statusCode).toBe(200)
  })

  it.each(['[]', '["username"]', 'null', '"text"', '7', 'true'])('is refused where the body is %s', async (payload) => {
    const response = await inject({ method: 'POST', url: '/api/user/login', headers: json, payload })
    expect(response.statusCode).toBe(422)
  })

  it.each(['{', '{"a":}', "{'a':1}", '\u0000', '{"a":1}{"b":2}', ''])(
    'is refused where the JSON is %j',
    async (payload) => {
      const response = await inject({ method: 'POST', url: '/api/user/login', headers: json, payload })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ type: 'error', code: 0, key: 'illegalRequest', message: '不允许此请求' })
    },
  )

  it.each([
    '{"__proto__":{"admin":true},"username":"nobody","password":"wrong one"}',
    '{"constructor":{"prototype":{"admin":true}},"username":"nobody","password":"wrong one"}',
    '{"username":{"__proto__":{"admin":true}},"password":"wrong one"}',
  ])('reaches no prototype: %s', async (payload) => {
    const response = await inject({ method: 'POST', url: '/api/user/login', headers: json, payload })
    expect([400, 422]).toContain(response.statusCode)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('cannot pollute prototypes through a form or a query', async () => {
    const payload = '__proto__=x&__proto__[admin]=true&constructor=y&username=nobody&password=wrong+one'
    const response = await inject({ method: 'POST', url: '/api/user/login', headers: form, payload })
    expect(response.json()).toMatchObject({ key: 'wrongPassword' })
    const query = await inject({ url: `/api/paper/outbox?__proto__[admin]=true&__proto__=x&constructor=y` })
    expect(query.statusCode).toBe(200)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('of 2 MB, or 10,000 levels deep, is refused quickly', async () => {
    // Not wall-clock time, which continues while other processes have the processor.
    const before = process.cpuUsage()
    const big = await inject({
      method: 'POST',
      url: '/api/user/login',
      headers: json,
      payload: `{"username":"${'x'.repeat(2_000_000)}"}`,
    })
    expect(big.statusCode).toBe(413)
    expect(big.json()).toMatchObject({ key: 'illegalRequest' })
    const bigForm = await inject({
      method: 'POST',
      url: '/api/user/login',
      headers: form,
      payload: `username=${'x'.repeat(2_000_000)}`,
    })
    expect(bigForm.statusCode).toBe(413)
    for (const deep of [
      '['.repeat(10_000) + ']'.repeat(10_000),
      `{"username":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)},"password":"wrong one"}`,
      `{"username":"nobody","password":"wrong one","more":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    ]) {
      const response = await inject({ method: 'POST', url: '/api/user/login', headers: json, payload: deep })
      expect(response.statusCode).toBeLessThan(500)
    }
    const many = `${Array.from({ length: 6_000 }, (_, index) => `a${index}=1`).join('&')}&username=nobody&password=cccccc`
    expect((await inject({ method: 'POST', url: '/api/user/login', headers: form, payload: many })).statusCode).toBe(
      400,
    )
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })

  it.each(['text/plain', 'text/html', 'application/xml', 'multipart/form-data; boundary=x', 'image/png', 'nonsense'])(
    'is refused as %s',
    async (type) => {
      const response = await inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': type },
        payload: 'username=nobody&password=wrong',
      })
      expect(response.statusCode).toBe(415)
      expect(response.json()).toMatchObject({ type: 'error', key: 'illegalRequest' })
    },
  )

  it('of a GET is read from the query only: a body is ignored', async () => {
    const response = await inject({
      method: 'GET',
      url: '/api/user/events',
      headers: { ...json, authorization: token },
      payload: { after: 0 },
    })
    expect(response.json()).toMatchObject({ key: 'missingParameters', params: { field: 'after' } })
  })
})

describe('http: an unknown path or method', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['POST', '/api/user/info'],
    ['GET', '/api/user/login'],
    ['PUT', '/api/user/info'],
    ['DELETE', '/api/user/info'],
    ['PATCH', '/api/wallet/list'],
    ['OPTIONS', '/api/user/login'],
    ['GET', '/api/user/info/'],
    ['GET', '/api//user/info'],
    ['GET', '/api/USER/info'],
    ['GET', '/api/user%2finfo'],
    ['GET', '/api/../api/nothing'],
    ['GET', '/api/%zz'],
    ['GET', '/%c0%ae%c0%ae/'],
  ] as const)('%s %s is not found, in the envelope', async (method, url) => {
    const response = await inject({ method, url, headers: { authorization: token } })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ type: 'error', code: 0, key: 'dataNotFound' })
  })

  it.each([
    '/.git/config',
    '/package.json',
    '/server/main.ts',
    '/..%2fpackage.json',
    '/assets/app.js.map',
    '/data/lock',
  ])('%s is not found, and says nothing more', async (url) => {
    const response = await inject({ url })
    expect([response.statusCode, response.body]).toEqual([404, 'Not found'])
  })

  it('TRACE echoes nothing', async () => {
    const answer = await raw(
      `TRACE /api/user/info HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (404|405|501)/)
    expect(answer).not.toContain(token)
  })
})

describe('http: an invalid request', () => {
  it.each([
    ['nonsense', 'this is not HTTP\r\n\r\n', 400],
    ['a header too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`, 400],
    [
      'two lengths',
      'POST /api/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ])('%s is refused with %3$i, and the connection closed', async (_, text, status) => {
    const answer = await raw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).not.toMatch(/node|fastify|error"|stack/i)
  })

  it('with two hosts is refused, whichever is ours', async () => {
    for (const [one, other] of [
      ['localhost', 'elsewhere'],
      ['elsewhere', 'localhost'],
    ]) {
      const answer = await raw(`GET /healthz HTTP/1.1\r\nHost: ${one}\r\nHost: ${other}\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"key":"illegalRequest"/)
    }
  })

  it('with a truncated body has no effect', async () => {
    const before = await server.platform.db.selectFrom('codes').selectAll().execute()
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        const body = '{"email":"cut@example.com","purpose":"register"}'
        socket.write(
          `POST /api/sms_mail HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`,
        )
        setTimeout(() => socket.destroy(), 50)
      })
      socket.on('close', () => resolve('closed'))
    })
    expect(answer).toBe('closed')
    expect(await server.platform.db.selectFrom('codes').selectAll().execute()).toEqual(before)
  })
})

describe('http: the headers of every answer', () => {
  it.each([
    ['a result', { url: '/api/paper/outbox' }, 200],
    ['a dead session', { url: '/api/user/info' }, 401],
    ['a wrong parameter', { url: '/api/user/nonce', method: 'POST', headers: json, payload: '{}' }, 422],
    ['broken JSON', { url: '/api/user/nonce', method: 'POST', headers: json, payload: '{' }, 400],
    ['a large body', { url: '/api/user/nonce', method: 'POST', headers: json, payload: 'x'.repeat(70_000) }, 413],
    ['a wrong type', { url: '/api/user/nonce', method: 'POST', headers: { 'content-type': 'a/b' }, payload: 'x' }, 415],
    ['an unknown call', { url: '/api/nothing' }, 404],
    ['a path that cannot be read', { url: '/%zz' }, 404],
    ['an unknown page', { url: '/nothing' }, 404],
    ['the document', { url: '/api/openapi.json' }, 200],
    ['health', { url: '/healthz' }, 200],
    ['readiness', { url: '/readyz' }, 503],
  ] as [string, InjectOptions, number][])('keep %s safe', async (_, options, status) => {
    const { statusCode, headers } = await inject(options)
    expect(statusCode).toBe(status)
    const policy = String(headers['content-security-policy'])
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split(';')).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=\d{7,}/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    const isPublic = options.url === '/api/openapi.json'
    if (isPublic) expect(headers['cache-control']).toBe('no-cache')
    else if (String(options.url).startsWith('/api/')) expect(headers['cache-control']).toBe('no-store, no-transform')
  })
})

describe('http: a foreign host name', () => {
  const paths = ['/', '/api/user/info', '/api/docs', '/api/openapi.json', '/metrics', '/healthz', '/nowhere']
  const asked = async (host: string, url: string) => (await inject({ url, headers: { host } })).statusCode

  it.each(['evil.example', 'localhost.evil.example', '203.0.113.7', '192.168.1.20', '127.0.0.1.evil.example', 'a b'])(
    'such as %s gets nothing, wherever it leads',
    async (host) => {
      for (const url of paths) expect(await asked(`${host}:8080`, url), url).toBe(421)
      const answer = await inject({ url: '/api/user/info', headers: { host, authorization: token } })
      expect(answer.json()).toMatchObject({ type: 'error', key: 'illegalRequest' })
      expect(answer.headers).toMatchObject({ 'content-security-policy': expect.any(String) })
    },
  )

  it.each(['localhost', 'localhost:8080', 'app.localhost', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080'])(
    'is not %s',
    async (host) => {
      for (const url of paths) expect(await asked(host, url), url).not.toBe(421)
    },
  )

  it('is any name but the address at which the request arrived', () => {
    const asked = (host: string, localAddress: string) =>
      isOwnHost({ headers: { host }, socket: { localAddress } } as IncomingMessage, undefined)
    expect(asked('192.168.1.20:8080', '192.168.1.20')).toBe(true)
    expect(asked('192.168.1.20:8080', '::ffff:192.168.1.20')).toBe(true)
    expect(asked('[fd00::20]:8080', 'fd00::20')).toBe(true)
    expect(asked('192.168.1.21:8080', '192.168.1.20')).toBe(false)
  })

  it('is any name but the one in PUBLIC_URL', async () => {
    const started = await startServer('sqlite', { env: { PUBLIC_URL: 'https://quoin.example' } })
    const { statusCode } = await started.server.app.http.inject({ url: '/healthz', headers: { host: 'node-1:8080' } })
    expect(statusCode).toBe(200)
    await started.close()
  })
})

describe('http: a foreign page', () => {
  it('gets no CORS permission, and its plain form has no effect', async () => {
    const foreign = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    const preflight = await inject({
      method: 'OPTIONS',
      url: '/api/microtrade/submit',
      headers: { ...foreign, 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(404)
    const posted = await inject({
      method: 'POST',
      url: '/api/microtrade/submit',
      headers: { ...form, origin: 'https://evil.example', cookie: `token=${token}` },
      payload: 'requestId=0123456789abcdef&symbol=BTCUSDT&direction=rise&currency=USDT&amount=10&seconds=30',
    })
    expect(posted.json()).toMatchObject({ type: 'error', key: 'unauthorizedOperation' })
  })

  it.each(['https://evil.example', 'null', 'http://quoin.localhost:81'])(
    'from %s does nothing, whatever token it has, and our own does',
    async (origin) => {
      const post = (headers: Record<string, string>) =>
        inject({
          method: 'POST',
          url: '/api/set/lang',
          headers: { ...form, host: 'quoin.localhost', authorization: token, ...headers },
          payload: 'lang=it',
        })
      const refused = await post({ origin })
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toMatchObject({ key: 'unauthorizedOperation' })
      expect((await post({ origin: 'http://quoin.localhost' })).json()).toMatchObject({ type: 'ok' })
      expect((await post({})).json()).toMatchObject({ type: 'ok' })
    },
  )
})

describe('http: a server error', () => {
  it('is answered without details', async () => {
    const started = await startServer('sqlite')
    const person = await started.server.person()
    await started.server.platform.database.close()
    const response = await started.server.app.http.inject({
      url: '/api/user/info',
      headers: { authorization: person.token },
    })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      type: 'error',
      code: 0,
      message: '系统异常，请稍后重试',
      key: 'serverError',
      params: {},
    })
    const ready = await started.server.app.http.inject({ url: '/readyz' })
    expect(ready.statusCode).toBe(503)
    expect(ready.body).not.toMatch(/sqlite|stack|at /i)
    expect((await started.server.app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
    await started.close()
  })
})

describe('http: too many calls', () => {
  it('from one network address are refused, despite forged headers, and only for a while', async () => {
    const limited = await startServer('sqlite', { generosity: 1 })
    try {
      const from = (remoteAddress: string, headers = {}) =>
        limited.server.app.http.inject({ url: '/api/paper/outbox', remoteAddress, headers })
      const statuses = new Set<number>()
      for (let number = 0; number < callsLimit.points; number++) statuses.add((await from('203.0.113.5')).statusCode)
      expect([...statuses]).toEqual([200])
      const refused = await from('203.0.113.5')
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('60')
      expect(refused.json()).toMatchObject({ key: 'tooManyRequests', params: { seconds: '60' } })
      for (const headers of [
        { 'x-forwarded-for': '198.51.100.7' },
        { forwarded: 'for=198.51.100.7' },
        { 'x-real-ip': '198.51.100.7' },
        { 'cf-connecting-ip': '198.51.100.7', 'true-client-ip': '198.51.100.7' },
      ]) {
        expect((await from('203.0.113.5', headers)).statusCode).toBe(429)
      }
      expect((await from('::ffff:203.0.113.5')).statusCode).toBe(429)
      expect((await from('203.0.113.6')).statusCode).toBe(200)
      limited.server.clock.jump(60_000)
      expect((await from('203.0.113.5')).statusCode).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('http: calls that cost more', () => {
  const older = `/api/${timeshar.path}?symbol=BTCUSDT&interval=1m&limit=1000&before=1700000000`
  const newest = `/api/${timeshar.path}?symbol=BTCUSDT&interval=1m&limit=1000`

  it('count for more points, per user over all addresses, and per address over all users', async () => {
    const limited = await startServer('sqlite', { generosity: 1 })
    try {
      const [one, two] = [await limited.server.person(), await limited.server.person()]
      const ask = async (url: string, { token }: { token: string }, remoteAddress: string) =>
        (await limited.server.app.http.inject({ url, remoteAddress, headers: { authorization: token } })).statusCode
      // Ten points each, of 1,200 in a minute.
      for (let number = 0; number < 119; number++) expect(await ask(older, one, `203.0.113.${number}`)).toBe(200)
      // Two points each.
      for (let number = 0; number < 5; number++) expect(await ask(newest, one, '203.0.113.200')).toBe(200)
      expect(await ask(newest, one, '203.0.113.201')).toBe(429)
      expect(await ask(newest, two, '203.0.113.201')).toBe(200)
      const three = await limited.server.person()
      for (let number = 0; number < 60; number++) {
        for (const person of [two, three]) expect(await ask(older, person, '198.51.100.7')).toBe(200)
      }
      expect(await ask(older, three, '198.51.100.7')).toBe(429)
      expect(await ask(older, three, '198.51.100.8')).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('http: a keep-alive connection', () => {
  it('carries several requests, each with its own session', async () => {
    const other = (await server.person()).token
    const ask = (authorization: string) =>
      new Promise<string>((resolve, reject) => {
        request(
          { port, path: `/api/${info.path}`, headers: { authorization, connection: 'keep-alive' } },
          (response) => {
            let text = ''
            response.on('data', (data) => {
              text += data
            })
            response.on('end', () => resolve(JSON.parse(text).message.id))
          },
        )
          .on('error', reject)
          .end()
      })
    const ids = [await ask(token), await ask(other), await ask(token)]
    expect(ids[0]).toBe(ids[2])
    expect(ids[1]).not.toBe(ids[0])
  })
})
