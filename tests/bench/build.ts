import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build as viteBuild } from 'vite'

export const root = join(import.meta.dirname, '../..')

const built = new Map<string, Promise<string>>()

/**
 * Builds a page with the app's own settings, once, into a folder that is removed when the process ends.
 *
 * @param page the folder of its `index.html`
 */
export function buildPage(page: string): Promise<string> {
  const folder = built.get(page) ?? build(page)
  built.set(page, folder)
  return folder
}

async function build(page: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await viteBuild({
    configFile: join(root, 'vite.config.ts'),
    root: page,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}

/** The scripts that a built page requests up front: its entry, everything this imports, and the first page. */
export function firstScripts(built: string): string[] {
  const html = readFileSync(join(built, 'index.html'), 'utf8')
  const tags = html.match(/<(?:script type="module"|link rel="modulepreload")[^>]*>/g) ?? []
  return tags.map((tag) => /(?:src|href)="\.\/([^"]+)"/.exec(tag)?.[1] ?? '')
}

/** Transfer size of a built file: its Brotli size where the build has one. */
export function bytesOnWire(built: string, file: string): number {
  const path = join(built, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}
