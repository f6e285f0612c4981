import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from './own-folder.ts'

/** Runs these suites in a separate Vitest. @returns the end of its output, and its whole output */
async function run(...suites: string[]) {
  const folder = newFolder()
  const script = join(import.meta.dirname, 'crashing/run.ts')
  const env = { PATH: process.env.PATH }
  const printed = await new Promise<string>((resolve) =>
    execFile(process.execPath, [script, folder, ...suites], { env }, (_error, stdout) => resolve(stdout)),
  )
  return { ...JSON.parse(printed.trim().split('\n').at(-1) ?? ''), printed }
}

describe('crash tolerant forks: the pool of test processes', () => {
  it('runs a file again whose process crashed, and says so at the end', async () => {
    const { code, crashes, states, printed } = await run('first')
    expect(crashes).toEqual([{ files: ['first.suite.ts'], cause: 'SIGSEGV', rerun: true }])
    expect(states).toEqual({ 'first.suite.ts': ['passed', 'passed'] })
    expect(printed).toContain('A TEST PROCESS CRASHED (SIGSEGV): first.suite.ts, run again\n')
    expect(code).toBe(0)
  })

  it('fails at the third crash of a run', async () => {
    const { code, crashes, printed } = await run('first', 'second', 'third')
    expect(crashes.map(({ rerun }: { rerun: boolean }) => rerun)).toEqual([true, true, false])
    expect(printed).toMatch(/A TEST PROCESS CRASHED \(SIGSEGV\): \w+\.suite\.ts\n/)
    expect(code).toBe(1)
  })

  it('does not run a file again in which a test has failed', async () => {
    const { code, crashes, states } = await run('failing')
    expect(crashes).toEqual([{ files: ['failing.suite.ts'], cause: 'SIGSEGV', rerun: false }])
    expect(states['failing.suite.ts']).toContain('failed')
    expect(code).toBe(1)
  })
})
