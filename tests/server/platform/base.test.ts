import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appUrl, basePathOf, withoutBase } from '../../../server/platform/http/base.ts'
import { invite } from '../../../src/api/account/referral.ts'
import { startServer, type TestServer } from '../harness.ts'
import { listen, openDevice } from './device.ts'

describe('base path', () => {
  it.each([
    [undefined, '/'],
    ['https://example.org', '/'],
    ['https://example.org/', '/'],
    ['https://example.org/quoin', '/quoin/'],
    ['https://example.org/a/b/', '/a/b/'],
  ])('of %s is %s', (publicUrl, path) => {
    expect(basePathOf(publicUrl)).toBe(path)
  })

  it('is before each place in the app', () => {
    expect(appUrl('https://example.org:8443', '#/pages/me/index')).toBe('https://example.org:8443/#/pages/me/index')
    expect(appUrl('https://example.org/quoin', '#/pages/me/index')).toBe('https://example.org/quoin/#/pages/me/index')
  })

  it('is taken from a request once, and only whole', () => {
    expect(withoutBase('/quoin/api/x?y=/quoin/', '/quoin/')).toBe('/api/x?y=/quoin/')
    expect(withoutBase('/quoin/quoin/', '/quoin/')).toBe('/quoin/')
    expect(withoutBase('/quoins/api', '/quoin/')).toBe('/quoins/api')
    expect(withoutBase('/api/x', '/')).toBe('/api/x')
  })
})

describe('a server below a path', () => {
  const origin = 'https://example.org'
  let server: TestServer
  let close: () => Promise<void>
  let port: number

  beforeAll(async () => {
    const env = { PUBLIC_URL: `${origin}/quoin`, SUPPORT_EMAIL: 'help@example.org' }
    ;({ server, close } = await startServer('sqlite', { env }))
    port = await listen(server.app.http)
  })
  afterAll(() => close())
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })

  it.each(['/quoin', ''])('answers calls and the socket, with %j left in front by the proxy', async (front) => {
    expect(await (await get(`${front}/api/currency/quotation_new?lang=en`)).json()).toMatchObject({ type: 'ok' })
    expect((await get(`${front}/healthz`)).status).toBe(200)
    const device = await openDevice(port, { path: `${front}/api/socket`, origin })
    await device.close()
    expect((await get(`${front}/elsewhere`)).status).toBe(404)
  })

  it('adds the slash that relative URLs need', async () => {
    for (const path of ['/quoin', '/quoin?from=mail']) {
      const { status, headers } = await get(path)
      expect([status, headers.get('location')]).toEqual([308, '/quoin/'])
    }
  })

  it('names its addresses with the path, and the well-known files at the root of the host', async () => {
    const { token } = await server.person()
    expect((await server.ok(invite, {}, token)).link).toMatch(`${origin}/quoin/#/pages/my/login?view=create&code=`)
    expect((await get('/.well-known/change-password')).headers.get('location')).toBe('/quoin/#/pages/me/index')
    expect(await (await get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /quoin/api/\n')
    expect(await (await get('/.well-known/security.txt')).text()).toContain(
      `Canonical: ${origin}/.well-known/security.txt\n`,
    )
  })

  it('links the documents of its API relative to each other', async () => {
    const page = await (await get('/quoin/api/docs')).text()
    expect(page).toContain('href="openapi.json"')
    expect(page).not.toMatch(/(?:href|src)="\//)
  })
})
