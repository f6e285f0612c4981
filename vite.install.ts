import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'
import { type Lang, langs } from './src/api/wire/fields.ts'
import { bcp47 } from './src/ui/format/format.ts'
import { textsOf } from './vite.texts.ts'

type Texts = Record<'app.description' | 'app.name' | 'title.market' | 'tab.trade' | 'title.wallets', string>

/** All that the app says in a language. */
const wordsOf = (lang: Lang): Texts => Object.assign({} as Texts, ...textsOf(lang).values())

const icon = (name: string, edge: number, purpose = 'any') => ({
  src: `icons/${name}-${edge}.png`,
  sizes: `${edge}x${edge}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest in a language. Its URLs are relative to it, and so to the path that the app is below. */
function manifestOf(lang: Lang) {
  const texts = wordsOf(lang)
  const shortcut = (name: 'assets' | 'markets' | 'trade', label: keyof Texts, place: string) => ({
    name: texts[label],
    url: `./#${place}`,
    icons: [icon(name, 96)],
  })
  return {
    // Without an id, the start URL identifies the installed app.
    start_url: './',
    scope: './',
    name: texts['app.name'],
    short_name: texts['app.name'],
    description: texts['app.description'],
    lang: bcp47(lang),
    dir: 'ltr',
    display: 'standalone',
    background_color: '#f6f4ef',
    theme_color: '#f6f4ef',
    categories: ['finance'],
    icons: [icon('icon', 192), icon('icon', 512), icon('maskable', 192, 'maskable'), icon('maskable', 512, 'maskable')],
    shortcuts: [
      shortcut('markets', 'title.market', '/pages/market/index'),
      shortcut('trade', 'tab.trade', '/pages/order/trade'),
      shortcut('assets', 'title.wallets', '/pages/walletrade/index'),
    ],
  }
}

/** Writes `manifest.<lang>.webmanifest` for each language, and links the English one: the app links the one it speaks. */
export function manifests(): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    generateBundle() {
      for (const lang of langs) {
        const source = JSON.stringify(manifestOf(lang))
        this.emitFile({ type: 'asset', fileName: `manifest.${lang}.webmanifest`, source })
      }
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: 'manifest.en.webmanifest' }, injectTo: 'head' },
    ],
  }
}

/** Replaces a retired service worker: deletes all caches, unregisters itself, and reloads its windows. */
const GONE = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const window of await clients.matchAll({ type: 'window' })) await window.navigate(window.url)
})()))
`

/** The decoder of HEIC photographs: as large as the rest of the app, and of no use without a network. */
const isForOneSending = (name: string) => name.includes('heic-worker')

/**
 * The sources of the core pages: those of the tab bar that concern prices, orders and balances, the chart, and what is around every page. A
 * phone has them before the rest, and in one language. That they suffice is tested by `tests/browser/app/core-first.test.ts`.
 */
const CORE =
  /^src\/((app|deferred)\.tsx?$|api\/wire\/|machines\/actors\/wallet-side\.ts$|ui\/(app|update)\/|ui\/pages\/(home|market|orders|microtrade|lever|spot|forex|wallet|user|inbox)\/)/

/** The files of the core pages, without their texts: scripts, with all that they load at once, and these scripts' styles and drawings. */
function coreOf(bundle: Rollup.OutputBundle): ReadonlySet<string> {
  const core = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (core.has(name) || !file || isForOneSending(name)) return
    core.add(name)
    if (file.type !== 'chunk') return
    const { importedCss, importedAssets } = file.viteMetadata ?? {}
    for (const needed of [...file.imports, ...(importedCss ?? []), ...(importedAssets ?? [])]) add(needed)
  }
  const isCore = (id: string) => CORE.test(relative(import.meta.dirname, id))
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && (file.isEntry || file.moduleIds.some(isCore))) add(file.fileName)
  return core
}

const isTexts = (name: string) => name.startsWith('assets/texts-')

/**
 * Bundles `src/worker.ts` as `worker.js`, with the lists of the build's files. While developing there is no worker, and
 * one that an earlier `npm start` left at the same address is removed.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer: ({ middlewares }) =>
      void middlewares.use('/worker.js', (_, answer) => {
        answer.setHeader('content-type', 'text/javascript').end(GONE)
      }),
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !isForOneSending(name))
        const paths = files.sort(
          (one, other) => Number(isTexts(one)) - Number(isTexts(other)) || (one < other ? -1 : 1),
        )
        const first = coreOf(bundle)
        const core = paths.filter((name) => first.has(name))
        const rest = paths.filter((name) => !first.has(name))
        const page = sha256(readFileSync(join(dir, 'index.html'), 'utf8'))
        const id = sha256(JSON.stringify([page, paths])).slice(0, 16)
        const built = await build({
          configFile: false,
          root: import.meta.dirname,
          publicDir: false,
          logLevel: 'warn',
          define: { BUILD: JSON.stringify({ id, page, core, rest }) },
          build: {
            write: false,
            target: 'es2022',
            modulePreload: false,
            rolldownOptions: { input: 'src/worker.ts', output: { format: 'iife', entryFileNames: 'worker.js' } },
          },
        })
        for (const { output } of [built].flat() as Rollup.RollupOutput[])
          for (const file of output) if (file.type === 'chunk') writeFileSync(join(dir, 'worker.js'), file.code)
      },
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
