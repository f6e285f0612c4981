import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Lang, langs } from './src/api/fields.ts'
import { bcp47 } from './src/ui/format.ts'

type Texts = Record<'app.description' | 'app.name' | 'tab.assets' | 'tab.markets' | 'tab.trade', string>

const textsOf = (lang: Lang): Texts => {
  const part = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, `src/ui/i18n/locales/${lang}/${name}.json`), 'utf8'))
  return { ...part('first'), ...part('ui') }
}

const icon = (name: string, edge: number, purpose = 'any') => ({
  src: `/icons/${name}-${edge}.png`,
  sizes: `${edge}x${edge}`,
  type: 'image/png',
  purpose,
})

/** What a system is told of the app that a person installs, in one of its languages. */
function manifestOf(lang: Lang) {
  const texts = textsOf(lang)
  const shortcut = (name: 'assets' | 'markets' | 'trade', place: string) => ({
    name: texts[`tab.${name}`],
    url: `/#${place}`,
    icons: [icon(name, 96)],
  })
  return {
    id: '/',
    start_url: '/',
    scope: '/',
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
      shortcut('markets', '/pages/market/index'),
      shortcut('trade', '/pages/order/trade'),
      shortcut('assets', '/pages/walletrade/index'),
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
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.en.webmanifest' }, injectTo: 'head' },
    ],
  }
}
