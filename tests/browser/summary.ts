import { relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** More flaky tests than this fail the run. */
const FLAKY_MAX = 2
const SLOWEST = 10

type Run = Pick<TestCase, 'outcome' | 'titlePath' | 'location'> & { results: readonly { duration: number }[] }

/** The slowest files, including retries, as lines of a table. */
export function slowestFiles(tests: readonly Run[], root: string): string[] {
  const ms = new Map<string, number>()
  for (const { location, results } of tests) {
    const took = results.reduce((sum, { duration }) => sum + duration, 0)
    ms.set(location.file, (ms.get(location.file) ?? 0) + took)
  }
  return [...ms]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SLOWEST)
    .map(([file, took]) => `${(took / 1000).toFixed(1).padStart(8)} s  ${relative(root, file)}`)
}

/** Tests that failed and then passed, by file and title. */
export const flakyTests = (tests: readonly Run[], root: string): string[] =>
  tests
    .filter((test) => test.outcome() === 'flaky')
    .map((test) => [relative(root, test.location.file), ...test.titlePath().slice(3)].join(' › '))

/** Prints the ten slowest files and the flaky tests at the end of a run, and fails a run with more than two flaky tests. */
export default class Summary implements Reporter {
  readonly #print: (text: string) => unknown
  #suite: Suite | undefined
  #root = process.cwd()

  constructor({ print = (text: string): unknown => process.stdout.write(text) } = {}) {
    this.#print = print
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const tests = this.#suite?.allTests() ?? []
    const flaky = flakyTests(tests, this.#root)
    const lines = [
      '',
      'The slowest files:',
      ...slowestFiles(tests, this.#root),
      `Flaky tests: ${flaky.length}`,
      ...flaky,
    ]
    this.#print(`${lines.join('\n')}\n`)
    if (status !== 'passed' || flaky.length <= FLAKY_MAX) return { status }
    this.#print(`More than ${FLAKY_MAX} flaky tests fail the run.\n`)
    return { status: 'failed' }
  }

  printsToStdio(): boolean {
    return false
  }
}
