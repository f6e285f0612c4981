import { langs } from '../../src/api/fields.ts'
import { type ArticleKind, articleKinds } from '../../src/rules/articles.ts'
import { noteAct } from '../audit/index.ts'
import { type Command, date, type Given, OperatorError, type Rows, reasonOf, why } from '../platform/command.ts'
import { commitAndAnnounce } from '../platform/nodes/announce.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { checkFolder, laidOver, shippedSources } from './library.ts'
import { MarkdownError } from './markdown.ts'
import { publish, published, retract } from './publications.ts'
import { nameOf, readWriting } from './writing.ts'

/** What an operator does about what people read. */
export const newsCommands: readonly Command[] = [
  {
    name: 'content list',
    args: [],
    options: [],
    about: 'Lists the articles that are served, and what stands behind each: shipped with the server, or published.',
    run: listAll,
  },
  {
    name: 'content check',
    args: ['FOLDER'],
    options: [],
    about:
      'Says what is wrong with a folder of articles, <language>/<kind>/<slug>.md as in content/; publishes nothing.',
    run: async (given) => {
      const { problems } = await folderOf(given)
      return problems.map((problem) => ({ problem }))
    },
  },
  {
    name: 'content publish',
    args: ['FOLDER'],
    options: [why],
    about:
      'Publishes a folder of articles on every node, in place of those of the same names. Nothing where one is wrong.',
    run: async (given) => {
      const { sources, problems } = await folderOf(given)
      if (problems.length > 0) throw new OperatorError(`nothing was published: ${problems.join('; ')}`)
      await note(given, 'content publish', (unit) => publish(unit, sources))
      return sources.map((source) => ({ published: nameOf(source) }))
    },
  },
  {
    name: 'content retract',
    args: ['KIND', 'SLUG'],
    options: [why],
    about:
      'Takes an article back, shipped or published, in every language: nobody sees it until it is published again.',
    run: async (given) => {
      const [kind = '', slug = ''] = given.args
      const served = laidOver(shippedSources(), await published(given.platform.db))
      if (!isKind(kind) || !served.some((each) => each.kind === kind && each.slug === slug)) {
        throw new OperatorError(`there is no article ${kind}/${slug}`)
      }
      await note(given, 'content retract', (unit) => retract(unit, kind, slug))
      return [{ retracted: `${kind}/${slug}` }]
    },
  },
]

const isKind = (text: string): text is ArticleKind => articleKinds.some((kind) => kind === text)

async function folderOf({ platform, args }: Given) {
  const [folder = ''] = args
  try {
    return await checkFolder(platform, folder)
  } catch (error) {
    if (error instanceof MarkdownError) throw new OperatorError(error.message)
    if (error instanceof Error && 'code' in error) throw new OperatorError(`${folder} cannot be read: ${error.message}`)
    throw error
  }
}

const note = (given: Given, act: string, work: (unit: Unit) => Promise<void>) => {
  const reason = reasonOf(given)
  return commitAndAnnounce(given.platform, async (unit) => {
    await work(unit)
    await noteAct(unit, { who: given.who, act, userId: null, why: reason })
  })
}

async function listAll({ platform }: Given): Promise<Rows> {
  const own = shippedSources()
  const served = laidOver(own, await published(platform.db))
  const now = platform.clock.now() / 1000
  const groups = Map.groupBy(served, ({ kind, slug }) => `${kind}/${slug}`)
  return [...groups].sort().flatMap(([article, sources]) => {
    const english = sources.find(({ lang }) => lang === 'en')
    if (!english) return []
    const { head } = readWriting(english)
    const missing = langs.filter((lang) => !sources.some((source) => source.lang === lang))
    return {
      article,
      title: head.title,
      version: head.version ?? null,
      date: date(head.date),
      shown: head.draft ? 'draft' : head.date > now ? 'not yet' : 'yes',
      from: sources.every((source) => own.includes(source)) ? 'server' : 'published',
      inEnglish: missing.join(' ') || null,
    }
  })
}
