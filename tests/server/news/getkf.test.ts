import { expect, it } from 'vitest'
import { getKf } from '../../../src/api/account/news.ts'
import { describeServer } from '../harness.ts'

const env = { SUPPORT_EMAIL: 'help@example.org', SUPPORT_URL: 'https://help.example.org/' }

describeServer.onSqlite(
  'news/getkf',
  (server) => {
    it('returns the contact options', async () => {
      const { token } = await server.person()
      expect(await server.ok(getKf, {}, token)).toEqual({
        email: 'help@example.org',
        url: 'https://help.example.org/',
        usualSeconds: null,
      })
    })

    it('needs a token', async () => {
      expect(await server.call(getKf)).toMatchObject({ http: 401, type: 999 })
    })
  },
  { env },
)

describeServer.onSqlite('news/getkf, without settings', (server) => {
  it('says that there are none', async () => {
    const { token } = await server.person()
    expect(await server.ok(getKf, {}, token)).toEqual({ email: null, url: null, usualSeconds: null })
  })
})
