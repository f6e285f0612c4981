import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { calls } from '../src/api/calls.ts'
import { type Lang, langs } from '../src/api/fields.ts'
import { messages } from '../src/api/messages.ts'
import { bcp47, formatCount } from '../src/ui/format.ts'
import { jsonOf } from './machines/json.ts'
import { findMachines } from './machines/read.ts'
import { type Walk, walkAll } from './models/coverage.ts'

const root = join(import.meta.dirname, '..')

/** All files below a folder, as paths from the root of the project. */
function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('node_modules'))
    .sort()
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = [...filesBelow('src', /\.tsx?$/), ...filesBelow('server', /\.ts$/)]

const FIXED = /^(?:import|export)(?! type)\s[^'"]*?from\s+'([^']+)'/gm
const LAZY = /import\('([^']+)'\)/g

/** What a file imports, without what is imported for its types alone; ours as paths from the root of the project. */
const importsOf = (path: string, ...kinds: RegExp[]) =>
  (kinds.length > 0 ? kinds : [FIXED, LAZY])
    .flatMap((kind) => [...read(path).matchAll(kind)].map(([, name]) => name ?? ''))
    .map((name) => (name.startsWith('.') ? join(dirname(path), name) : name))

describe('the rooms of the house', () => {
  /** Who may import whom: each room, and what a file in it may reach. The first room that fits a file counts. */
  const rooms: [room: RegExp, reaches: RegExp][] = [
    [/^src\/rules\//, /^src\/rules\//],
    [/^src\/api\//, /^src\/(rules|api)\//],
    [/^src\/machines\/orders\//, /^src\/(rules|machines\/orders)\//],
    [/^src\/machines\/actors\//, /^src\/(rules|api|machines)\//],
    [/^src\/machines\//, /^src\/(rules|api(?!\/client)|machines(?!\/actors))\//],
    [/^src\/streams\//, /^src\/(rules|api(?!\/client)|streams)\//],
    [/^src\/ui\//, /^src\/(rules|api(?!\/client)|machines(?!\/actors)|streams|ui)\//],
    [/^src\/app(\.tsx|-pages\.ts)$/, /^src\/(?!worker\.ts)/],
    [/^src\/worker\.ts$/, /^src\/rules\//],
    [/^server\//, /^(server\/|src\/(rules|api(?!\/client)|machines\/orders)\/)/],
  ]

  it.each(sources)('%s imports only what its room may', (path) => {
    const [, reaches] = rooms.find(([room]) => room.test(path)) ?? []
    expect(reaches, 'a file outside every room').toBeDefined()
    const strangers = importsOf(path).filter((target) => /^(src|server)\//.test(target) && !reaches?.test(target))
    expect(strangers).toEqual([])
  })

  it('lets one capability of the server reach another only through its index', () => {
    const capability = (path: string) => /^server\/(\w+)\//.exec(path)?.[1]
    const strangers = filesBelow('server', /\.ts$/).flatMap((path) =>
      importsOf(path)
        .filter((target) => {
          const other = capability(target)
          if (!other || other === 'platform' || other === capability(path)) return false
          return basename(target) !== 'index.ts' && capability(path) !== undefined
        })
        .map((target) => `${path} -> ${target}`),
    )
    expect(strangers).toEqual([])
  })

  it('keeps uPlot in the chart, balances in the ledger and the client in the actors', () => {
    const except = (room: RegExp, sign: RegExp) => sources.filter((path) => !room.test(path) && sign.test(read(path)))
    expect(except(/^src\/ui\/chart\//, /from 'uplot/)).toEqual([])
    expect(except(/^server\/ledger\//, /(insertInto|updateTable|deleteFrom)\('(accounts|entries|transfers)'/)).toEqual(
      [],
    )
    expect(except(/^src\/(app\.tsx|api\/|machines\/actors\/)/, /^import (?!type).*api\/client\.ts'/m)).toEqual([])
  })

  it('has no React in machines/, streams/, rules/ and api/, and XState in machines/ alone of these', () => {
    const importing = (room: RegExp, packages: RegExp) =>
      sources.filter((path) => room.test(path) && importsOf(path).some((name) => packages.test(name)))
    expect(importing(/^src\/(machines|streams|rules|api)\//, /^(react|@xstate\/react|wouter)\b/)).toEqual([])
    expect(importing(/^src\/(streams|rules|api)\//, /^xstate\b/)).toEqual([])
  })
})

describe('every call', () => {
  const tests = filesBelow('tests/server', /\.test\.ts$/)

  it.each(calls.map(({ path }) => path))('%s has a test file of its own', (path) => {
    const names = [`${path.replaceAll('/', '_')}.test.ts`, `${path.split('/').slice(1).join('_')}.test.ts`]
    expect(tests.filter((test) => names.includes(basename(test)))).not.toEqual([])
  })

  it('has a path of its own', () => {
    const paths = calls.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(paths).size).toBe(paths.length)
  })
})

describe('every machine', () => {
  const machines = filesBelow('src/machines', /\.ts$/).filter((path) => read(path).includes('.createMachine('))

  it.each(machines)('%s has a model test', (path) => {
    const test = `tests/models/${basename(path, '.ts')}.test.ts`
    expect(existsSync(join(root, test)), test).toBe(true)
    expect(read(test)).toMatch(/@xstate\/test|\.\/coverage/)
  })

  it('is one literal with names for all that it does, so that an editor opens it as it is', async () => {
    const found = await findMachines()
    expect(found.map((each) => each.path).sort()).toEqual(machines)
    expect(found.flatMap(({ path, source }) => source.strangers.map((text) => `${path}: ${text}`))).toEqual([])
    for (const { machine } of found) expect(() => jsonOf(machine)).not.toThrow()
  })

  const orders = machines.filter((path) => path.startsWith('src/machines/orders/'))
  const walks = import.meta.glob<{ machine: AnyStateMachine; walks: Walk<AnyStateMachine>[] }>('./models/orders/*.ts')

  it.each(orders)(
    '%s is of an order: its paths cover all states, transitions and both sides of each guard',
    async (path) => {
      const load = walks[`./models/orders/${basename(path)}`]
      expect(load, `tests/models/orders/${basename(path)}`).toBeDefined()
      const order = await load?.()
      if (order) expect((await walkAll(order.machine, order.walks)).missing).toEqual([])
    },
  )
})

describe('a page that runs a machine', () => {
  it('hands it the inspection, so that `?inspect` shows it', () => {
    const calls = sources.flatMap((path) => read(path).match(/\buseActorRef\((?!<).*/g) ?? [])
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter((call) => !call.includes('inspection'))).toEqual([])
  })
})

describe('the nine languages', () => {
  type Tree = { [key: string]: string | Tree }
  const flatten = (tree: Tree, prefix = ''): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
    )
  const catalogue = (lang: string, name: string) =>
    new Map(flatten(JSON.parse(read(`src/ui/i18n/locales/${lang}/${name}.json`)) as Tree))
  const PLURAL = /_(zero|one|two|few|many|other)$/
  const stem = (key: string) => key.replace(PLURAL, '')
  const formsOf = (texts: Map<string, string>, key: string) =>
    [...texts.keys()]
      .filter((each) => PLURAL.test(each) && stem(each) === key)
      .map((each) => each.slice(key.length + 1))
      .sort()
  const holes = (text: string) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name]) => name).sort()

  describe.each(['first', 'ui', 'messages'])('%s', (name) => {
    const english = catalogue('en', name)

    it.each(langs)('%s has every text, with its plural forms and its parameters', (lang) => {
      const own = catalogue(lang, name)
      expect([...new Set([...own.keys()].map(stem))].sort()).toEqual([...new Set([...english.keys()].map(stem))].sort())
      const categories = new Intl.PluralRules(bcp47(lang)).resolvedOptions().pluralCategories
      for (const key of own.keys()) {
        expect(own.get(key)?.trim(), key).not.toBe('')
        if (!PLURAL.test(key)) expect(holes(own.get(key) ?? ''), key).toEqual(holes(english.get(key) ?? ''))
        else expect(formsOf(own, stem(key)), key).toEqual([...categories].sort())
      }
    })
  })

  /** What another language says as English does. */
  const alike: Partial<Record<Lang, readonly string[]>> = {
    es: ['Google 2FA', 'Hash', 'Total'],
    it: ['Account', 'E-mail', 'Explorer', 'Forex', 'Google 2FA', 'Hash', 'Home', 'Max', 'Password', 'Volume'],
    pt: ['E-mail', 'Forex', 'Google 2FA', 'Hash', 'Total', 'Volume'],
    vn: ['Google 2FA'],
  }
  /** Names, which no language translates: of the app, and of the indicators that traders know by their letters. */
  const NAMES = /^(Quoin( \{\{version\}\})?|[A-Z]{2,4})$/

  it.each(langs.filter((lang) => lang !== 'en'))(
    '%s says nothing in English, but names and what is one word in both',
    (lang) => {
      const same = ['first', 'ui', 'messages'].flatMap((name) => {
        const english = catalogue('en', name)
        return [...catalogue(lang, name)].filter(([key, text]) => english.get(key) === text && !NAMES.test(text))
      })
      expect([...new Set(same.map(([, text]) => text))].sort()).toEqual([...(alike[lang] ?? [])].sort())
    },
  )

  it.each(langs)(
    '%s writes a number within a text as it writes numbers, in the form that goes with it',
    async (lang) => {
      const tag = bcp47(lang)
      const texts = Object.fromEntries([...catalogue(lang, 'first'), ...catalogue(lang, 'ui')])
      const i18n = createInstance({ lng: tag, keySeparator: false, resources: { [tag]: { translation: texts } } })
      await i18n.init()
      const counted = new Set(
        Object.keys(texts)
          .filter((key) => PLURAL.test(key))
          .map(stem),
      )
      expect(counted.size).toBeGreaterThan(0)
      for (const key of counted) {
        for (const count of [0, 1, 2, 31, 12_345, 1_000_000]) {
          const form = texts[`${key}_${new Intl.PluralRules(tag).select(count)}`]
          expect(i18n.t(key as 'countdown.left', { count })).toBe(
            form?.replace('{{count, number}}', formatCount(count, lang)),
          )
        }
      }
    },
  )

  it('names each message of the catalogue, and no other', () => {
    expect([...catalogue('en', 'messages').keys()].sort()).toEqual(Object.keys(messages).sort())
  })

  it('gives the catalogue’s own Chinese texts in Chinese', () => {
    const chinese = Object.fromEntries(catalogue('zh', 'messages'))
    expect(chinese).toEqual(Object.fromEntries(Object.entries(messages).map(([key, { zh }]) => [key, zh])))
  })

  it('holds no text that nothing shows', () => {
    const code = [...sources, 'vite.install.ts']
      .filter((path) => !path.endsWith('api/messages.ts'))
      .map(read)
      .join('\n')
    const prefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '')
    const shown = (key: string) =>
      code.includes(`'${key}'`) || code.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix))
    for (const name of ['first', 'ui'])
      expect([...catalogue('en', name).keys()].map(stem).filter((key) => !shown(key))).toEqual([])
    expect(Object.keys(messages).filter((key) => !shown(key))).toEqual([])
  })

  it('holds in `first` what the first screen shows, and in `ui` what only the pages behind it show', () => {
    const first = new Set(['src/app.tsx', 'src/ui/pages/home/home.tsx', 'src/ui/wallet-choice.tsx'])
    for (const path of first) {
      for (const name of importsOf(path, FIXED)) if (sources.includes(name)) first.add(name)
    }
    const code = [...first].map(read).join('\n')
    const shown = (key: string) => code.includes(`'${key}'`) || key.startsWith('option.left.')
    expect([...catalogue('en', 'first').keys()].map(stem).filter((key) => !shown(key))).toEqual([])
    expect([...catalogue('en', 'ui').keys()].map(stem).filter(shown)).toEqual([])
  })

  it('is sorted the same way in every file, so that a change shows as a change', () => {
    for (const lang of langs) {
      for (const name of ['first', 'ui', 'messages']) {
        const path = `src/ui/i18n/locales/${lang}/${name}.json`
        expect(
          [...catalogue(lang, name).keys()].map(stem).filter((key, index, all) => all.indexOf(key) === index),
          path,
        ).toEqual([...catalogue('en', name).keys()].map(stem).filter((key, index, all) => all.indexOf(key) === index))
      }
    }
  })
})

describe('the documents', () => {
  const documents = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...filesBelow('docs', /\.md$/)]

  it.each(documents)('%s names no file that is missing', (path) => {
    const text = read(path).replace(/^```[\s\S]*?^```/gm, '')
    const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link]) => join(dirname(path), link ?? ''))
    const names = [
      ...text.matchAll(/`((?:src|server|tests|docs|public|\.ci)\/[\w./-]*|[\w-]+\.(?:md|json|html|ts))`/g),
    ].map(([, name]) => name ?? '')
    const missing = [...links, ...names].filter(
      (name) => !existsSync(join(root, name)) && !existsSync(join(root, dirname(path), name)),
    )
    expect(missing).toEqual([])
  })
})
