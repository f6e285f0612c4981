import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.build.ts',
  'vite.admin.ts',
  'vite.install.ts',
  'package-lock.json',
]

/** Modification time of the newest file at or below a path, in ms since the epoch. */
function changedAt(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

/** The builds and their output folders: the users' app, and the admin console. */
const builds = {
  app: { folder: 'dist', config: 'vite.config.ts' },
  admin: { folder: 'dist-admin', config: 'vite.admin.ts' },
} as const

/**
 * The folder of the built app or admin console; builds it first if it is missing or older than its sources.
 *
 * A deployment may have `dist` without sources, or without the build tools (`npm ci --omit=dev`): it is then used unchanged.
 *
 * @throws ConfigError if there is nothing built, and nothing to build it with
 */
export async function buildPages(
  log: Pick<Logger, 'info'>,
  root = ROOT,
  what: keyof typeof builds = 'app',
): Promise<string> {
  const { folder, config } = builds[what]
  const dist = join(root, folder)
  const index = join(dist, 'index.html')
  const sources = SOURCES.map((name) => join(root, name)).filter((path) => existsSync(path))
  const isCurrent = () =>
    !existsSync(join(root, 'src')) || statSync(index).mtimeMs >= Math.max(...sources.map(changedAt))
  if (existsSync(index) && isCurrent()) return dist
  if (!existsSync(viteIn(root))) {
    if (!existsSync(index))
      throw new ConfigError(`${folder}: not built. Run npm ci && npm run build, or bring it along`)
    log.info(`serving the ${what} as it was built: without dev dependencies it is not built again`)
    return dist
  }
  log.info(`building the ${what}`)
  // An interrupted build must not look complete: the output is moved into place at the end.
  const whole = join(root, 'node_modules', '.cache', folder)
  await viteBuild(root, whole, config)
  rmSync(dist, { recursive: true, force: true })
  renameSync(whole, dist)
  return dist
}

const viteIn = (root: string) => join(root, 'node_modules', 'vite', 'bin', 'vite.js')

/** In a separate process, so that its memory is released. */
async function viteBuild(root: string, outDir: string, config: string): Promise<void> {
  const options = ['build', '--config', config, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  // Output goes to standard error: standard output contains only the URL.
  const child = spawn(process.execPath, [viteIn(root), ...options], { cwd: root, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the app could not be built')
}
