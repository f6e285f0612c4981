import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest, type TestCase } from 'vitest/node'
import { type Crash, crashTolerantForks } from '../crash-tolerant-forks.ts'
import { CrashReporter } from '../crashes.ts'

// Runs the named suites of this folder, and prints their results.
const [folder = '', ...names] = process.argv.slice(2)
const crashes: Crash[] = []
const noted = {
  /** Lets a suite wait until its failure is known here. */
  onTestCaseResult: (test: TestCase) => {
    if (test.result().state === 'failed') writeFileSync(join(folder, 'failed'), '')
  },
}
const vitest = await startVitest([], {
  config: false,
  watch: false,
  root: import.meta.dirname,
  include: names.map((name) => `${name}.suite.ts`),
  env: { FOLDER: folder },
  pool: crashTolerantForks(crashes),
  isolate: false,
  // Of one process all files are one run.
  maxWorkers: 2,
  reporters: [new CrashReporter(crashes), noted],
})
const states = vitest.state
  .getTestModules()
  .map((module) => [module.relativeModuleId, [...module.children.allTests()].map((test) => test.result().state)])
await vitest.close()
process.stdout.write(
  `${JSON.stringify({ crashes, states: Object.fromEntries(states), code: process.exitCode ?? 0 })}\n`,
)
