import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ROOT } from './list.ts'

/** Tests that are run in one go. `names`: of those in the files that are. */
export type Stage = { project: 'unit' | 'server'; files: readonly string[]; names?: string }

/** Results on both databases mostly agree, so the second one runs last. */
const QUICK = '^(?!.*\\(postgres\\))'
const SLOW = '\\(postgres\\)'

const IMPORTS = /(?:from|import\()\s*'(\.[^']+)'/g
const imports = new Map<string, readonly string[]>()

function importsOf(path: string): readonly string[] {
  const known = imports.get(path)
  if (known) return known
  const text = /\.tsx?$/.test(path) && existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : ''
  const found = [...text.matchAll(IMPORTS)].map(([, name = '']) => join(dirname(path), name))
  imports.set(path, found)
  return found
}

/** Whether one file imports another, within a number of steps. */
function reaches(from: string, to: string, steps: number): boolean {
  return importsOf(from).some((next) => next === to || (steps > 1 && reaches(next, to, steps - 1)))
}

const testsIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()

const unit = ['rules', 'models', 'streams', 'api', 'chart', 'ui'].flatMap((room) => testsIn(`tests/${room}`))
const server = testsIn('tests/server')

/**
 * The tests of a file, cheapest first: pure ones that import it in two steps or claim it, then those of the server that are about
 * it alone, then the others that claim it; and these once more on PostgreSQL.
 */
export function related(path: string, claimed: RegExp): Stage[] {
  const own = (test: string) =>
    basename(test).replace(/\.test\.tsx?$/, '') === basename(path, '.ts') || reaches(test, path, 1)
  const claiming = server.filter((test) => claimed.test(test))
  const stages: Stage[] = [
    { project: 'unit', files: unit.filter((test) => claimed.test(test) || reaches(test, path, 2)) },
    { project: 'server', files: server.filter(own), names: QUICK },
    { project: 'server', files: claiming.filter((test) => !own(test)), names: QUICK },
    { project: 'server', files: server.filter((test) => own(test) || claimed.test(test)), names: SLOW },
  ]
  return stages.filter(({ files }) => files.length > 0)
}
