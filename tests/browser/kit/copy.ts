import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { newFolder } from '../../runner/own-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A copy of the project whose code a test may change; its server rebuilds the app at startup. */
export type ProjectCopy = {
  root: string
  /** Changes a file, as a release does. */
  change(path: string, from: string, to: string): void
  /** Saves the current build. @returns a function that restores it over a later one */
  keepBuild(): () => void
  remove(): void
}

/** The many packages for live prices, which these tests do not need. */
const isOurs = (path: string) => basename(path) !== 'node_modules'

export function copyProject(): ProjectCopy {
  const root = newFolder()
  for (const name of readdirSync(ROOT, { withFileTypes: true })) {
    const isCode = name.isFile() || ['content', 'public', 'server', 'src'].includes(name.name)
    if (isCode) cpSync(join(ROOT, name.name), join(root, name.name), { recursive: true, filter: isOurs })
  }
  // A build writes its parts beside the packages; the copy keeps its own.
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
