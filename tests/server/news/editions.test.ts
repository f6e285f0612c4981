import { expect, it } from 'vitest'
import { openLibrary } from '../../../server/news/module.ts'
import { newestEdition, publish, published, retract } from '../../../server/news/publications.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('editions of articles', (server) => {
  const source = (slug: string) => ({ lang: 'en', kind: 'news', slug, text: slug }) as const

  it('are published sequentially: of two based on the same edition the second is refused', async () => {
    const { platform } = server
    const at = await newestEdition(platform.db)
    const both = await Promise.allSettled([
      commit(platform, (unit) => publish(unit, at, [source('one')])),
      commit(platform, (unit) => retract(unit, at, 'news', 'welcome')),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(String(both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))[0])).toContain(
      'someone else published at the same moment',
    )
    expect(await newestEdition(platform.db)).toBe(at + 1n)
  })

  it('are ordered by number, whatever the clocks of nodes and therefore ids are', async () => {
    const { db, ids } = server.platform
    const at = await newestEdition(db)
    // The node that published later has a clock that is behind.
    const [early, late] = [ids(), ids()]
    const rows = [
      { id: late, edition: at + 1n, source: 'first' },
      { id: early, edition: at + 2n, source: 'second' },
    ]
    const place = { lang: 'en', kind: 'news', slug: 'clocks', at: 0n } as const
    await db
      .insertInto('publications')
      .values(rows.map((row) => ({ ...row, ...place })))
      .execute()
    expect((await published(db)).filter(({ slug }) => slug === 'clocks').map((each) => each.source)).toEqual([
      'first',
      'second',
    ])
    await db.deleteFrom('publications').where('slug', '=', 'clocks').execute()
  })

  it('keep the text of document versions, or the server does not start', async () => {
    const { platform } = server
    await openLibrary(platform)
    await openLibrary(platform)
    await platform.db
      .updateTable('documents')
      .set({ words_hash: 'of other words' })
      .where('slug', '=', 'risks')
      .where('lang', '=', 'vn')
      .execute()
    await expect(openLibrary(platform)).rejects.toThrow('content/: vn/legal/risks.md: its text is not that of version')
  })
})
