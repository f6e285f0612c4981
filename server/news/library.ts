import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Article, ListedArticle } from '../../src/api/account/news.ts'
import { type Lang, langs } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { ArticleKind } from '../../src/rules/account/articles.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { type Database, transact } from '../platform/database/database.ts'
import { problemsOf } from './check.ts'
import { changedDocuments, keepDocuments } from './documents.ts'
import { type Figures, figuresIn, fill, fillText } from './figures.ts'
import { MarkdownError, textOf } from './markdown.ts'
import { published } from './publications.ts'
import { nameOf, type Place, readFolder, readWriting, type Source, type Writing } from './writing.ts'

/** The articles cannot be served as they are. Its message is one line. */
export class ContentError extends Error {}

const FOLDER = fileURLToPath(new URL('../../content/', import.meta.url))

/** The articles as readers see them. */
type Shelf = ReadonlyMap<string, Piece>
type Piece = { article: Article; text: string; head: Writing['head'] }

/** The articles of a server: the shipped ones, overridden by published ones. */
export type Library = {
  list(lang: Lang, kind: ArticleKind): Promise<ListedArticle[]>
  /** @throws Refusal `dataNotFound` if there is none yet */
  article(lang: Lang, kind: ArticleKind, slug: string): Promise<Article>
}

const libraries = new WeakMap<Database, Library>()

/** The library of a database, shared by all callers. */
export function libraryOf(platform: Platform): Library {
  const known = libraries.get(platform.database) ?? createLibrary(platform)
  libraries.set(platform.database, known)
  return known
}

/** Loaded on the first request, and again after each publication, by this process or another. */
function createLibrary(platform: Platform): Library {
  const { bus, log, clock } = platform
  let shelf: Promise<Shelf> | undefined
  const read = (): Promise<Shelf> => {
    shelf ??= readShelf(platform).catch((error: unknown) => {
      // The next request retries the database.
      shelf = undefined
      throw error
    })
    return shelf
  }
  bus.subscribe('published', () => {
    const before = shelf
    shelf =
      before &&
      readShelf(platform).catch((error: unknown) => {
        log.error({ err: error }, 'published articles could not be read')
        return before
      })
  })
  const isShown = ({ head }: Piece) => !head.draft && head.date <= nowSeconds(clock)
  const find = (pieces: Shelf, lang: Lang, kind: ArticleKind, slug: string): Piece | undefined => {
    const piece = pieces.get(nameOf({ lang, kind, slug })) ?? pieces.get(nameOf({ lang: 'en', kind, slug }))
    return piece && isShown(piece) ? piece : undefined
  }
  return {
    list: async (lang, kind) => {
      const pieces = await read()
      const english = [...pieces.values()].filter(({ article }) => article.lang === 'en' && article.kind === kind)
      return english
        .flatMap(({ article }) => find(pieces, lang, kind, article.slug) ?? [])
        .sort(inOrder)
        .map(({ article: { body: _, hash: __, ...headline }, text, head: { synonyms } }) => ({
          ...headline,
          text,
          synonyms,
        }))
    },
    article: async (lang, kind, slug) => {
      const piece = find(await read(), lang, kind, slug)
      if (!piece) throw new Refusal('dataNotFound')
      return piece.article
    },
  }
}

const inOrder = (a: Piece, b: Piece): number =>
  Number(b.head.pinned) - Number(a.head.pinned) ||
  a.head.order - b.head.order ||
  b.head.date - a.head.date ||
  (a.article.slug < b.article.slug ? -1 : 1)

let shipped: readonly Source[] | undefined

/** The shipped articles. */
export const shippedSources = (): readonly Source[] => {
  shipped ??= readFolder(FOLDER)
  return shipped
}

/** The served articles: for each place the newest published one, or else the shipped one. */
export function laidOver(shipped: readonly Source[], over: readonly (Place & { source: string | null })[]): Source[] {
  const all = new Map(shipped.map((source) => [nameOf(source), source]))
  for (const { source, ...place } of over) {
    if (source === null) all.delete(nameOf(place))
    else all.set(nameOf(place), { ...place, text: source })
  }
  return [...all.values()]
}

/**
 * An error in a shipped article stops the server; tests prevent that. A published article that is invalid for this version is left out, and
 * logged.
 */
async function readShelf(platform: Platform): Promise<Shelf> {
  const { config, db, log } = platform
  const values = new Map(langs.map((lang) => [lang, figuresIn(lang, config)]))
  const own = shippedSources()
  const pieces = new Map<string, Piece>()
  for (const source of laidOver(own, await published(db))) {
    try {
      pieces.set(nameOf(source), pieceOf(readWriting(source), values.get(source.lang) as Figures))
    } catch (error) {
      if (own.includes(source)) throw new Error(`${nameOf(source)}: ${String(error)}`)
      log.error({ err: error, article: nameOf(source) }, 'an invalid published article is not served')
    }
  }
  return pieces
}

function pieceOf({ lang, kind, slug, head, body: blocks }: Writing, values: Figures): Piece {
  const body = fill(blocks, values)
  const title = fillText(head.title, values.one)
  const version = head.version ?? null
  const article: Article = {
    kind,
    slug,
    title,
    summary: fillText(head.summary, values.one),
    date: head.date,
    pinned: head.pinned,
    lang,
    version,
    picture: head.picture ? { name: head.picture.drawing, alt: head.picture.alt } : null,
    to: head.to ?? null,
    hash: createHash('sha256')
      .update(JSON.stringify([slug, version, title, body]))
      .digest('hex'),
    body,
  }
  return { article, text: textOf(body), head }
}

type Served = Pick<Platform, 'config' | 'db' | 'clock'>

/** The served articles: the shipped ones, overridden by published ones. */
export const servedSources = async ({ db }: Pick<Platform, 'db'>): Promise<Source[]> =>
  laidOver(shippedSources(), await published(db))

/**
 * Checks the articles before the server starts, and stores the wording of its documents under their versions.
 *
 * @throws ContentError for an error in a shipped article, and for a document whose wording changed under the same version
 */
export async function openLibrary(platform: Served & Pick<Platform, 'log'>): Promise<void> {
  const { config, clock, db } = platform
  const own = shippedSources()
  const served = await servedSources(platform)
  const problems = [
    ...problemsOf(own, figuresIn('en', config), nowSeconds(clock)),
    ...(await changedDocuments(db, served)),
  ]
  if (problems.length > 0) throw new ContentError(`content/: ${problems.join('; ')}`)
  await transact(db, (tx) => keepDocuments(tx, nowSeconds(clock), served))
}

/** The errors of a folder of articles, together with the served ones. @throws MarkdownError if it is not a folder of articles */
export async function checkFolder(platform: Served, folder: string) {
  const sources = readFolder(folder)
  if (sources.length === 0) throw new MarkdownError(`${folder} holds no article: <language>/<kind>/<slug>.md`)
  return { sources, problems: await problemsWith(platform, sources) }
}

/** The errors of all served articles after a publication of these. */
export async function problemsWith(platform: Served, sources: readonly Source[]): Promise<string[]> {
  const over = sources.map(({ text: source, ...place }) => ({ ...place, source }))
  return [
    ...problemsOf(
      laidOver(await servedSources(platform), over),
      figuresIn('en', platform.config),
      nowSeconds(platform.clock),
    ),
    ...(await changedDocuments(platform.db, sources)),
  ]
}

/** The new errors of the served articles after an article is retracted. */
export async function problemsWithout(
  platform: Served,
  { kind, slug }: Pick<Place, 'kind' | 'slug'>,
): Promise<string[]> {
  const served = await servedSources(platform)
  const wrong = (sources: readonly Source[]) =>
    problemsOf(sources, figuresIn('en', platform.config), nowSeconds(platform.clock))
  const known = new Set(wrong(served))
  return wrong(served.filter((each) => each.kind !== kind || each.slug !== slug)).filter(
    (problem) => !known.has(problem),
  )
}
