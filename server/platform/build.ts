import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'dist')
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

/** When the newest file at or below a path was changed, in ms since the epoch. */
function changedAt(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

/**
 * The folder of the built app, built first where there is none or its sources are newer.
 *
 * A deployment may ship `dist` without the sources: then it is taken as it is.
 */
export async function buildPages(log: Logger): Promise<string> {
  const index = join(dist, 'index.html')
  const sources = SOURCES.map((name) => join(root, name)).filter((path) => existsSync(path))
  const built = existsSync(index)
  if (built && (!existsSync(join(root, 'src')) || statSync(index).mtimeMs >= Math.max(...sources.map(changedAt))))
    return dist
  log.info('building the app')
  const { build } = await import('vite')
  await build({ root, logLevel: 'warn' })
  return dist
}
