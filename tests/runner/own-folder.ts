import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives a run a folder of its own for temporary files. At its end it is removed, with all that tests or killed processes left there. */
export default function setup(): () => void {
  const { TMPDIR } = process.env
  const folder = newFolder()
  // A PostgreSQL that a test starts is another user's.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => {
    rmSync(folder, { recursive: true, force: true })
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** Creates a folder for the lifetime of the run. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'quoin-'))
