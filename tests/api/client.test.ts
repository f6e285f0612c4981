import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as user from '../../src/api/account/user.ts'
import { type ClientOptions, createClient } from '../../src/api/client/client.ts'
import * as market from '../../src/api/market/market.ts'
import * as wallet from '../../src/api/money/wallet.ts'
import * as microtrade from '../../src/api/trade/microtrade.ts'
import { CallFailed, CallRefused, refusalOf, result } from '../../src/api/wire/answer.ts'
import { defineCall } from '../../src/api/wire/call.ts'
import { chineseText } from '../../src/api/wire/chinese.ts'

type Seen = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }

let server: Server
let seen: Seen[]
/** The server's answer: a value as JSON, a literal text, or none. */
let answer: unknown
const SILENCE = Symbol('silence')

beforeEach(async () => {
  seen = []
  answer = { type: 'ok', code: 1, message: [] }
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', headers } = request
    seen.push({ method, headers, body, url: new URL(request.url ?? '', 'http://localhost') })
    if (answer === SILENCE) return
    const status = (answer as { type?: unknown }).type === 'ok' ? 200 : 400
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function setUp(overrides: Partial<ClientOptions> = {}) {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const said: string[] = []
  const spies = {
    fetch: vi.fn<typeof fetch>((url, init) => fetch(`${origin}/${url}`, init)),
    sendForm: vi.fn<ClientOptions['sendForm']>(),
    getToken: vi.fn<() => string | null>(() => 'a-stored-token'),
    getLang: () => 'es' as const,
    notify: vi.fn<ClientOptions['notify']>(() => said.push('notice')),
    onSessionDead: vi.fn(() => said.push('session dead')),
    onLoading: vi.fn<ClientOptions['onLoading']>(),
  }
  return { client: createClient({ ...spies, ...overrides }), said, ...spies }
}

const failure = async (call: Promise<unknown>) => {
  const error = await call.catch((error: unknown) => error)
  if (error instanceof CallFailed) return error.reason
  throw new Error('it did not fail', { cause: error })
}

describe('client: a request', () => {
  it('goes to its path below api/ next to the page', async () => {
    const { client, fetch } = setUp()
    await client.call(wallet.list, {})
    expect(fetch.mock.calls[0]?.[0]).toBe('api/wallet/list')
    expect(seen[0]?.url.pathname).toBe('/api/wallet/list')
  })

  it('is a GET with input and language in the query unless its call says otherwise', async () => {
    const { client } = setUp()
    await client.call(market.timeshar, { symbol: 'BTCUSDT', interval: '1m', limit: 3 })
    expect(seen[0]?.method).toBe('GET')
    expect(seen[0]?.body).toBe('')
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({
      lang: 'es',
      symbol: 'BTCUSDT',
      interval: '1m',
      limit: '3',
    })
  })

  it('carries the stored token as it is, and JSON with the language, where its call needs the token', async () => {
    const { client } = setUp()
    await client.call(wallet.getInfo, { currency: 'BTC' }).catch(() => {})
    expect(seen[0]?.method).toBe('POST')
    expect(seen[0]?.headers.authorization).toBe('a-stored-token')
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ lang: 'es', currency: 'BTC' })
  })

  it('carries no token, and a form with the language, where its call does not need one', async () => {
    answer = { type: 'ok', code: 1, message: 't'.repeat(22) }
    const { client } = setUp()
    await client.call(user.login, { username: 'ann', password: 'a&b=c d' })
    expect(seen[0]?.headers.authorization).toBeUndefined()
    expect(seen[0]?.headers['content-type']).toMatch('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
      lang: 'es',
      username: 'ann',
      password: 'a&b=c d',
    })
  })

  it('is a form without Authorization where a token is needed and none is stored', async () => {
    const { client } = setUp({ getToken: () => null })
    await client.call(wallet.list, {})
    expect(seen[0]?.headers.authorization).toBeUndefined()
    expect(seen[0]?.headers['content-type']).toMatch('application/x-www-form-urlencoded')
  })

  it('lets the language that is being set stand before the stored one', async () => {
    answer = { type: 'ok', code: 1, message: null }
    await setUp().client.call(user.setLang, { lang: 'ko' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ lang: 'ko' })
  })
})

describe('client: a success', () => {
  it.each([
    ['its type is ok', { type: 'ok', message: [] }],
    ['its code is 1', { type: 'whatever', code: 1, message: [] }],
  ])('is what %s, and is returned without a notice', async (_, body) => {
    answer = body
    const { client, notify } = setUp()
    expect(await client.call(wallet.list, {})).toEqual({ type: 'ok', code: 1, message: [] })
    expect(notify).not.toHaveBeenCalled()
  })

  it('that breaks its schema rejects, and says where', async () => {
    answer = { type: 'ok', code: 1, message: [{ currency: 'USDT', balance: '1e9' }] }
    const { client, onLoading } = setUp()
    await expect(client.call(wallet.list, {})).rejects.toMatchObject({
      message: 'wallet/list: unreadable',
      cause: { message: expect.stringMatching(/^0\.balance: /) },
    })
    expect(onLoading.mock.calls).toEqual([[1], [-1]])
  })
})

describe('client: a refusal', () => {
  const buy = {
    requestId: 'r'.repeat(16),
    symbol: 'BTCUSDT',
    direction: 'rise',
    currency: 'USDT',
    seconds: 30,
  } as const
  const submit = (client: ReturnType<typeof createClient>) => client.call(microtrade.submit, { ...buy, amount: '1' })

  it('is shown by its key, and still returned', async () => {
    const params = { limit: '10', currency: 'USDT' }
    answer = { type: 'error', code: 0, message: 'not looked at', key: 'belowMinimum', params }
    const { client, notify, onSessionDead } = setUp()
    expect(await submit(client)).toEqual(answer)
    expect(notify.mock.calls).toEqual([[{ key: 'belowMinimum', params }]])
    expect(onSessionDead).not.toHaveBeenCalled()
  })

  it('is looked up by its Chinese text where the server sends no key', async () => {
    const params = { limit: '10', currency: 'USDT' }
    answer = { type: 'error', code: 0, message: chineseText('belowMinimum', params) }
    const { client, notify } = setUp()
    expect(await submit(client)).toEqual({ ...(answer as object), key: 'belowMinimum', params })
    expect(notify.mock.calls).toEqual([[{ key: 'belowMinimum', params }]])
  })

  it('is looked up by its Chinese text where the catalogue does not know the key', async () => {
    answer = { type: 'error', code: 0, message: '余额不足', key: 'fromALaterVersion', params: {} }
    const { client, notify } = setUp()
    await submit(client)
    expect(notify.mock.calls).toEqual([[{ key: 'insufficientBalance', params: {} }]])
  })

  it('is shown as it is where the catalogue does not know its text', async () => {
    answer = { type: 'error', code: 0, message: '今天天气很好' }
    const { client, notify } = setUp()
    expect(refusalOf(await submit(client))).toEqual({ key: null, params: {}, text: '今天天气很好' })
    expect(notify.mock.calls).toEqual([[{ text: '今天天气很好' }]])
  })

  it('without a word is shown as a server error', async () => {
    answer = { type: 'error', code: 0 }
    const { client, notify } = setUp()
    await submit(client)
    expect(notify.mock.calls).toEqual([[{ key: 'serverError', params: {} }]])
  })

  it('is returned but not shown where the caller asked for quiet', async () => {
    answer = { type: 'error', code: 0, message: '余额不足' }
    const { client, notify, onLoading } = setUp()
    expect(await client.call(wallet.list, {}, { quiet: true })).toMatchObject({ key: 'insufficientBalance' })
    expect(notify).not.toHaveBeenCalled()
    expect(onLoading).not.toHaveBeenCalled()
  })

  it('is left to the caller while it can show it, except that of a frozen account', async () => {
    answer = { type: 'error', code: 0, message: '余额不足' }
    const { client, notify, onLoading } = setUp()
    let isThere = true
    const inPlace = () => isThere
    expect(await client.call(wallet.list, {}, { inPlace })).toMatchObject({ key: 'insufficientBalance' })
    expect(notify).not.toHaveBeenCalled()
    expect(onLoading.mock.calls).toEqual([[1], [-1]])
    answer = { type: 'error', code: 0, message: '', key: 'accountFrozen' }
    await client.call(wallet.list, {}, { inPlace })
    expect(notify.mock.calls).toEqual([[{ key: 'accountFrozen', params: {} }]])
    isThere = false
    answer = { type: 'error', code: 0, message: '余额不足' }
    await client.call(wallet.list, {}, { inPlace })
    expect(notify.mock.calls[1]).toEqual([{ key: 'insufficientBalance', params: {} }])
  })

  it('is thrown by `result`, which unwraps a success', () => {
    expect(result({ type: 'ok', code: 1, message: 7 })).toBe(7)
    const refused = () => result({ type: 'error', code: 0, message: '余额不足', key: 'insufficientBalance' })
    expect(refused).toThrow(CallRefused)
  })
})

describe('client: an answer of type 999', () => {
  it.each([
    ['a number', { type: 999, code: 999, message: '登录已失效，请重新登录', key: 'signInRequired' }],
    ['a text, without a key', { type: '999', message: '登录已失效，请重新登录' }],
  ])('(%s) shows a notice, then ends the session, and is returned', async (_, body) => {
    answer = body
    const { client, said, notify } = setUp()
    const returned = await client.call(wallet.list, {})
    expect(returned).toMatchObject({ type: 999, code: 999, key: 'signInRequired' })
    expect(notify.mock.calls).toEqual([[{ key: 'signInRequired', params: {} }]])
    expect(said).toEqual(['notice', 'session dead'])
  })

  it('ends the session once where several calls find it dead', async () => {
    answer = { type: 999, code: 999, message: '登录已失效，请重新登录', key: 'signInRequired' }
    let token: string | null = 'a-stored-token'
    const onSessionDead = vi.fn(() => {
      token = null
    })
    const { client, notify } = setUp({ getToken: () => token, onSessionDead })
    await Promise.all([1, 2, 3].map(() => client.call(wallet.list, {}, { quiet: true })))
    expect(onSessionDead).toHaveBeenCalledTimes(1)
    expect(notify).toHaveBeenCalledTimes(1)
  })

  it('of an older session leaves the one that replaced it alone', async () => {
    answer = { type: 999, code: 999, message: '', key: 'signInRequired' }
    const getToken = vi.fn<() => string | null>(() => 'newer').mockReturnValueOnce('older')
    const { client, onSessionDead } = setUp({ getToken })
    await client.call(wallet.list, {})
    expect(onSessionDead).not.toHaveBeenCalled()
  })
})

describe('client: a request without an answer', () => {
  it('rejects where the network fails, and shows nothing', async () => {
    const { client, notify } = setUp({ fetch: () => fetch('http://127.0.0.1:1/') })
    expect(await failure(client.call(wallet.list, {}))).toBe('network')
    expect(notify).not.toHaveBeenCalled()
  })

  it.each([
    '<html>Bad gateway</html>',
    '',
    'null',
    '[]',
    '{}',
    '{"type":"ok","code":1}',
    '{"type":"ok","code":1,"message":{"surprise":true}}',
  ])('rejects where the answer is %s', async (body) => {
    answer = body
    expect(await failure(setUp().client.call(wallet.list, {}))).toBe('unreadable')
  })

  it('rejects once its time is up', async () => {
    answer = SILENCE
    expect(await failure(setUp({ timeoutMs: 30 }).client.call(wallet.list, {}))).toBe('timeout')
  })

  it('has 60 s unless said otherwise', async () => {
    vi.useFakeTimers()
    const never: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    const ended = vi.fn()
    const call = failure(setUp({ fetch: never }).client.call(wallet.list, {})).then(ended)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(ended).toHaveBeenCalledWith('timeout')
    vi.useRealTimers()
  })

  it('leaves no time-out running once it is complete', async () => {
    vi.useFakeTimers()
    const { client } = setUp({ fetch: async () => Response.json({ type: 'ok', message: [] }) })
    await client.call(wallet.list, {})
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('rejects at once where its caller gives it up, before or during the request', async () => {
    answer = SILENCE
    const { client } = setUp()
    const controller = new AbortController()
    const call = failure(client.call(wallet.list, {}, { signal: controller.signal }))
    controller.abort()
    expect(await call).toBe('aborted')
    expect(await failure(client.call(wallet.list, {}, { signal: AbortSignal.abort() }))).toBe('aborted')
  })
})

describe('client: the loading indicator', () => {
  it.each([
    ['a success', { type: 'ok', message: [] }],
    ['a refusal', { type: 'error', code: 0, message: '余额不足' }],
    ['a dead session', { type: 999, message: '' }],
    ['an unreadable answer', 'rubbish'],
  ])('is shown at the start and hidden at the end of %s', async (_, body) => {
    answer = body
    const { client, onLoading } = setUp()
    const call = client.call(wallet.list, {})
    expect(onLoading.mock.calls).toEqual([[1]])
    await call.catch(() => {})
    expect(onLoading.mock.calls).toEqual([[1], [-1]])
  })
})

describe('client: a request with a file', () => {
  const upload = defineCall({
    method: 'POST',
    path: 'some/upload',
    token: true,
    file: true,
    summary: 'Takes a file.',
    input: v.object({ purpose: v.string() }),
    output: v.object({ id: v.string() }),
  })
  const file = new Blob(['a picture'])
  const answered = (text: string) => vi.fn<ClientOptions['sendForm']>(async () => text)

  it('goes as a form, the fields before the file, and tells how far it has come', async () => {
    const sendForm = vi.fn<ClientOptions['sendForm']>(async (_url, _form, _headers, onProgress) => {
      onProgress(0.5)
      return '{"type":"ok","code":1,"message":{"id":"x"}}'
    })
    const { client, fetch } = setUp({ sendForm })
    const progress: number[] = []
    const answer = await client.call(upload, { purpose: 'front' }, { file, onProgress: (done) => progress.push(done) })
    expect(answer).toEqual({ type: 'ok', code: 1, message: { id: 'x' } })
    const [url, form, headers] = sendForm.mock.calls[0] ?? []
    expect(url).toBe('api/some/upload')
    expect([...(form?.keys() ?? [])]).toEqual(['lang', 'purpose', 'file'])
    expect(form?.get('lang')).toBe('es')
    expect(headers).toEqual({ Accept: 'application/json', Authorization: 'a-stored-token' })
    expect(progress).toEqual([0.5])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('shows a refusal, and fails where no answer came', async () => {
    const refusal = '{"type":"error","code":0,"message":"x","key":"fileExists","params":{}}'
    const { client, notify } = setUp({ sendForm: answered(refusal) })
    expect(await client.call(upload, { purpose: 'front' }, { file })).toMatchObject({ key: 'fileExists' })
    expect(notify).toHaveBeenCalledWith({ key: 'fileExists', params: {} })
    const cut = vi.fn<ClientOptions['sendForm']>(async () => {
      throw new DOMException('cut', 'NetworkError')
    })
    expect(await failure(setUp({ sendForm: cut }).client.call(upload, { purpose: 'x' }, { file }))).toBe('network')
    expect(await failure(setUp({ sendForm: answered('<html>') }).client.call(upload, { purpose: 'x' }, { file }))).toBe(
      'unreadable',
    )
  })
})
