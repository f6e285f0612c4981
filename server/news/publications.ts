import { type Lang, langs } from '../../src/api/wire/fields.ts'
import type { ArticleKind } from '../../src/rules/account/articles.ts'
import { nowSeconds } from '../platform/clock.ts'
import { OperatorError } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { keepDocuments } from './documents.ts'
import type { Place, Source } from './writing.ts'

/** The publications, in order; `source` is null for a retraction. */
export const published = (db: Db | Tx): Promise<(Place & { source: string | null })[]> =>
  db.selectFrom('publications').select(['lang', 'kind', 'slug', 'source']).orderBy('edition').orderBy('id').execute()

/** The newest edition; 0 before the first publication. */
export async function newestEdition(db: Db | Tx): Promise<bigint> {
  const { newest } = await db
    .selectFrom('editions')
    .select((eb) => eb.fn.max('number').as('newest'))
    .executeTakeFirstOrThrow()
  return BigInt(newest ?? 0)
}

/**
 * Publishes articles: every node shows them once the unit is committed.
 *
 * @param after the edition against which they were checked
 * @throws OperatorError if there is a newer one
 */
export async function publish(unit: Unit, after: bigint, sources: readonly Source[]): Promise<void> {
  const rows = sources.map(({ text: source, ...place }) => ({ ...place, source }))
  await add(unit, after, rows)
  await keepDocuments(unit.tx, nowSeconds(unit.platform.clock), sources)
}

/** Retracts an article, in every language. Otherwise as `publish`. */
export const retract = (unit: Unit, after: bigint, kind: ArticleKind, slug: string): Promise<void> =>
  add(
    unit,
    after,
    langs.map((lang: Lang) => ({ lang, kind, slug, source: null })),
  )

async function add(unit: Unit, after: bigint, rows: readonly (Place & { source: string | null })[]): Promise<void> {
  const { platform, tx } = unit
  const at = BigInt(nowSeconds(platform.clock))
  const edition = after + 1n
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('editions')
    .values({ number: edition, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) {
    throw new OperatorError('someone else published at the same moment: check that, then try again')
  }
  await tx
    .insertInto('publications')
    .values(rows.map((row) => ({ ...row, id: platform.ids(), edition, at })))
    .execute()
  unit.after(() => platform.bus.publish('published', null))
}
