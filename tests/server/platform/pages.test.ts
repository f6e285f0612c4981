import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../server/platform/clock.ts'
import { encodingOf } from '../../../server/platform/http/compression.ts'
import { createHttp } from '../../../server/platform/http/http.ts'
import { PAGE_MS, type PageQuotes } from '../../../server/platform/http/live-page.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { testConfig } from '../platform.ts'

const STYLE = 'body { margin: 0 }'

describe('the pages', () => {
  let folder: string
  let app: FastifyInstance
  beforeAll(async () => {
    const base = newFolder()
    folder = join(base, 'dist')
    mkdirSync(join(folder, 'assets'), { recursive: true })
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(base, 'secret.txt'), 'secret')
    writeFileSync(join(folder, '.git', 'config'), 'secret')
    writeFileSync(join(folder, '.env'), 'secret')
    writeFileSync(join(folder, 'index.html'), `<!doctype html><style>${STYLE}</style><title>Quoin</title>`)
    writeFileSync(join(folder, 'index.dark.swap.html'), `<!doctype html><style>${STYLE}</style><title>Dark</title>`)
    writeFileSync(join(folder, 'index.dark.swap.html.br'), 'dark and small')
    writeFileSync(join(folder, 'walletJump.html'), '<!doctype html><title>Wallets</title>')
    writeFileSync(join(folder, 'assets', 'app-12345678.js'), 'export {}')
    writeFileSync(join(folder, 'assets', 'app-12345678.js.br'), 'smaller')
    let ids = 0
    const log = pino({ level: 'silent' })
    app = await createHttp({ config: testConfig(), log, ids: () => String(++ids), clock: systemClock }, { folder })
    await app.ready()
  })
  afterAll(() => app.close())

  it('are served at the root, uncached, with the hash of their inline style', async () => {
    const response = await app.inject({ url: '/' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/html/)
    expect(response.headers['cache-control']).toBe('no-cache')
    const hash = createHash('sha256').update(STYLE).digest('base64')
    expect(response.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(response.body).toContain('Quoin')
    expect((await app.inject({ url: '/walletJump.html' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/', method: 'HEAD' })).statusCode).toBe(200)
  })

  it('have the theme of the cookie, which caches vary by, under the same policy', async () => {
    const plain = await app.inject({ url: '/' })
    expect(plain.headers.vary).toBe('cookie, accept-encoding')
    const dark = await app.inject({ url: '/', headers: { cookie: 'a=b; look=dark.swap' } })
    expect(dark.body).toContain('Dark')
    expect(dark.headers['content-type']).toMatch(/^text\/html/)
    expect(dark.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
    expect(dark.headers).toMatchObject({ vary: 'cookie, accept-encoding', 'cache-control': 'no-cache' })
    const small = await app.inject({ url: '/?a=b', headers: { cookie: 'look=dark.swap', 'accept-encoding': 'br' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'cookie, accept-encoding' })
    expect(small.body).toBe('dark and small')
    const again = { cookie: 'look=dark.swap', 'if-none-match': String(dark.headers.etag) }
    expect((await app.inject({ url: '/', headers: again })).statusCode).toBe(304)
  })

  it('have the default theme if the cookie’s was not built', async () => {
    for (const look of ['light', 'dark/../../secret', '../secret.txt', 'dark.swap'.repeat(1_000)]) {
      expect((await app.inject({ url: '/', headers: { cookie: `look=${look}` } })).body).toMatch(/Quoin|Dark/)
    }
    expect((await app.inject({ url: '/', headers: { cookie: 'look=light' } })).body).toContain('Quoin')
  })

  it('serve hashed files as immutable, compressed if the browser accepts it', async () => {
    const plain = await app.inject({ url: '/assets/app-12345678.js' })
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toMatch(/javascript/)
    const small = await app.inject({ url: '/assets/app-12345678.js', headers: { 'accept-encoding': 'br' } })
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.headers['content-type']).toMatch(/javascript/)
    expect(small.body).toBe('smaller')
    for (const { headers } of [plain, small]) expect(headers.vary).toBe('accept-encoding')
    expect(small.headers.etag).not.toBe(plain.headers.etag)
  })

  it('answer HEAD, a range and an unchanged file by the bytes of the accepted encoding', async () => {
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ url: '/assets/app-12345678.js', method, headers: { 'accept-encoding': 'br', ...headers } })
    const head = await ask({}, 'HEAD')
    expect(head.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': '7', vary: 'accept-encoding' })
    const part = await ask({ range: 'bytes=0-2' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({ 'content-encoding': 'br', 'content-range': 'bytes 0-2/7' })
    expect(part.body).toBe('sma')
    const etag = String(head.headers.etag)
    expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
    expect((await ask({ 'if-none-match': etag, 'accept-encoding': 'identity' })).statusCode).toBe(200)
  })

  it('answer an unchanged page with 304', async () => {
    const { headers } = await app.inject({ url: '/' })
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.headers['content-security-policy']).toBeDefined()
  })

  it.each([
    '/.git/config',
    '/.env',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets\\..\\..\\secret.txt',
    '//etc/passwd',
    '/assets',
    '/assets/',
    '/index.html%00.txt',
    '/nothing.html',
  ])('do not reach %s', async (url) => {
    const response = await app.inject({ url })
    expect([400, 403, 404]).toContain(response.statusCode)
    expect(response.body).not.toMatch(/secret|root:|assets\/app|at /)
    expect(response.headers['content-security-policy']).toBeDefined()
  })

  it('do not shadow calls', async () => {
    const response = await app.inject({ url: '/api/nothing' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ key: 'dataNotFound' })
  })

  it('cannot be written to', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url: '/index.html', payload: {} })).statusCode).toBe(404)
    }
  })
})

describe('the page with current quotes', () => {
  const PAGE = `<!doctype html><style>${STYLE}</style><div class="shell-time"></div><div class="shell-row"></div></body>`
  let folder: string
  let app: FastifyInstance
  let quotes: PageQuotes
  let read: () => PageQuotes
  let now = 1_700_000_000_000
  beforeAll(async () => {
    folder = newFolder()
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'index.html.br'), 'as it was built')
    writeFileSync(join(folder, 'index.dark.html'), PAGE.replace('html>', 'html data-theme="dark">'))
    const clock = { ...systemClock, now: () => now }
    const log = pino({ level: 'silent' })
    const pages = { folder, quotes: () => read() }
    app = await createHttp({ config: testConfig(), log, ids: () => 'id', clock }, pages)
    await app.ready()
  })
  afterAll(() => app.close())
  beforeEach(() => {
    now += PAGE_MS
    quotes = { time: now, source: 'simulated', quotes: [{ symbol: 'BTCUSDT', price: '43182.50' }] }
    read = () => quotes
  })
  const open = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })

  it('has them in its first rows and for the app, dated, in each look and encoding', async () => {
    const plain = await open()
    expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie, accept-encoding' })
    expect(plain.headers['content-type']).toMatch(/^text\/html/)
    const hash = createHash('sha256').update(STYLE).digest('base64')
    expect(plain.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(plain.body).toContain('<b>BTC</b><span data-fresh="false">43182.50</span>')
    expect(plain.body).toContain('2023-11-14 22:13 UTC')
    expect(plain.body).toContain('<template id="page-quotes">{&quot;time&quot;:')
    const br = await open({ 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    const gzip = await open({ 'accept-encoding': 'gzip, br;q=0' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    const dark = await open({ cookie: 'look=dark' })
    expect(dark.body).toBe(plain.body.replace('html>', 'html data-theme="dark">'))
    expect((await app.inject({ url: '/', method: 'HEAD' })).body).toBe('')
  })

  it('is reused for half a second, with the same ETag', async () => {
    const first = await open()
    quotes = { ...quotes, quotes: [{ symbol: 'BTCUSDT', price: '43190.00' }] }
    now += PAGE_MS - 1
    const again = await open({ 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['content-security-policy']).toBeDefined()
    now += 1
    const later = await open({ 'if-none-match': String(first.headers.etag) })
    expect([later.statusCode, later.headers.etag === first.headers.etag]).toEqual([200, false])
    expect(later.body).toContain('43190.00')
  })

  it('is the built one while there are no quotes', async () => {
    quotes = { ...quotes, quotes: [] }
    expect((await open()).body).toBe(PAGE)
    expect((await open({ 'accept-encoding': 'br' })).body).toBe('as it was built')
  })

  it('escapes the text of quotes', async () => {
    const evil = '</template><script>alert(1)</script>"&'
    quotes = { ...quotes, source: evil, quotes: [{ symbol: 'BTCUSDT', price: evil }] }
    const { body } = await open()
    expect(body.match(/<script|<\/template>/g)).toEqual(['</template>'])
    expect(body.match(/&lt;script&gt;/g)?.length).toBe(3)
  })

  it('is only at its own address: the file cached by an installed app stays unchanged', async () => {
    expect((await app.inject({ url: '/index.html' })).body).toBe(PAGE)
  })

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip;q=0.5, BR;q=1.0', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000,gzip;q=0', 'identity'],
    ['deflate, zstd', 'identity'],
  ])('for a browser that takes %j is sent as %s', (header, encoding) => {
    expect(encodingOf(header)).toBe(encoding)
  })
})
