import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives a run a folder for all its new folders. At its end it is removed, with all that tests or killed processes left there. */
export default function setup(): () => void {
  const folder = newFolder()
  // A PostgreSQL that a test starts is another user's.
  chmodSync(folder, 0o711)
  process.env.TEST_FOLDER = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Creates a folder for the lifetime of the run. */
export const newFolder = (): string => mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'quoin-'))
