import { isDeepStrictEqual } from 'node:util'
import type { Block } from '../../src/api/account/news.ts'
import { langs } from '../../src/api/wire/fields.ts'
import { type Figures, fill, fillText, holesIn } from './figures.ts'
import { linesOf, MarkdownError } from './markdown.ts'
import { nameOf, readWriting, type Source, type Writing } from './writing.ts'

const keyOf = ({ kind, slug }: Pick<Writing, 'kind' | 'slug'>) => `${kind}/${slug}`

/**
 * Errors in articles, as lines; empty if there are none: each is valid, exists in every language or lists those its English text replaces,
 * has the same structure in all of them, names existing figures, and has no dead links.
 *
 * @param now in seconds since the epoch: later dated articles do not exist yet for earlier ones
 */
export function problemsOf(sources: readonly Source[], values: Figures, now: number): string[] {
  const problems: string[] = []
  const writings = sources.flatMap((source) => {
    try {
      return readWriting(source)
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error
      problems.push(`${nameOf(source)}: ${error.message}`)
      return []
    }
  })
  const shown = writings.filter(({ head }) => !head.draft)
  const shownFrom = new Map(shown.map((writing) => [keyOf(writing), writing.head.date]))
  for (const writing of writings) {
    const isThere = (article: string) => (shownFrom.get(article) ?? Infinity) <= Math.max(now, writing.head.date)
    for (const problem of problemsOfOne(writing, isThere, values)) problems.push(`${nameOf(writing)}: ${problem}`)
  }
  for (const group of Map.groupBy(writings, keyOf).values()) problems.push(...problemsTogether(group))
  return problems
}

/** @param isThere whether an article exists for readers of this one */
function problemsOfOne(
  { kind, lang, head, body }: Writing,
  isThere: (article: string) => boolean,
  values: Figures,
): string[] {
  const problems: string[] = []
  if ((kind === 'legal') !== (head.version !== undefined))
    problems.push('a document that binds has a version, and no other')
  if (lang !== 'en' && head.standsInFor.length > 0) problems.push('only English stands in for another language')
  if ((kind === 'banner') !== (head.to !== undefined)) problems.push('a banner leads to something, and no other does')
  if ((kind === 'banner') !== (body.length === 0)) {
    problems.push(kind === 'banner' ? 'a banner says no more than its summary' : 'it says nothing')
  }
  const drawn = [head.picture?.drawing, ...body.map((block) => (block.type === 'drawing' ? block.name : undefined))]
  for (const [place, name] of drawn.entries()) {
    if (name !== undefined && drawn.indexOf(name) < place) problems.push(`the drawing ${name} is shown twice`)
  }
  let level = 1
  for (const block of body) {
    if (block.type !== 'heading') continue
    if (block.level > level + 1) problems.push('a heading of level 3 stands below one of level 2')
    level = block.level
  }
  for (const { to } of [head, ...body.flatMap(linesOf).flat()]) {
    const isArticle = to !== undefined && !/^(https:|\/)/.test(to)
    if (isArticle && !isThere(to)) problems.push(`a dead link: ${to}`)
  }
  try {
    fill(body, values)
    for (const said of [head.title, head.summary]) fillText(said, values.one)
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  }
  return problems
}

/** The structure of an article, which is the same in every translation. */
const shapeOf = ({ head, body }: Writing) => ({
  date: head.date,
  pinned: head.pinned,
  draft: head.draft,
  order: head.order,
  version: head.version,
  picture: head.picture?.drawing,
  to: head.to,
  figures: holesIn(body),
  links: body.flatMap(linesOf).flatMap((runs) => runs.flatMap(({ to }) => to ?? [])),
  blocks: body.map(blockShape),
})

const blockShape = (block: Block): string => {
  switch (block.type) {
    case 'heading':
      return `heading ${block.level}`
    case 'list':
      return `list of ${block.items.length}`
    case 'table':
      return `table of ${block.head.length} by ${block.rows.length}`
    case 'drawing':
      return `drawing ${block.name}`
    default:
      return block.type
  }
}

function problemsTogether(group: readonly Writing[]): string[] {
  const [any] = group
  const english = group.find(({ lang }) => lang === 'en')
  if (!any) return []
  if (!english) return [`${keyOf(any)}: it is not there in English`]
  const problems: string[] = []
  const own = new Set(group.map(({ lang }) => lang))
  const standsIn = new Set(english.head.standsInFor)
  for (const lang of langs) {
    if (own.has(lang) && standsIn.has(lang))
      problems.push(`${keyOf(any)}: English stands in for ${lang}, which has its own`)
    if (!own.has(lang) && !standsIn.has(lang)) {
      problems.push(`${keyOf(any)}: it is not there in ${lang}, and English does not say that it stands in`)
    }
  }
  const shape = shapeOf(english)
  for (const writing of group) {
    const other = shapeOf(writing)
    for (const part of Object.keys(shape) as (keyof typeof shape)[]) {
      if (isDeepStrictEqual(other[part], shape[part])) continue
      problems.push(`${nameOf(writing)}: its ${part} are not those of the English: ${JSON.stringify(other[part])}`)
    }
  }
  return problems
}
