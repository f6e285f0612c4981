import { expect, it } from 'vitest'
import { shippedSources } from '../../../server/news/library.ts'
import { publish } from '../../../server/news/publications.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { exportData } from '../../../src/api/account/export.ts'
import { agree, dueDocuments, newsDetail } from '../../../src/api/account/news.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { PASSWORD, registered } from '../security/support.ts'

/** Publishes the next version of the terms. */
async function newTerms(server: TestServer, version: number) {
  const terms = shippedSources().filter(({ slug }) => slug === 'terms')
  await commit(server.platform, (unit) =>
    publish(
      unit,
      0n,
      terms.map((source) => ({ ...source, text: source.text.replace(/^version: .*$/m, `version: ${version}`) })),
    ),
  )
}

describeServer.onSqlite('news/agree', (server) => {
  const due = (token: string, lang = 'en') => server.ok(dueDocuments, { lang }, token)
  const kept = async (token: string) =>
    (await server.ok(exportData, { proof: { password: PASSWORD } }, token)).agreements

  it('is recorded at registration, with version, hash and time', async () => {
    const token = await registered(server, 'reader')
    expect(await due(token)).toEqual([])
    const at = Math.floor(server.clock.now() / 1000)
    const read = async (slug: string) => {
      const { version, hash } = await server.ok(newsDetail, { kind: 'legal', slug })
      return { slug, version, lang: 'en', hash, at }
    }
    expect(await kept(token)).toEqual([await read('risks'), await read('terms')])
  })

  it('is required from users without a registration form, in their language', async () => {
    const { token } = await server.person()
    const [terms, risks] = await due(token, 'vn')
    expect([terms?.slug, risks?.slug]).toEqual(['terms', 'risks'])
    expect(terms).toMatchObject({ before: false, title: 'Điều khoản và điều kiện' })
    const input = { slug: 'terms', hash: terms?.hash, lang: 'vn' }
    const first = await server.ok(agree, input, token)
    expect(first).toEqual({ slug: 'terms', version: terms?.version, at: Math.floor(server.clock.now() / 1000) })
    server.clock.jump(60_000)
    // Again, it keeps the first time.
    expect(await server.ok(agree, input, token)).toEqual(first)
    expect((await due(token)).map(({ slug }) => slug)).toEqual(['risks'])
  })

  it('refers to the displayed text: a hash of another language or an unknown one is refused', async () => {
    const { token } = await server.person()
    const [terms] = await due(token, 'zh')
    expect(await server.call(agree, { slug: 'terms', hash: terms?.hash, lang: 'en' }, token)).toMatchObject({
      http: 404,
    })
    expect(await server.call(agree, { slug: 'risks', hash: terms?.hash, lang: 'zh' }, token)).toMatchObject({
      http: 404,
    })
    expect(await server.call(agree, { slug: 'loans', hash: '0'.repeat(64) }, token)).toMatchObject({ http: 404 })
    expect((await due(token)).length).toBe(2)
  })

  it('is required again for a new version, and stored next to the old one', async () => {
    const token = await registered(server, 'again')
    const { version: first = 0 } = (await kept(token)).find(({ slug }) => slug === 'terms') ?? {}
    await newTerms(server, first + 1)
    const [terms, ...more] = await due(token)
    expect(terms).toMatchObject({ slug: 'terms', version: first + 1, before: true })
    expect(more).toEqual([])
    await server.ok(agree, { slug: 'terms', hash: terms?.hash }, token)
    expect(await due(token)).toEqual([])
    const versions = (await kept(token)).filter(({ slug }) => slug === 'terms').map(({ version }) => version)
    expect(versions.sort()).toEqual([first, first + 1])
  })

  it('stores the full text', async () => {
    await registered(server, 'whole')
    const rows = await server.platform.db.selectFrom('agreed_texts').selectAll().where('slug', '=', 'risks').execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).toContain('You can lose the whole stake')
  })

  it('needs a token', async () => {
    expect(await server.call(agree, { slug: 'terms', hash: '0'.repeat(64) })).toMatchObject({ http: 401, type: 999 })
  })
})
