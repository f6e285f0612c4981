import { expect, it } from 'vitest'
import { shippedSources } from '../../../server/news/library.ts'
import { publish } from '../../../server/news/publications.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { agreedText, newsDetail } from '../../../src/api/account/news.ts'
import * as loans from '../../../src/api/money/loan.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { MINUTE_DAYS, submit, wanted } from '../loan/support.ts'

/** Publishes the next version of the loan agreement, with changed text. */
async function newAgreement({ platform }: TestServer): Promise<void> {
  const sources = shippedSources().filter(({ kind, slug }) => kind === 'legal' && slug === 'loans')
  const changed = sources.map(({ text, ...place }) => ({
    ...place,
    text: text.replace(/^version: .*$/m, 'version: 77').replace(/^title: .*$/m, 'title: Another agreement'),
  }))
  await commit(platform, (unit) => publish(unit, 0n, changed))
}

describeServer.onSqlite(
  'news/agreed',
  (server) => {
    it('returns the text that the user consented to, in their language, also after a new version', async () => {
      const { token } = await server.person()
      const { agreement } = await server.ok(loans.config, { lang: 'vn' }, token)
      const shown = await server.ok(newsDetail, { kind: 'legal', slug: 'loans', lang: 'vn' })
      const input = await wanted(server, token, { agreement: agreement.hash })
      const loan = await server.ok(loans.submit, { ...input, lang: 'vn' }, token)
      const { title, body, version } = shown
      const signed = { slug: 'loans', version: version ?? 0, lang: 'vn', title, body }
      expect(await server.ok(agreedText, { hash: loan.agreement.hash })).toEqual({ ...signed, inForce: true })

      await newAgreement(server)
      expect(await server.ok(newsDetail, { kind: 'legal', slug: 'loans' })).toMatchObject({ version: 77 })
      expect(await server.ok(agreedText, { hash: loan.agreement.hash })).toEqual({ ...signed, inForce: false })
      const next = await submit(server, (await server.person()).token)
      expect(await server.ok(agreedText, { hash: next.agreement.hash })).toMatchObject({
        version: 77,
        title: 'Another agreement',
        lang: 'en',
        inForce: true,
      })
    })

    it.each([
      [{ hash: '0'.repeat(64) }, { http: 404, key: 'dataNotFound' }],
      [{ hash: 'no-hash' }, { key: 'parameterError' }],
      [{}, { key: 'missingParameters' }],
    ])('is refused with %o', async (input, answer) => {
      expect(await server.call(agreedText, input)).toMatchObject(answer)
    })
  },
  { env: MINUTE_DAYS },
)
