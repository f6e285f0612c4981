import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const FOLDER = process.env.FOLDER ?? ''

/** Ends this process as a fault of native code does, the first time that this name is given. */
export async function crashOnce(name: string): Promise<void> {
  const mark = join(FOLDER, name)
  if (existsSync(mark)) return
  writeFileSync(mark, '')
  process.kill(process.pid, 'SIGSEGV')
  await new Promise(() => {})
}
