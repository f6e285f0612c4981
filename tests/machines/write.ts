import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, writeDocuments } from './documents.ts'
import { ROOT } from './read.ts'

/**
 * `npm run machines` writes the documents about the machines; with `-- --paths` it lists their tests' paths instead, and
 * with `-- --json <name>` it prints one machine as JSON for an editor.
 */

if (process.argv.includes('--paths')) {
  const { listPaths } = await import('./list-paths.ts')
  process.exitCode = await listPaths()
} else if (process.argv.includes('--json')) {
  const { printJson } = await import('./print-json.ts')
  process.exitCode = await printJson(process.argv[process.argv.indexOf('--json') + 1])
} else {
  const files = await writeDocuments()
  const folder = join(ROOT, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  process.stdout.write(`${files.size} files in ${FOLDER}\n`)
}
