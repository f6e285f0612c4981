import { type Lang, langs } from '../../src/api/fields.ts'
import type { ArticleKind } from '../../src/rules/articles.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'
import type { Place, Source } from './writing.ts'

/** What was published, in order; `source` is null where it was taken back. */
export const published = (db: Db | Tx): Promise<(Place & { source: string | null })[]> =>
  db.selectFrom('publications').select(['lang', 'kind', 'slug', 'source']).orderBy('id').execute()

/** Publishes articles: every node shows them once the unit is committed. */
export async function publish(unit: Unit, sources: readonly Source[]): Promise<void> {
  await add(
    unit,
    sources.map(({ text: source, ...place }) => ({ ...place, source })),
  )
}

/** Takes an article back, in every language: nobody sees it any more. */
export const retract = (unit: Unit, kind: ArticleKind, slug: string): Promise<void> =>
  add(
    unit,
    langs.map((lang: Lang) => ({ lang, kind, slug, source: null })),
  )

async function add(unit: Unit, rows: readonly (Place & { source: string | null })[]): Promise<void> {
  const { platform, tx } = unit
  const at = BigInt(nowSeconds(platform.clock))
  await tx
    .insertInto('publications')
    .values(rows.map((row) => ({ ...row, id: platform.ids(), at })))
    .execute()
  unit.after(() => platform.bus.publish('published', null))
}
