import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderError, takeFolder } from '../../../server/platform/store/folder.ts'
import { newFolder } from '../../runner/own-folder.ts'

describe('the data folder', () => {
  let base: string
  const others: ChildProcess[] = []
  beforeEach(() => {
    base = newFolder()
  })
  afterEach(() => {
    for (const other of others.splice(0)) other.kill('SIGKILL')
  })

  /** Another process that takes the folder, and keeps it until it is killed, although it forgets that it did. */
  async function holder(path: string) {
    const module = pathToFileURL(join(import.meta.dirname, '../../../server/platform/store/folder.ts')).href
    const code = `import { takeFolder } from '${module}'
      takeFolder(${JSON.stringify(path)}); await new Promise(setImmediate); gc(); console.log('taken'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    others.push(child)
    await new Promise((resolve) => child.stdout.once('data', resolve))
    return {
      kill: async () => {
        const gone = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await gone
      },
    }
  }

  it('is created if missing, readable by its owner only', () => {
    const path = join(base, 'a', 'b')
    takeFolder(path).release()
    expect(existsSync(path)).toBe(true)
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('has files readable by their owner only, even in a world-readable folder', async () => {
    const path = join(base, 'open')
    mkdirSync(path)
    chmodSync(path, 0o755)
    writeFileSync(join(path, 'old'), '')
    chmodSync(join(path, 'old'), 0o644)
    const { kill } = await holder(path)
    await kill()
    expect(['old', 'lock'].map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o600, 0o600])
  })

  it('is refused to a second taker in one line, and free again once released', () => {
    const first = takeFolder(base)
    expect(() => takeFolder(base)).toThrow(new FolderError(`the data folder ${base} is in use by another process`))
    first.release()
    takeFolder(base).release()
  })

  it('is refused while another process has it, and free at once after that is killed', async () => {
    const other = await holder(base)
    expect(() => takeFolder(base)).toThrow(/in use by another process$/)
    await other.kill()
    takeFolder(base).release()
  })

  it('is refused in one line where it is a file, or cannot be written', () => {
    const file = join(base, 'file')
    writeFileSync(file, '')
    expect(() => takeFolder(file)).toThrow(/^cannot make the data folder .*$/)
    const lock = join(base, 'broken')
    takeFolder(lock).release()
    writeFileSync(join(lock, 'lock'), 'this is no database, and long enough to be looked at as one'.repeat(20))
    expect(() => takeFolder(lock)).toThrow(/^cannot use the data folder .*$/)
    if (process.getuid?.() === 0) return
    chmodSync(base, 0o500)
    expect(() => takeFolder(join(base, 'more'))).toThrow(FolderError)
    chmodSync(base, 0o700)
  })
})
