import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** A copy of the project, whose code a test may change: its server rebuilds the app at startup. */
export type ProjectCopy = {
  root: string
  /** Changes a file of it, as a release does. */
  change(path: string, from: string, to: string): void
  /** Keeps what is built now. @returns what puts it in the place of a later build */
  keepBuild(): () => void
  remove(): void
}

/** The packages for live prices are many, and none of these tests takes any. */
const isOurs = (path: string) => basename(path) !== 'node_modules'

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'quoin-copy-'))
  for (const name of readdirSync(ROOT, { withFileTypes: true })) {
    const isCode = name.isFile() || ['content', 'public', 'server', 'src'].includes(name.name)
    if (isCode) cpSync(join(ROOT, name.name), join(root, name.name), { recursive: true, filter: isOurs })
  }
  // A build leaves its parts beside the packages: those of the copy stay with it.
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  cpSync(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
  return {
    root,
    change: (path, from, to) => {
      const text = readFileSync(join(root, path), 'utf8')
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
      writeFileSync(join(root, path), text.replace(from, to))
    },
    keepBuild: () => {
      const [built, kept] = [join(root, 'dist'), join(root, 'kept')]
      cpSync(built, kept, { recursive: true })
      return () => {
        rmSync(built, { recursive: true })
        cpSync(kept, built, { recursive: true })
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
