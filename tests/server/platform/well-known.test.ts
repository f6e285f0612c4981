import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/platform/config.ts'
import { startServer } from '../harness.ts'

async function answers(env: Record<string, string>, url: string) {
  const { server, close } = await startServer('sqlite', { env })
  const { statusCode, headers, body } = await server.app.http.inject({ url, headers: { host: 'localhost' } })
  const now = server.platform.clock.now()
  await close()
  return { statusCode, headers, body, now }
}

const ENV = { PUBLIC_URL: 'https://quoin.example' }

describe('well-known files', () => {
  it('security.txt names the contact, and expires within a year', async () => {
    const env = { ...ENV, SECURITY_CONTACT: 'security@quoin.example' }
    const { statusCode, headers, body, now } = await answers(env, '/.well-known/security.txt')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = Object.fromEntries(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/)),
    )
    expect(fields).toEqual({
      Contact: 'mailto:security@quoin.example',
      Expires: expect.any(String),
      Canonical: 'https://quoin.example/.well-known/security.txt',
      'Preferred-Languages': 'en',
    })
    expect(Date.parse(fields.Expires ?? '') - now).toBeGreaterThan(30 * 86_400_000)
    expect(Date.parse(fields.Expires ?? '') - now).toBeLessThan(365 * 86_400_000)
  })

  it('security.txt falls back to the support address, and does not exist without a contact', async () => {
    const supported = await answers({ ...ENV, SUPPORT_EMAIL: 'help@quoin.example' }, '/.well-known/security.txt')
    expect(supported.body).toContain('Contact: mailto:help@quoin.example\n')
    expect((await answers(ENV, '/.well-known/security.txt')).statusCode).toBe(404)
  })

  it('a contact may be a page, but not plain text', () => {
    expect(readConfig({ SECURITY_CONTACT: 'https://quoin.example/report' }).SECURITY_CONTACT).toBeDefined()
    expect(() => readConfig({ SECURITY_CONTACT: 'write to us' })).toThrow('SECURITY_CONTACT')
  })

  it('a browser finds where to change a password, and a crawler what not to read', async () => {
    const { statusCode, headers } = await answers(ENV, '/.well-known/change-password')
    expect([statusCode, headers.location]).toEqual([302, '/#/pages/me/index'])
    expect((await answers(ENV, '/robots.txt')).body).toBe('User-agent: *\nDisallow: /api/\n')
  })
})
