import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { type Lang, langs } from './src/api/wire/fields.ts'

const ROOT = import.meta.dirname

/** The files of a language's texts, by name: those that all pages share, and each noun's beside its pages. */
export const textFiles = (lang: Lang): Map<string, string> =>
  new Map(
    [
      ...globSync(`src/ui/i18n/locales/${lang}/*.json`, { cwd: ROOT }).map(
        (path) => [basename(path, '.json'), path] as const,
      ),
      ...globSync(`src/ui/pages/*/locales/${lang}.json`, { cwd: ROOT }).map(
        (path) => [basename(dirname(dirname(path))), path] as const,
      ),
    ].sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/** The app's texts in a language, by file. */
export const textsOf = (lang: Lang): Map<string, Record<string, string>> =>
  new Map([...textFiles(lang)].map(([name, path]) => [name, JSON.parse(readFileSync(join(ROOT, path), 'utf8'))]))

/** The folder of a language's texts below `assets/`; its name contains their hash. */
function folderOf(lang: Lang): string {
  const hash = createHash('sha256').update(JSON.stringify([...textsOf(lang)]))
  return `texts-${lang}-${hash.digest('hex').slice(0, 8)}`
}

/**
 * Emits the texts as data beside the scripts, so that no script lists every file. The app fetches the files its pages
 * need, and finds the folders in `TEXTS`.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    apply: 'build',
    config: () => ({
      define: { TEXTS: JSON.stringify(Object.fromEntries(langs.map((lang) => [lang, folderOf(lang)]))) },
    }),
    generateBundle() {
      for (const lang of langs) {
        for (const [name, texts] of textsOf(lang)) {
          // The English of the first screen is part of its script.
          if (lang === 'en' && name === 'first') continue
          this.emitFile({
            type: 'asset',
            fileName: `assets/${folderOf(lang)}/${name}.json`,
            source: JSON.stringify(texts),
          })
        }
      }
    },
  }
}
