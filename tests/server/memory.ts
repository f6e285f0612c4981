import { accessSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/** A folder for files that need not outlast a power cut: in memory, where the system has a place for that. */
export const memoryFolder = (): string => mkdtempSync(join(mayWrite(MEMORY) ? MEMORY : tmpdir(), 'quoin-'))

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
