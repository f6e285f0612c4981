import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../server/module.ts'
import { modules } from '../server/modules.ts'
import { kindsOf } from '../server/orders/module.ts'
import { type Lang, langs } from '../src/api/wire/fields.ts'
import { messages } from '../src/api/wire/messages.ts'
import { bcp47, formatCount } from '../src/ui/format/format.ts'
import { textFiles } from '../vite.texts.ts'
import { jsonOf } from './machines/json.ts'
import { findMachines } from './machines/read.ts'
import { calls, callsOf } from './server/calls.ts'
import { judges } from './server/judges.ts'

const root = join(import.meta.dirname, '..')

/** All files below a folder, as paths from the root of the project. */
function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('node_modules'))
    .sort()
}

/** A memoized function of a path, since most tests here read every file. */
function once<T>(find: (path: string) => T): (path: string) => T {
  const found = new Map<string, T>()
  return (path) => {
    const known = found.get(path)
    if (known !== undefined) return known
    const fresh = find(path)
    found.set(path, fresh)
    return fresh
  }
}

const read = once((path) => readFileSync(join(root, path), 'utf8'))
const sources = [...filesBelow('src', /\.tsx?$/), ...filesBelow('server', /\.ts$/)]
const isSource = new Set(sources)

const FIXED = /^(?:import|export)(?! type)\s[^'"]*?from\s+'([^']+)'/gm
const TYPES = /^(?:import|export) type\s[^'"]*?from\s+'([^']+)'/gm
const LAZY = /import\('([^']+)'\)/g

/** A file's imports; our own as paths from the project's root. */
const importing = (...kinds: RegExp[]) =>
  once((path) =>
    kinds
      .flatMap((kind) => [...read(path).matchAll(kind)].map(([, name]) => name ?? ''))
      .map((name) => (name.startsWith('.') ? join(dirname(path), name) : name)),
  )
/** Imports needed at run time. */
const importsOf = importing(FIXED, LAZY)
/** These, and type-only imports. */
const knownTo = importing(FIXED, TYPES, LAZY)
const importsAtOnce = importing(FIXED)

/** The groups of files that lead back to themselves: the strongly connected parts of a graph, after Tarjan. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (path: string): number => {
    const own = index.size
    index.set(path, own)
    open.push(path)
    let low = own
    for (const next of graph.get(path) ?? []) {
      if (!index.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? index.get(next) ?? own)
    }
    lowest.set(path, low)
    if (low === own) {
      const circle = open.splice(open.indexOf(path)).sort()
      if (circle.length > 1 || graph.get(path)?.includes(path)) found.push(circle)
    }
    return low
  }
  for (const path of graph.keys()) if (!index.has(path)) visit(path)
  return found
}

describe('tidy: the rooms of the house', () => {
  /** Allowed imports: each folder pattern with the paths its files may import. The first matching pattern counts. */
  const rooms: [room: RegExp, reaches: RegExp][] = [
    [/^src\/rules\//, /^src\/rules\//],
    // The texts that go out in answers.
    [/^src\/api\/wire\/chinese\.ts$/, /^src\/(api\/wire\/|ui\/i18n\/locales\/zh\/messages\.json$)/],
    [/^src\/api\//, /^src\/(rules|api|machines\/(orders|reviews))\//],
    [/^src\/machines\/(orders|reviews)\//, /^src\/(rules|machines\/(orders|reviews))\//],
    [/^src\/machines\/actors\//, /^src\/(rules|api|machines)\//],
    [/^src\/machines\//, /^src\/(rules|api(?!\/client)|machines)\//],
    [/^src\/streams\//, /^src\/(rules|api(?!\/client)|streams)\//],
    // Types of the composition root's objects.
    [/^src\/ui\/app\/deps\.ts$/, /^src\/(rules|api|machines|streams|ui)\//],
    [/^src\/ui\/[\w/]*\/compose\.ts$/, /^src\/(rules|api(?!\/client)|machines|streams|ui)\//],
    // The list that the pages are made from.
    [/^src\/ui\/router\/routes\.ts$/, /^src\/(nouns\.ts|ui\/)/],
    [/^src\/ui\//, /^src\/(rules|api(?!\/client)|machines(?!\/actors)|streams|ui)\//],
    // A page of its own: nothing that people load reaches it.
    [/^src\/admin\/(main\.tsx|ask\.ts)$/, /^src\/(machines|ui|admin)\//],
    [
      /^src\/admin\//,
      /^src\/(machines\/admin|ui\/(parts|styles|app\/inspection\.ts|forms\/save-file\.ts)|admin\/(?!main|ask))/,
    ],
    [/^src\/nouns\.ts$/, /^src\/ui\//],
    [/^src\/(app\.tsx|deferred\.ts)$/, /^src\/(?!worker\.ts|admin\/)/],
    [/^src\/worker\.ts$/, /^src\/rules\//],
    [/^server\//, /^(server\/|src\/(rules|api(?!\/client)|machines\/(orders|reviews))\/)/],
  ]

  it.each(sources)('%s imports only what its room may', (path) => {
    const [, reaches] = rooms.find(([room]) => room.test(path)) ?? []
    expect(reaches, 'a file outside every room').toBeDefined()
    const strangers = knownTo(path).filter((target) => /^(src|server)\//.test(target) && !reaches?.test(target))
    expect(strangers).toEqual([])
  })

  it('has in rules/ only what the server needs too, or several rooms of the app', () => {
    const server = new Set(sources.filter((path) => path.startsWith('server/')))
    for (const path of server) for (const name of knownTo(path)) if (isSource.has(name)) server.add(name)
    const roomsWith = (rule: string) =>
      new Set(sources.filter((path) => knownTo(path).includes(rule)).map((path) => path.split('/')[1]))
    const own = sources.filter((path) => /^src\/rules\//.test(path) && !server.has(path) && roomsWith(path).size < 2)
    expect(own, 'rules of one room of the app are in that room').toEqual([])
  })

  it('lets one module of the server reach another only through its module.ts', () => {
    const folder = (path: string) => /^server\/([\w-]+)\//.exec(path)?.[1]
    const strangers = filesBelow('server', /\.ts$/).flatMap((path) =>
      importsOf(path)
        .filter((target) => {
          const other = folder(target)
          if (!other || other === 'platform' || other === folder(path)) return false
          return basename(target) !== 'module.ts' && folder(path) !== undefined
        })
        .map((target) => `${path} -> ${target}`),
    )
    expect(strangers).toEqual([])
  })

  /** The package of an import; `undefined` for our own files and Node's modules. */
  const packageOf = (name: string) =>
    /^(node:|[a-z]+\/.*\.(tsx?|json)$)/.test(name) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]
  const packagesOf = (paths: readonly string[]) => {
    const all = new Set(paths)
    for (const path of all) for (const name of importsOf(path)) if (isSource.has(name)) all.add(name)
    return new Set([...all].flatMap(importsOf).flatMap((name) => packageOf(name) ?? []))
  }
  const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', object>

  it('runs a built server with the packages of `dependencies` alone', () => {
    const server = sources.filter((path) => path.startsWith('server/') && path !== 'server/dev.ts')
    const needed = packagesOf(server)
    expect(needed).toContain('fastify')
    // An optional package of its own folder: `server/market/live/package.json`.
    expect([...needed].filter((name) => !(name in manifest.dependencies) && name !== 'ccxt')).toEqual([])
  })

  it('has no dependency that neither the server nor the app uses', () => {
    const used = packagesOf(sources)
    expect(Object.keys(manifest.dependencies).filter((name) => !used.has(name))).toEqual([])
  })

  it('has no files that import each other in a circle: at once, when they are needed, or for types alone', () => {
    expect(circles(new Map(sources.map((path) => [path, knownTo(path).filter((name) => isSource.has(name))])))).toEqual(
      [],
    )
  })

  it('keeps uPlot in the chart, balances in the ledger and the client in the actors', () => {
    const except = (room: RegExp, sign: RegExp) => sources.filter((path) => !room.test(path) && sign.test(read(path)))
    // The console, which takes nothing of the app's pages, has one drawing of its own.
    expect(except(/^src\/(ui\/chart\/|admin\/lines\.tsx)/, /from 'uplot/)).toEqual([])
    expect(except(/^server\/ledger\//, /(insertInto|updateTable|deleteFrom)\('(accounts|entries|transfers)'/)).toEqual(
      [],
    )
    expect(
      except(/^src\/(app\.tsx|deferred\.ts|api\/|machines\/actors\/)/, /^import (?!type).*api\/client\/client\.ts'/m),
    ).toEqual([])
    const holders =
      /^(src\/(app\.tsx|deferred\.ts|api\/|machines\/actors\/|ui\/app\/deps\.ts|ui\/[\w/]*\/compose\.ts)|server\/)/
    expect(except(holders, /\bclient([.,:]| [}=])/)).toEqual([])
  })

  it('names no kind of order in the rooms that serve every kind, in SQL neither', () => {
    const names = kindsOf(modules).flatMap(({ name, table }) => [name, table])
    expect(names).toContain('microtrades')
    const house =
      /^server\/(ledger|market|platform|orders|export|operator|audit)\/|^server\/(app|module|order-kind|start|market-\w+)\.ts$/
    const rooms = [
      ...filesBelow('tests/server/kit', /\.ts$/),
      ...filesBelow('tests/simulation', /^(?!mutations|kinds).*\.ts$/),
    ]
    // An exchange calls a market for coins by that word, too; and so are instruments that are no coins called.
    const isTheirs = (path: string, name: string) =>
      (name === 'spot' && /^server\/market\/(live|replay)\//.test(path)) ||
      (name === 'forex' && path.startsWith('server/market/'))
    const tests = ['tests/server/invariants.ts', ...rooms.filter((path) => !path.includes('/kinds/'))]
    const named = [...sources.filter((path) => house.test(path)), ...tests].filter((path) =>
      names.some((name) => !isTheirs(path, name) && new RegExp(`\\b${name}\\b`, 'i').test(read(path))),
    )
    expect(named).toEqual([])
  })

  it('has a judge for each kind of order, whom the invariants ask', () => {
    expect(judges.map(({ kind }) => kind)).toEqual(kindsOf(modules))
  })

  it('has no React in machines/, streams/, rules/ and api/, and XState in machines/ alone of these', () => {
    const reaching = (room: RegExp, packages: RegExp) =>
      sources.filter((path) => room.test(path) && importsOf(path).some((name) => packages.test(name)))
    expect(reaching(/^src\/(machines|streams|rules|api)\//, /^(react|@xstate\/react|wouter)\b/)).toEqual([])
    expect(reaching(/^src\/(streams|rules|api)\//, /^xstate\b/)).toEqual([])
  })
})

describe('tidy: every call', () => {
  const tests = filesBelow('tests/server', /\.test\.ts$/)
  const files = Object.entries(import.meta.glob<object>('../server/*/module.ts', { eager: true }))
  /** Which folder of the server answers each call. */
  const folderOf = new Map(
    modules.flatMap((module) => {
      const [path = ''] = files.find(([, exported]) => Object.values(exported).includes(module)) ?? []
      return callsOf(module).map((call) => [call.path, basename(dirname(path))] as const)
    }),
  )
  /** The name of its test: its path, or the part after the noun if unique in the folder. */
  const namesOf = (path: string) => {
    const short = (each: string) => each.split('/').slice(1).join('_')
    const alike = [...folderOf].filter(([each, folder]) => folder === folderOf.get(path) && short(each) === short(path))
    return [path.replaceAll('/', '_'), ...(alike.length === 1 ? [short(path)] : [])]
  }

  it.each(calls.map(({ path }) => path))('%s has a test file of its own, in the folder of what answers it', (path) => {
    const files = namesOf(path).map((name) => `tests/server/${folderOf.get(path)}/${name}.test.ts`)
    expect(
      files.filter((file) => tests.includes(file)),
      `none of ${files.join(', ')}`,
    ).not.toEqual([])
  })

  it('is served, if it is declared', () => {
    const declared = Object.values(import.meta.glob<object>('../src/api/**/*.ts', { eager: true }))
      .flatMap((file) => Object.values(file))
      .filter((each) => typeof each === 'object' && each !== null && 'once' in each)
    expect(new Set(declared.map(({ path }) => path))).toEqual(new Set(calls.map(({ path }) => path)))
  })

  it('has a path of its own', () => {
    const paths = calls.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(paths).size).toBe(paths.length)
  })
})

describe('tidy: every machine', () => {
  const machines = filesBelow('src/machines', /\.ts$/).filter((path) => read(path).includes('.createMachine('))

  /** Those of orders are all walked by one test. */
  const testOf = (path: string) =>
    /\/(orders|reviews)\//.test(path)
      ? 'tests/models/orders/orders.test.ts'
      : path.replace('src/machines', 'tests/models').replace(/\.ts$/, '.test.ts')

  it.each(machines)('%s has a model test', (path) => {
    expect(existsSync(join(root, testOf(path))), testOf(path)).toBe(true)
    expect(read(testOf(path))).toMatch(/@xstate\/test|\/coverage/)
    expect(read(testOf(path))).toContain(`${basename(path, '.ts')}Machine`)
  })

  it('has a name for all that it does, so that an editor opens it', async () => {
    const found = await findMachines()
    expect(found.map((each) => each.path).sort()).toEqual(machines)
    for (const { machine } of found) expect(() => jsonOf(machine)).not.toThrow()
  })
})

describe('tidy: a test', () => {
  const tests = filesBelow('tests', /\.test\.tsx?$/)
  /** Word stems, so that `proving` matches `prove`, and `options` matches `option`. */
  const beginnings = (text: string) =>
    (
      text
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z\d]{3,}/g) ?? []
    ).map((word) => word.slice(0, 4))
  /** At the top level of a file, or in a table with its rows declared above it. */
  const TITLE = /^(?:(?:describe|it|test)[\w.]*(?:\(.*\))?|\].*\))\(\s*'([^'\n]+)'/gm

  it('says in its title which noun it is about: one of its file or its folder', () => {
    const found = tests.flatMap((path) => [...read(path).matchAll(TITLE)].map(([, title = '']) => ({ path, title })))
    expect(found.length).toBeGreaterThan(500)
    const nameless = found.filter(({ path, title }) => {
      const nouns = new Set(beginnings(path.replace(/\.test\.tsx?$/, '').slice('tests/'.length)))
      return !beginnings(title).some((word) => nouns.has(word))
    })
    const names = nameless.map(({ path, title }) => `${path}: ${title}`)
    expect(names, 'begin a title with its noun, as in `savings: a cancelled deposit pays no interest`').toEqual([])
  })

  it('leaves the texts of the app in English: files share a process', () => {
    const speaking = tests.filter(
      (path) => path.startsWith('tests/ui/') && /change(?:Language|Lang)\(/.test(read(path)),
    )
    const left = speaking.filter((path) => !read(path).includes("afterAll(() => i18next.changeLanguage('en'))"))
    expect(left).toEqual([])
  })
})

describe('tidy: a view', () => {
  it('selects the shown part of an actor, not the whole state', () => {
    const whole =
      /\b(?:useSelector|useShown)\([^,]+,\s*(?:\((\w+)\) => (?:\1|\1\.context)|\(\{ context \}\) => context)[,\s)]/g
    const views = sources.filter((path) => /^src\/ui\//.test(path))
    expect(views.flatMap((path) => (read(path).match(whole) ?? []).map((found) => `${path}: ${found}`))).toEqual([])
    expect(views.filter((path) => /\b(useActor|useMachine|useSnapshot)\(/.test(read(path)))).toEqual([])
  })

  it('compares amounts as decimals, and makes no floats of them', () => {
    const compared = /\bNumber\([^)]*\)\s*(?:[<>]|[!=]==)|(?<!=)(?:[<>]=?|[!=]==)\s*Number\([^)]*\)/g
    const views = sources.filter((path) => /^src\/ui\/.*\.tsx$/.test(path))
    const found = views.flatMap((path) => (read(path).match(compared) ?? []).map((text) => `${path}: ${text}`))
    expect(found, 'isAbove in src/rules/money/money.ts compares two decimals').toEqual([])
  })
})

describe('tidy: a style sheet', () => {
  const importing = /import (\w+) from '([^']+\.module\.css)'/g
  const unknownIn = (path: string) =>
    [...read(path).matchAll(importing)].flatMap(([, name = '', from = '']) => {
      const sheet = read(join(dirname(path), from))
      const named = [...read(path).matchAll(new RegExp(`(?<!['/\\w])${name}\\.(\\w+)`, 'g'))].map(
        ([, word = '']) => word,
      )
      return named.filter((word) => !new RegExp(`\\.${word}\\b`).test(sheet)).map((word) => `${path}: ${word}`)
    })

  it('has each class that a view or a floor of the bench names', () => {
    const files = [...sources, ...filesBelow('tests/bench', /\.tsx?$/)]
    expect(files.filter((path) => path.endsWith('.tsx') || path.startsWith('tests/')).flatMap(unknownIn)).toEqual([])
  })
})

describe('tidy: an amount on a page', () => {
  /** Files whose figures are shown with their total on one screen. */
  const adding = [
    'forex/receipt',
    'lever/receipt',
    'loan/(loan|payments)',
    'microtrade/(completed-order|figures|microtrade-form|open-order|receipt-facts)',
    'orders/(figures|totals)',
    'plan/order-sheet',
    'records/(certificate|record-row|record-sheet|statement|totals)',
    'referral/referral',
    'savings/savings-list',
    'spot/(facts|receipt|spot-form)',
    'strategy/(past|strategy)',
  ].map((files) => new RegExp(`^src/ui/pages/${files}\\.tsx$`))

  it.each(adding)('%s shows to the last decimal what adds up', (files) => {
    const found = sources.filter((path) => files.test(path))
    expect(found).not.toEqual([])
    expect(found.filter((path) => !/'exact'|as="exact"/.test(read(path)))).toEqual([])
    const rounded = /'(pay|receive|balance|result)'|as="(?!exact")/
    expect(found.filter((path) => rounded.test(read(path)))).toEqual([])
  })

  it('is rounded by its role, and nowhere else', () => {
    expect(sources.filter((path) => /roundingMode/.test(read(path)))).toEqual([])
    // A price has the decimals of its instrument: a number of them would round an amount to the nearest.
    const numbered = /\bformatPrice\((?!times\.)[^\n]*?, \d+, /
    expect(sources.filter((path) => path.startsWith('src/ui/') && numbered.test(read(path)))).toEqual([])
  })
})

describe('tidy: a page that runs a machine', () => {
  it('hands it the inspection, so that `?inspect` shows it', () => {
    const calls = sources.flatMap((path) => read(path).match(/\buseActorRef\((?!<).*/g) ?? [])
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter((call) => !call.includes('inspection'))).toEqual([])
  })
})

describe('tidy: the nine languages', () => {
  type Tree = { [key: string]: string | Tree }
  const flatten = (tree: Tree, prefix = ''): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
    )
  const textsIn = once((path) => new Map(flatten(JSON.parse(read(path)) as Tree)))
  const filesIn = once((lang) => textFiles(lang as Lang))
  const catalogue = (lang: Lang, name: string) => textsIn(filesIn(lang).get(name) ?? '')
  const PLURAL = /_(zero|one|two|few|many|other)$/
  const stem = (key: string) => key.replace(PLURAL, '')
  const formsOf = (texts: Map<string, string>, key: string) =>
    [...texts.keys()]
      .filter((each) => PLURAL.test(each) && stem(each) === key)
      .map((each) => each.slice(key.length + 1))
      .sort()
  const holes = (text: string) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name]) => name).sort()

  const filesOf = (lang: Lang) => [...filesIn(lang).keys()]
  const files = filesOf('en')
  /** The pages' texts, by file. */
  const parts = files.filter((name) => name !== 'messages')

  it.each(langs)('%s has the same files, and says each text in one of them alone', (lang) => {
    expect(filesOf(lang)).toEqual(files)
    const keys = parts.flatMap((name) => [...catalogue(lang, name).keys()])
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  describe.each(files)('%s', (name) => {
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

  /** Texts that are the same as in English. */
  const alike: Partial<Record<Lang, readonly string[]>> = {
    es: [
      ...['1 pip = {{value}}', '{{pips}} pip', '{{pips}} pips'],
      'App',
      'Forex',
      'Grid',
      'Hash',
      'Liq.',
      'Post only',
      'Push',
      'Spot',
      'Spread',
      'Spread {{spread}}',
      ...['Stop', 'Stop loss', 'Stop loss {{price}}', 'TP / SL', 'TP/SL', 'Take profit', 'Take profit {{price}}'],
      'Tick',
      'no',
    ],
    it: [
      ...['1 pip = {{value}}', '{{pips}} pip'],
      ...[
        'Account',
        'App',
        'Book',
        'E-mail',
        'Explorer',
        'Forex',
        'Grid',
        'Hash',
        'Home',
        'Long',
        'Max',
        'P&L',
        'Password',
      ],
      ...['Short', 'Liq.', 'Mark', 'Post only', 'Push', 'Spot', 'Spread', 'Spread {{spread}}', 'Stop', 'Stop loss'],
      ...['TP / SL', 'TP/SL', 'Take profit', 'Tick', 'Volume', 'Wallet', 'no'],
    ],
    jp: ['Tick'],
    pt: [
      ...['1 pip = {{value}}', '{{pips}} pip', '{{pips}} pips'],
      ...[
        'App',
        'E-mail',
        'Forex',
        'Grid',
        'Hash',
        'Liq.',
        'Long',
        'Post only',
        'Principal',
        'Push',
        'Short',
        'Spot',
        'Spread',
        'Spread {{spread}}',
      ],
      ...['Status', 'Stop', 'Stop loss', 'Stop loss {{price}}', 'TP / SL', 'TP/SL'],
      ...['Take profit', 'Take profit {{price}}', 'Tick', 'Via', 'Volume'],
    ],
    vn: [
      ...[
        '1 pip = {{value}}',
        'Arbitrage',
        'Coin',
        'Liq.',
        'Long',
        'Short',
        'Spread',
        'Spread {{spread}}',
        'Stop',
        'TP / SL',
        'TP/SL',
        'Tick',
      ],
    ],
  }
  /** What no language translates: names of the app, of the indicators that traders know by their letters and of a day as a period, and a rate. */
  const NAMES = /^(Quoin( \{\{version\}\})?|[A-Z]{2,4}|24h|1 \{\{base\}\} = \{\{price\}\} \{\{quote\}\})$/

  it.each(langs.filter((lang) => lang !== 'en'))(
    '%s says nothing in English, but names and what is one word in both',
    (lang) => {
      const same = files.flatMap((name) => {
        const english = catalogue('en', name)
        return [...catalogue(lang, name)].filter(([key, text]) => english.get(key) === text && !NAMES.test(text))
      })
      expect([...new Set(same.map(([, text]) => text))].sort()).toEqual([...(alike[lang] ?? [])].sort())
    },
  )

  /** A term of docs/terms.md in each language, and the key of a text that says it. */
  type Term = { key: string; words: Record<Lang, string> }
  const columns = ['en', 'zh', 'hk', 'jp', 'ko', 'es', 'pt', 'it', 'vn', 'text', 'not'] as const
  const terms: Term[] = []
  /** The words that docs/terms.md has for no text. One with a capital letter is meant as it is written. */
  const misleading = new Map<string, string[]>(langs.map((lang) => [lang, []]))
  for (const line of read('docs/terms.md').split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const own = misleading.get(cells[0] ?? '')
    if (cells.length === 2 && own) own.push(...(cells[1] ?? '').split(', '))
    if (cells.length !== columns.length || !cells[9]?.startsWith('`')) continue
    const words = Object.fromEntries(columns.slice(0, 9).map((lang, at) => [lang, cells[at]])) as Term['words']
    terms.push({ key: cells[9].replaceAll('`', ''), words })
    for (const each of (cells[10] ?? '').split('; ').filter(Boolean)) {
      misleading.get(each.slice(0, 2))?.push(...each.slice(3).split(', '))
    }
  }
  const allOf = (lang: Lang) => new Map(files.flatMap((name) => [...catalogue(lang, name)]))

  it.each(langs)('%s says each term of docs/terms.md by its word, and no two by one', (lang) => {
    const texts = allOf(lang)
    const others = terms.filter(
      ({ key, words }) =>
        !texts
          .get(key)
          ?.toLowerCase()
          .includes(words[lang].toLowerCase() || '–'),
    )
    expect(others.map(({ key, words }) => [key, words[lang], texts.get(key)])).toEqual([])
    const said = terms.map(({ words }) => words[lang].toLowerCase())
    expect(said.filter((word, at) => said.indexOf(word) !== at)).toEqual([])
    expect(said.length).toBeGreaterThan(100)
  })

  it.each(langs)('%s has none of the words that docs/terms.md forbids', (lang) => {
    const words = misleading.get(lang) ?? []
    expect(words.length).toBeGreaterThan(5)
    // Synonyms are the words that readers search by, and link targets are paths.
    const articles = filesBelow(`content/${lang}`, /\.md$/).map(
      (path) => [path, read(path).replace(/^synonyms: .*$|\]\([^)]*\)/gm, '')] as const,
    )
    const found = [...allOf(lang), ...articles].flatMap(([key, text]) => {
      const said = text.replace(/\{\{.*?\}\}/g, '')
      return words.filter((word) => said.includes(word) || said.toLowerCase().includes(word)).map((word) => [word, key])
    })
    expect(found).toEqual([])
  })

  it.each(['zh', 'hk'] as const)('%s has a space between Chinese and Latin letters or digits', (lang) => {
    const tight = /\p{Script=Han}[\dA-Za-z]|[\dA-Za-z]\p{Script=Han}/u
    /** A candle, and the choices of a chart’s period. */
    const one = /K线|^\d(日|[周週]|個?月|年)$/g
    const found = files.flatMap((name) =>
      [...catalogue(lang, name)].filter(([, text]) => tight.test(text.replace(one, ''))),
    )
    expect(found).toEqual([])
  })

  it.each(langs)(
    '%s writes a number within a text as it writes numbers, in the form that goes with it',
    async (lang) => {
      const tag = bcp47(lang)
      const texts = Object.fromEntries(parts.flatMap((name) => [...catalogue(lang, name)]))
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

  /** A file's quoted words, and the prefixes of those it composes. */
  const quotedIn = once((path) => ({
    words: new Set(read(path).match(/(?<=['"])[\w.]+(?=['"])/g)),
    beginnings: [...read(path).matchAll(/`([\w.]+\.)\$\{/g)].map(([, beginning]) => beginning ?? ''),
  }))
  /** Whether one of these files names a text. */
  const shownBy = (paths: readonly string[]) => {
    const quoted = paths.map(quotedIn)
    const words = new Set(quoted.flatMap((each) => [...each.words]))
    const beginnings = quoted.flatMap((each) => each.beginnings)
    return (key: string) => words.has(key) || beginnings.some((beginning) => key.startsWith(beginning))
  }
  /** A file with all that comes with it at once. */
  const withImports = (...paths: string[]) => {
    const all = new Set(paths)
    for (const path of all) for (const name of importsAtOnce(path)) if (isSource.has(name)) all.add(name)
    return [...all]
  }

  it('holds no text that nothing shows', () => {
    const shown = shownBy([...sources.filter((path) => !path.endsWith('api/messages.ts')), 'vite.install.ts'])
    for (const name of parts)
      expect([...catalogue('en', name).keys()].map(stem).filter((key) => !shown(key))).toEqual([])
    expect(Object.keys(messages).filter((key) => !shown(key))).toEqual([])
  })

  const keysOf = once((name) => [...new Set([...catalogue('en', name).keys()].map(stem))])

  it('holds in `first` what the first screen shows, and elsewhere what only the pages behind it show', () => {
    const files = withImports('src/app.tsx', 'src/ui/pages/home/home.tsx', 'src/ui/app/wallet-choice.tsx')
    const shown = (key: string) => files.some((path) => quotedIn(path).words.has(key))
    expect(keysOf('first').filter((key) => !shown(key))).toEqual([])
    expect(
      parts
        .filter((name) => name !== 'first')
        .flatMap(keysOf)
        .filter(shown),
    ).toEqual([])
  })

  /** The nouns with a kind of order in the common lists. */
  const orderNouns = filesBelow('src/ui/pages', /^cards\.tsx$/).map((path) => basename(dirname(path)))

  /** Each page with the nouns whose texts its route waits for: `[file, nouns]`. */
  const pages = filesBelow('src/ui/pages', /^(noun|routes)\.ts$/).flatMap((path) => {
    const text = read(path)
    const nounOf = (part: string) =>
      basename(dirname(join(dirname(path), new RegExp(`\\b${part}\\b.* from '(.*)'`).exec(text)?.[1] ?? '')))
    return text
      .split(/\bpage: /)
      .slice(1)
      .map((row) => {
        const [, file = ''] = /import\('(.+?)'\)/.exec(row) ?? []
        const [, named] = /\bparts: \[(.*?)\]/.exec(row) ?? []
        const own = named?.split(', ').map(nounOf) ?? []
        return [join(dirname(path), file), row.includes('ofKinds: true') ? [...own, ...orderNouns] : own] as const
      })
  })

  it('knows what each page waits for', () => {
    expect(orderNouns).toEqual(expect.arrayContaining(['forex', 'lever', 'microtrade', 'spot']))
    expect(Object.fromEntries(pages)).toMatchObject({
      'src/ui/pages/home/home.tsx': [],
      'src/ui/pages/bank/bank.tsx': ['bank'],
      'src/ui/pages/market/chart-page.tsx': ['market', 'orders', 'wallet', ...orderNouns],
    })
  })

  it.each(pages)('%s waits for every text that it shows', (path, nouns) => {
    const first = /\bhome\.tsx$/.test(path)
    const ofKinds = orderNouns.every((noun) => nouns.includes(noun))
    const composed = nouns
      .flatMap((noun) =>
        ['compose.ts', 'order.ts', 'cards.tsx', ...(ofKinds ? ['ticket.ts'] : [])].map(
          (file) => `src/ui/pages/${noun}/${file}`,
        ),
      )
      .filter((each) => isSource.has(each))
    const shown = shownBy(withImports(path, ...composed))
    const there = first ? ['first'] : ['first', 'shared', ...nouns]
    const others = parts.filter((name) => !there.includes(name))
    expect(others.flatMap(keysOf).filter(shown)).toEqual([])
  })

  it('holds in `shared` the texts of several nouns’ pages, or of every page', () => {
    const byNoun = Object.groupBy(pages, ([path]) => dirname(path))
    const nouns = readdirSync(join(root, 'src/ui/pages')).map((noun) => {
      const folder = `src/ui/pages/${noun}`
      const own = byNoun[folder]?.map(([path]) => path) ?? []
      return shownBy([...withImports(...own), ...sources.filter((path) => path.startsWith(`${folder}/`))])
    })
    const anywhere = sources.filter((path) => /^src\/ui\/(?!pages\/)/.test(path))
    const waitingForNone = pages.filter(([, nouns]) => nouns.length === 0).map(([path]) => path)
    const everywhere = shownBy([...anywhere, ...waitingForNone, 'vite.install.ts'])
    const alone = (key: string) => nouns.filter((shown) => shown(key)).length < 2 && !everywhere(key)
    expect(keysOf('shared').filter(alone)).toEqual([])
  })

  it('has one key for a text that is the same in every language, unless its key is put together', () => {
    const quoted = new Set(sources.flatMap((path) => [...quotedIn(path).words]))
    const byText = Object.groupBy(
      parts.flatMap((name) => [...catalogue('en', name).keys()].map((key) => [key, name] as const)),
      ([key, name]) => langs.map((lang) => catalogue(lang, name).get(key)).join('\n'),
    )
    const several = Object.values(byText).map((keys = []) => keys.map(([key]) => key).filter((key) => quoted.has(key)))
    expect(several.filter(({ length }) => length > 1)).toEqual([])
  })

  it('is sorted the same way in every file, so that a change shows as a change', () => {
    for (const lang of langs) {
      for (const name of files) {
        const path = `${name} in ${lang}`
        expect(
          [...catalogue(lang, name).keys()].map(stem).filter((key, index, all) => all.indexOf(key) === index),
          path,
        ).toEqual([...catalogue('en', name).keys()].map(stem).filter((key, index, all) => all.indexOf(key) === index))
      }
    }
  })
})

describe('tidy: the documents', () => {
  const documents = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...filesBelow('docs', /\.md$/)]

  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
  const headings = (path: string) => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading ?? ''))

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

  it.each(documents)('%s leads to no section that is missing', (path) => {
    const links = [...read(path).matchAll(/\]\((?!\w+:)([^)#\s]*\.md|)#([^)\s]+)\)/g)]
    const lost = links.filter(([, name = '', section = '']) => {
      return !headings(name === '' ? path : join(dirname(path), name)).includes(section)
    })
    expect(lost.map(([link]) => link)).toEqual([])
  })

  it.each(documents)('%s runs programs by the Node that comes along, whatever the system has', (path) => {
    const scripts = [...read(path).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, script]) => script ?? '')
    expect(scripts.flatMap((script) => script.match(/^(?!#)(?:.*[\s(])?node .*/gm) ?? [])).toEqual([])
  })

  it('make the image start the server as npm does', () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? []
    expect(`exec ${JSON.parse(command).join(' ')}`).toBe(JSON.parse(read('package.json')).scripts.start)
  })

  it('describe the content and time of each private event', () => {
    const rows = [...read('docs/protocol.md').matchAll(/^\| `(\w+)` \| \S.* \| \S.* \|$/gm)].map(([, kind]) => kind)
    expect(rows.sort()).toEqual(Object.keys(eventsOf(modules)).sort())
  })

  const pages = filesBelow('docs/design', /\.md$/)
  const decisions = [...read('docs/adr/README.md').matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \| \S.*\|$/gm)].map(
    ([, number, , link]) => ({ number: Number(number), link: link ?? '' }),
  )

  it('lead to each decision by its number, once: to its page and section', () => {
    const numbers = decisions.map(({ number }) => number)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    const lost = decisions.filter(({ link }) => {
      const [name = '', anchor] = link.split('#')
      const path = join('docs/adr', name)
      return !(pages.includes(path) && headings(path).includes(anchor ?? ''))
    })
    expect(lost).toEqual([])
    expect(filesBelow('docs/adr', /\.md$/)).toEqual(['docs/adr/README.md'])
  })

  it('name at the end of a design page the decisions that the index finds there', () => {
    const named = pages.map((path) => `${path}: ${/^Decisions: ([\d, ]+)\.$/m.exec(read(path))?.[1] ?? ''}`)
    const found = pages.map((path) => {
      const here = decisions.filter(({ link }) => join('docs/adr', link.split('#')[0] ?? '') === path)
      return `${path}: ${here
        .map(({ number }) => number)
        .sort((a, b) => a - b)
        .join(', ')}`
    })
    expect(named).toEqual(found)
  })

  it.each(pages)('lead a reader to %s', (path) => {
    const others = documents.filter((other) => other !== path && other !== 'docs/adr/README.md')
    const linked = others.flatMap((other) =>
      [...read(other).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link]) => join(dirname(other), link ?? '')),
    )
    expect(linked).toContain(path)
  })
})
