import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates the folder that holds all temporary folders of a run. It is removed at the end, whatever tests or killed processes left there. */
export default function setup(): () => void {
  const folder = newFolder()
  // A PostgreSQL that a test starts is another user's.
  chmodSync(folder, 0o711)
  process.env.TEST_FOLDER = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Creates a temporary folder, which the end of the run removes. */
export const newFolder = (): string => mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'quoin-'))
