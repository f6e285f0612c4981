import { langs } from '../../src/api/wire/fields.ts'
import { bcp47 } from '../../src/api/wire/language-tags.ts'
import { noteAct } from '../audit/module.ts'
import { type Command, date, type Given, OperatorError, type Rows, reasonOf, why } from '../platform/command.ts'
import { commitAndAnnounce } from '../platform/nodes/announce.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { checkFolder, problemsWith, problemsWithout, servedSources, shippedSources } from './library.ts'
import { MarkdownError } from './markdown.ts'
import { newestEdition, publish, retract } from './publications.ts'
import { nameOf, placeAt, readWriting, type Source } from './writing.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Operator commands on articles. */
export const newsCommands: readonly Command[] = [
  {
    name: 'content list',
    args: [],
    options: [],
    about: 'Lists the articles that are served, and whether each was shipped with the server or published.',
    admin: {
      roles: ['support', 'auditor'],
      as: 'list',
      title: 'News and guides',
      of: 'article',
      takes: ({ article }) => String(article).split('/'),
    },
    run: listAll,
  },
  {
    name: 'content show',
    args: ['KIND', 'SLUG'],
    options: [],
    about: 'Shows the source of an article in each of its languages, to edit and publish again.',
    admin: { roles: ['support', 'auditor'], as: 'view', title: 'Source', of: 'article' },
    run: async (given) =>
      (await servedOf(given)).sources.map(({ lang, text }) => ({ language: lang, text: text.trimEnd() })),
  },
  {
    name: 'content check',
    args: ['FOLDER'],
    options: [],
    about:
      'Checks a folder of articles, <language>/<kind>/<slug>.md as in content/, and lists its errors. Publishes nothing.',
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
      'Publishes a folder of articles on all nodes, replacing those of the same names. Publishes none if one has an error.',
    run: async (given) => {
      const { sources } = await carryOut(given, 'content publish', {
        no: 'nothing was published',
        look: () => folderOf(given),
        work: (unit, edition, { sources }) => publish(unit, edition, sources),
      })
      return sources.map((source) => ({ published: nameOf(source) }))
    },
  },
  {
    name: 'content write',
    args: ['KIND', 'SLUG'],
    options: [
      ...langs.map((lang) => ({
        ...{ name: lang, value: 'MARKDOWN' },
        about: `the article in ${languageNames.of(bcp47(lang))}, with its front matter, as in content/`,
      })),
      why,
    ],
    about:
      'Publishes one article on all nodes, in all its languages at once. Languages that are not given stay as they are. Publishes nothing if one is missing or has an error.',
    admin: { roles: ['support'], as: 'act', title: 'Publish', of: 'article', creates: true },
    run: async (given) => {
      const [kind = '', slug = ''] = given.args
      const sources = langs.flatMap((lang): Source[] => {
        const text = given.options[lang]
        if (text === undefined) return []
        const place = placeAt(`${lang}/${kind}/${slug}.md`)
        if (!place) throw new OperatorError(`${lang}/${kind}/${slug}.md is not a path of an article`)
        return [{ ...place, text: text.endsWith('\n') ? text : `${text}\n` }]
      })
      if (sources.length === 0)
        throw new OperatorError('nothing was published: give the article in at least one language')
      await carryOut(given, 'content write', {
        no: 'nothing was published',
        look: async () => ({ problems: await problemsWith(given.platform, sources) }),
        work: (unit, edition) => publish(unit, edition, sources),
      })
      return sources.map((source) => ({ published: nameOf(source) }))
    },
  },
  {
    name: 'content retract',
    args: ['KIND', 'SLUG'],
    options: [why],
    about: 'Withdraws an article, shipped or published, in all languages. Nobody sees it until it is published again.',
    admin: { roles: ['support'], as: 'act', title: 'Take back', of: 'article' },
    run: async (given) => {
      const { kind, slug } = await servedOf(given)
      await carryOut(given, 'content retract', {
        no: 'nothing was retracted',
        look: async () => ({ problems: await problemsWithout(given.platform, { kind, slug }) }),
        work: (unit, edition) => retract(unit, edition, kind, slug),
      })
      return [{ retracted: `${kind}/${slug}` }]
    },
  },
]

/** A served article, in its languages. @throws OperatorError if there is none */
async function servedOf({ platform, args: [kind = '', slug = ''] }: Given) {
  const sources = (await servedSources(platform)).filter((each) => each.kind === kind && each.slug === slug)
  const [first] = sources
  if (!first) throw new OperatorError(`there is no article ${kind}/${slug}`)
  return { kind: first.kind, slug, sources }
}

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

/** Performs a checked change, if it is valid and nothing else was published since. */
async function carryOut<Found extends { problems: readonly string[] }>(
  given: Given,
  act: string,
  {
    no,
    look,
    work,
  }: {
    no: string
    look(): Promise<Found>
    work(unit: Unit, edition: bigint, found: Found): Promise<void>
  },
): Promise<Found> {
  const reason = reasonOf(given)
  const edition = await newestEdition(given.platform.db)
  const found = await look()
  if (found.problems.length > 0) throw new OperatorError(`${no}: ${found.problems.join('; ')}`)
  await commitAndAnnounce(given.platform, async (unit) => {
    await work(unit, edition, found)
    await noteAct(unit, { who: given.who, act, userId: null, why: reason, facts: given.facts })
  })
  return found
}

async function listAll({ platform }: Given): Promise<Rows> {
  const own = shippedSources()
  const served = await servedSources(platform)
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
