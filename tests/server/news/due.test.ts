import { expect, it } from 'vitest'
import { retract } from '../../../server/news/publications.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { agree, dueDocuments } from '../../../src/api/account/news.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('news/due', (server) => {
  it('lists the user’s own pending consents', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    for (const { slug, hash } of await server.ok(dueDocuments, {}, ann.token))
      await server.ok(agree, { slug, hash }, ann.token)
    expect(await server.ok(dueDocuments, {}, ann.token)).toEqual([])
    const theirs = await server.ok(dueDocuments, { userId: ann.userId }, bob.token)
    expect(theirs.map(({ slug }) => slug)).toEqual(['terms', 'risks'])
  })

  it('omits retracted documents', async () => {
    const { token } = await server.person()
    await commit(server.platform, (unit) => retract(unit, 0n, 'legal', 'risks'))
    expect((await server.ok(dueDocuments, {}, token)).map(({ slug }) => slug)).toEqual(['terms'])
  })

  it('needs a token', async () => {
    expect(await server.call(dueDocuments)).toMatchObject({ http: 401, type: 999 })
  })
})
