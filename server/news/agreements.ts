import type { AgreedText, Article, DueDocument } from '../../src/api/account/news.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { agreedDocuments } from '../../src/rules/account/articles.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { plainRow } from '../platform/database/rows.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { libraryOf } from './library.ts'

type Document = Article & { version: number }

/** The documents in force that an account consents to, in a language. */
async function inForce(platform: Platform, lang: Lang): Promise<Document[]> {
  const library = libraryOf(platform)
  const listed = await library.list(lang, 'legal')
  const slugs = agreedDocuments.filter((slug) => listed.some((each) => each.slug === slug))
  const articles = await Promise.all(slugs.map((slug) => library.article(lang, 'legal', slug)))
  return articles.filter((each): each is Document => each.version !== null)
}

/** A user's consents: each version of each document, with its hash and time. */
export async function agreementsOf(db: Db | Tx, userId: string, limit: number) {
  const rows = await db
    .selectFrom('agreements')
    .innerJoin('agreed_texts', 'agreed_texts.hash', 'agreements.hash')
    .select(['agreements.slug', 'agreements.version', 'agreed_texts.lang', 'agreements.hash', 'agreements.at'])
    .where('user_id', '=', userId)
    .orderBy('agreements.at', 'desc')
    .orderBy('agreements.slug')
    .limit(limit)
    .execute()
  return rows.map(plainRow)
}

/** The current documents that a user has not consented to yet. */
export async function dueTo(platform: Platform, userId: string, lang: Lang): Promise<DueDocument[]> {
  const documents = await inForce(platform, lang)
  const agreed = await platform.db
    .selectFrom('agreements')
    .select(['slug', 'version'])
    .where('user_id', '=', userId)
    .execute()
  return documents
    .filter(({ slug, version }) => !agreed.some((each) => each.slug === slug && Number(each.version) === version))
    .map(({ slug, title, version, hash, date }) => ({
      slug,
      title,
      version,
      hash,
      date,
      before: agreed.some((each) => each.slug === slug),
    }))
}

/** The documents that a registering user consents to, in order. Loaded before the unit. */
export const documentsToAgree = (platform: Platform, lang: Lang): Promise<readonly Document[]> =>
  inForce(platform, lang)

/** Stores a user's consent. An earlier one keeps its time. */
export async function keepAgreements({ platform, tx }: Unit, userId: string, documents: readonly Document[]) {
  if (documents.length === 0) return
  const at = BigInt(nowSeconds(platform.clock))
  await tx
    .insertInto('agreed_texts')
    .values(
      documents.map(({ hash, slug, version, lang, title, body }) => ({
        hash,
        slug,
        version: BigInt(version),
        lang,
        text: JSON.stringify({ title, body }),
        at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('agreements')
    .values(documents.map(({ hash, slug, version }) => ({ user_id: userId, slug, version: BigInt(version), hash, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * A document as users consented to it.
 *
 * @throws Refusal `dataNotFound` if no user consented to a document with this hash
 */
export async function agreedTextOf(platform: Platform, hash: string): Promise<AgreedText> {
  const row = await platform.db.selectFrom('agreed_texts').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!row) throw new Refusal('dataNotFound')
  const { slug } = row
  const [lang, version] = [row.lang as Lang, Number(row.version)]
  const text = JSON.parse(row.text) as Pick<AgreedText, 'title' | 'body'>
  return { slug, version, lang, ...text, inForce: (await inForceNow(platform, lang, slug))?.version === version }
}

/** The loan agreement, required by an application for a loan. */
export const LOAN_AGREEMENT = 'loans'

/** The version of a document in force, in a language; `undefined` if there is none yet. */
export async function inForceNow(platform: Platform, lang: Lang, slug: string): Promise<Document | undefined> {
  const library = libraryOf(platform)
  if (!(await library.list(lang, 'legal')).some((each) => each.slug === slug)) return undefined
  const found = await library.article(lang, 'legal', slug)
  return found.version === null ? undefined : (found as Document)
}

/** The same if it has this hash, so that the user consents to exactly what they have read. */
export async function documentInForce(platform: Platform, lang: Lang, slug: string, hash: string) {
  const found = await inForceNow(platform, lang, slug)
  return found?.hash === hash ? found : undefined
}

/**
 * The document with a hash, in any language.
 *
 * @throws Refusal `dataNotFound` if there is none, or none in force
 */
export async function documentOf(platform: Platform, lang: Lang, slug: string, hash: string): Promise<Document> {
  const found = (await inForce(platform, lang)).find((each) => each.slug === slug && each.hash === hash)
  if (!found) throw new Refusal('dataNotFound')
  return found
}
