import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { COMPRESS_BYTES_MIN } from '../../../server/platform/http/compression.ts'
import { listChat } from '../../../src/api/account/chat.ts'
import { areaCodes } from '../../../src/api/account/user.ts'
import { candles, timeshar } from '../../../src/api/market/market.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { calls } from '../calls.ts'
import { write } from '../chat/support.ts'
import { describeServer } from '../harness.ts'

/** The same for everyone: it contains no secret. */
const ofEveryone = [
  ...['getareacode', 'news/list', 'news/detail', 'news/agreed', 'lh/wh_bzhl_list', 'project', 'project/days'],
  ...['currency/quotation_new', 'currency/whlist', 'currency/new_timeshar', 'currency/whkdata'],
  ...['market/candles', 'market/ticks', 'coin/book'],
]
/** Figures of one user, without a text that another person chose. */
const ofOneUser = [
  ...['wallet/equity', 'wallet/history', 'records/months', 'records/statement', 'market/alerts'],
  ...['orders/list', 'microtrade/lists', 'microtrade/whlists', 'microtrade/receipt'],
  ...['lever/deal', 'lever/dealall', 'lever/my_trade', 'lever/receipt', 'coin/list', 'coin/pair', 'coin/receipt'],
  ...['forex/list', 'forex/pair', 'forex/receipt', 'strategy/list', 'strategy/preview'],
  ...['wallet/myFlashAgainstList', 'wallet/flashAgainstReceipt', 'project/orders'],
  ...['lh/deposit/order', 'lh/deposit/records', 'lh/loan/payments'],
]
/** A token, a code, a key or a task to solve. */
const withSecrets = [
  ...['user/login', 'user/register', 'user/addressreg', 'user/nonce', 'captcha', 'paper/outbox'],
  ...['user/passkey', 'user/passkey_challenge', 'safe/passkeys'],
  ...['sms_send_d', 'sms_mail', 'safe/google', 'safe/pay_password', 'user/email'],
  ...['user/info', 'user/invite', 'user/notifications', 'user/notifications_set', 'user/export'],
]
/** Private data beside a text that the user, an operator, an invited user or a caller with an address chose. */
const besideTexts = [
  ...['user/events', 'user/usermessage', 'user/referrals', 'user/sessions', 'chat/list', 'chat/send', 'chat/picture'],
  ...['user/getrealinfo', 'user/real_name', 'user/cash_info', 'user/cash_save', 'lh/loan/order', 'lh/loan/submit'],
  ...['chargelist/log', 'wallet/charge_req', 'wallet/out', 'cashlist/log', 'records/list', 'records/certificate'],
  ...['withdrawal/conditions', 'withdrawal/addresses', 'withdrawal/address_add', 'wallet/get_in_address'],
]

const SECRET = /^(token|code|\w+Codes?|secret|uri|ticket|nonce|salt|signature|challenge|password|key|link)$/
/** Texts of the server's own lists; a statement has the time zone that the user chose from a list. */
const OWN_TEXT = /^(cause|causeId|kind|month|step|tier|product|timeZone)$/

type Json = { [keyword: string]: unknown; properties?: Record<string, Json> }

/** All fields of a schema, each with its name; '' for what has none. */
function* fieldsOf(schema: Json, name = ''): Generator<{ name: string; field: Json }> {
  yield { name, field: schema }
  for (const [key, field] of Object.entries(schema.properties ?? {})) yield* fieldsOf(field, key)
  for (const inner of [schema.items, schema.prefixItems, schema.anyOf, schema.allOf, schema.oneOf].flat()) {
    if (inner) yield* fieldsOf(inner as Json, name)
  }
}

const answerOf = ({ output }: Call) => [
  ...fieldsOf(toJsonSchema(output, { typeMode: 'output', errorMode: 'ignore' }) as Json),
]
const isFreeText = ({ type, pattern, ...field }: Json) =>
  type === 'string' && pattern === undefined && !('enum' in field) && !('const' in field) && !('format' in field)

const compressed = calls.filter((call) => call.compressed)
const pathsOf = (some: readonly Call[]) => some.map(({ path }) => path)

describe('compression: of a call’s answers', () => {
  it('is for these calls', () => {
    expect(pathsOf(compressed).sort()).toEqual([...ofEveryone, ...ofOneUser].sort())
  })

  it.each([...withSecrets, ...besideTexts])('is not for %s', (path) => {
    expect(calls.find((call) => call.path === path)).toMatchObject({ path, compressed: false })
  })

  it('is not for an answer with a token or a code', () => {
    const secret = calls.filter((call) => {
      const fields = answerOf(call)
      return fields.some(({ name, field }) => SECRET.test(name) || (name === '' && isFreeText(field)))
    })
    expect(pathsOf(secret)).toEqual(expect.arrayContaining(['user/login', 'paper/outbox', 'safe/google', 'captcha']))
    // The links of a plan's past days, and the world's area codes, are public.
    expect(pathsOf(secret.filter((call) => call.compressed)).sort()).toEqual(['getareacode', 'project/days'])
  })

  it.each(ofOneUser)('leaves no free text in %s', (path) => {
    const call = calls.find((each) => each.path === path)
    const texts = call ? answerOf(call).filter(({ field }) => isFreeText(field)) : []
    // Its orders are those of the kinds, which are in this list with their full schema.
    const given = path === 'orders/list' ? texts.filter(({ name }) => name !== 'state') : texts
    expect(given.filter(({ name }) => !OWN_TEXT.test(name))).toEqual([])
  })

  it('is not for a call that acts', () => {
    expect(
      pathsOf(compressed.filter(({ once, signed, file, download }) => once || signed || file || download)),
    ).toEqual([])
  })
})

describeServer.onSqlite('compression', (server) => {
  const get = (url: string, accepted?: string, more: InjectOptions = {}) =>
    server.app.http.inject({
      url,
      ...more,
      headers: { ...(accepted && { 'accept-encoding': accepted }), ...more.headers },
    })
  const long = `/api/${areaCodes.path}`

  it('sends a long answer in the best encoding that the caller accepts', async () => {
    const plain = await get(long)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const small = await get(long, accepted)
      expect(small.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(small.rawPayload.length),
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        vary: 'accept-encoding',
      })
      expect(decompress(small.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    }
  })

  it('varies by encoding also where nothing is compressed', async () => {
    for (const url of [long, '/api/market/candles?symbol=NOSUCH&interval=1m']) {
      const { headers } = await get(url, 'identity')
      expect(headers).toMatchObject({ vary: 'accept-encoding' })
      expect(headers).not.toHaveProperty('content-encoding')
    }
  })

  it('leaves a short answer and a refusal as they are', async () => {
    const short = await get(`/api/${candles.path}?symbol=BTCUSDT&interval=1m`, 'br')
    expect(short.json()).toMatchObject({ type: 'ok' })
    expect(short.rawPayload.length).toBeLessThan(COMPRESS_BYTES_MIN)
    const refused = await get(`/api/${timeshar.path}?symbol=BTCUSDT&interval=1m`, 'br')
    expect(refused.json()).toMatchObject({ code: 999 })
  })

  it('leaves a long answer beside a text that another person chose as it is', async () => {
    const { token } = await server.person()
    await write(server, token, 'a'.repeat(1_500))
    const { headers, rawPayload } = await get(`/api/${listChat.path}`, 'br, gzip', {
      headers: { authorization: token },
    })
    expect(rawPayload.length).toBeGreaterThan(COMPRESS_BYTES_MIN)
    expect(String(rawPayload)).toContain('a'.repeat(1_500))
    expect(headers).not.toHaveProperty('content-encoding')
    // A proxy must not compress it either.
    expect(headers['cache-control']).toBe('no-store, no-transform')
  })

  it.each(['openapi.json', 'asyncapi.json', 'docs', 'docs.css'])(
    'sends %s with a tag of its encoding',
    async (name) => {
      const url = `/api/${name}`
      const plain = await get(url)
      const tags = [plain.headers.etag]
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const small = await get(url, encoding)
        const { etag } = small.headers
        expect(small.headers).toMatchObject({
          'content-encoding': encoding,
          'content-type': plain.headers['content-type'],
          'cache-control': 'no-cache',
          vary: 'accept-encoding',
        })
        expect(decompress(small.rawPayload).equals(plain.rawPayload)).toBe(true)
        tags.push(etag)

        const unchanged = await get(url, encoding, { headers: { 'if-none-match': String(etag) } })
        expect(unchanged.statusCode).toBe(304)
        expect(unchanged.headers).toMatchObject({ etag, vary: 'accept-encoding' })
        expect(unchanged.rawPayload).toHaveLength(0)
        expect((await get(url, undefined, { headers: { 'if-none-match': String(etag) } })).statusCode).toBe(200)

        const head = await get(url, encoding, { method: 'HEAD' })
        expect(head.headers).toMatchObject({ 'content-encoding': encoding, etag })
        expect(head.headers['content-length']).toBe(small.headers['content-length'])
      }
      expect(new Set(tags).size).toBe(3)
    },
  )
})
