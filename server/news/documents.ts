import { createHash } from 'node:crypto'
import type { Db, Tx } from '../platform/database/database.ts'
import { MarkdownError } from './markdown.ts'
import { nameOf, readWriting, type Source, wordsOf } from './writing.ts'

/** The wording of a document under a version, in a language. */
type Said = { source: Source; version: bigint; hash: string }

/** The documents among articles, without drafts and unreadable ones. */
function documentsIn(sources: readonly Source[]): Said[] {
  return sources.flatMap((source) => {
    if (source.kind !== 'legal') return []
    try {
      const { head } = readWriting(source)
      if (head.draft || head.version === undefined) return []
      const hash = createHash('sha256').update(wordsOf(source)).digest('hex')
      return { source, version: BigInt(head.version), hash }
    } catch (error) {
      if (error instanceof MarkdownError) return []
      throw error
    }
  })
}

/** Stores the wording of documents under their versions, from `now` on, in seconds. A stored wording never changes. */
export async function keepDocuments(tx: Tx, now: number, sources: readonly Source[]): Promise<void> {
  const documents = documentsIn(sources)
  if (documents.length === 0) return
  await tx
    .insertInto('documents')
    .values(
      documents.map(({ source: { slug, lang }, version, hash }) => ({
        slug,
        version,
        lang,
        words_hash: hash,
        at: BigInt(now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The documents whose wording differs from the stored one of the same version, as lines. */
export async function changedDocuments(db: Db | Tx, sources: readonly Source[]): Promise<string[]> {
  const documents = documentsIn(sources)
  if (documents.length === 0) return []
  const kept = await db.selectFrom('documents').select(['slug', 'version', 'lang', 'words_hash']).execute()
  return documents.flatMap(({ source, version, hash }) => {
    const before = kept.find(
      (each) => each.slug === source.slug && each.lang === source.lang && BigInt(each.version) === version,
    )
    return before === undefined || before.words_hash === hash
      ? []
      : `${nameOf(source)}: its text is not that of version ${version}, to which users agreed: give it the next version`
  })
}
