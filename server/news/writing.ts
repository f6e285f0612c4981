import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Block } from '../../src/api/account/news.ts'
import { type Lang, langs } from '../../src/api/wire/fields.ts'
import { type ArticleKind, articleKinds, drawings } from '../../src/rules/account/articles.ts'
import { MarkdownError, readMarkdown } from './markdown.ts'

/** The place of an article: `<lang>/<kind>/<slug>.md`. */
export type Place = { lang: Lang; kind: ArticleKind; slug: string }

/** One file, unparsed. */
export type Source = Place & { text: string }

/** One file, parsed. */
export type Writing = Place & { head: Head; body: readonly Block[] }

const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'))

/** The front matter of an article. Its language and kind are those of its folders. */
const head = v.strictObject({
  title: text,
  summary: text,
  /** Other words for its subject, by which a search finds it. */
  synonyms: v.optional(v.array(text), []),
  /** A day, or a time with its time zone, before which the article is not shown. */
  date: v.pipe(
    text,
    v.regex(
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/,
      'is no day such as 2026-01-31, and no time with its zone',
    ),
    v.check((at) => Number.isFinite(Date.parse(at)), 'is no day'),
    v.transform((at) => Date.parse(at) / 1000),
  ),
  pinned: v.optional(v.boolean(), false),
  draft: v.optional(v.boolean(), false),
  /** Its position among those of its kind, ascending; 0 by default. */
  order: v.optional(v.pipe(v.number(), v.integer()), 0),
  /** Only for a document that users consent to. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, 'is below 1'))),
  picture: v.optional(v.strictObject({ drawing: v.picklist(drawings), alt: text })),
  /** Only for a banner: a page of the app, or an article as `kind/slug`. */
  to: v.optional(v.pipe(text, v.regex(/^(\/pages\/[\w/?=&-]+|[a-z]+\/[a-z0-9-]+)$/, 'is no page, and no kind/slug'))),
  /** Only in English: the languages that have no file of their own and show this one. */
  standsInFor: v.optional(v.array(v.picklist(langs)), []),
})
export type Head = v.InferOutput<typeof head>

const FILE = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

const readBefore = new WeakMap<Source, Writing>()

/** A parsed file. @throws MarkdownError in one line */
export function readWriting(source: Source): Writing {
  const known = readBefore.get(source)
  if (known) return known
  const writing = parseWriting(source)
  readBefore.set(source, writing)
  return writing
}

function parseWriting({ text, ...place }: Source): Writing {
  const [, above, below] = FILE.exec(text) ?? []
  if (above === undefined || below === undefined) throw new MarkdownError('it does not begin with --- title: … ---')
  const read = v.safeParse(head, yamlOf(above))
  if (!read.success) {
    const [issue] = read.issues
    throw new MarkdownError(`${v.getDotPath(issue) ?? 'what stands above'}: ${issue.message}`)
  }
  return { ...place, head: read.output, body: readMarkdown(below) }
}

/** The wording of an article: title and text as written, without the rest of the front matter. @throws MarkdownError */
export function wordsOf(source: Source): string {
  const [, , below = ''] = FILE.exec(source.text) ?? []
  return `${readWriting(source).head.title}\n${below.replaceAll('\r\n', '\n').trim()}`
}

function yamlOf(above: string): unknown {
  try {
    return parse(above)
  } catch (error) {
    throw new MarkdownError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

export const nameOf = ({ lang, kind, slug }: Place): string => `${lang}/${kind}/${slug}.md`

/** The place that a path below a folder of articles names; `undefined` for any other file. */
export function placeAt(path: string): Place | undefined {
  const [, lang, kind, slug] = /^(\w+)\/(\w+)\/([a-z][a-z0-9-]{0,63})\.md$/.exec(path) ?? []
  const isKnown = langs.some((each) => each === lang) && articleKinds.some((each) => each === kind)
  return isKnown && slug !== undefined ? { lang: lang as Lang, kind: kind as ArticleKind, slug } : undefined
}

/**
 * The files of a folder of articles, by name.
 *
 * @throws MarkdownError for a Markdown file at an invalid place
 */
export function readFolder(folder: string): Source[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  return paths
    .sort()
    .filter((path) => path.includes('/') && path.endsWith('.md'))
    .map((path) => {
      const place = placeAt(path)
      if (!place) throw new MarkdownError(`${path}: it is not <language>/<kind>/<slug>.md`)
      return { ...place, text: readFileSync(join(folder, path), 'utf8') }
    })
}
