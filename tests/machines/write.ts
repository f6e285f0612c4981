import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, writeDocuments } from './documents.ts'
import { ROOT } from './read.ts'

/** `npm run machines` writes the documents about the machines; with `-- --paths` it lists their tests' paths instead. */

if (process.argv.includes('--paths')) {
  const { listPaths } = await import('./list-paths.ts')
  process.exitCode = await listPaths()
} else {
  const files = await writeDocuments()
  const folder = join(ROOT, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  process.stdout.write(`${files.size} files in ${FOLDER}\n`)
}
