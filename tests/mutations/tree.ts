import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './list.ts'

/** Copies the tree, which itself is never changed, to a new folder that the caller removes. Installed packages are linked. */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-mutants-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
  for (const path of files.split('\0'))
    if (path && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(folder, path))
  for (const path of ['node_modules', 'server/market/live/node_modules'])
    if (existsSync(join(ROOT, path))) symlinkSync(join(ROOT, path), join(folder, path))
  return folder
}
