import { expect, it } from 'vitest'
import { contactService } from '../../../src/api/account/news.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite(
  'news/contact',
  (server) => {
    it('returns the contact options without sign-in', async () => {
      expect(await server.ok(contactService)).toEqual({ email: 'help@example.org', url: null, usualSeconds: null })
    })
  },
  { env: { SUPPORT_EMAIL: 'help@example.org' } },
)
