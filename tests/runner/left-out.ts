import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The optional requirements of tests, by their path. The first match counts. */
const needs: readonly [sign: RegExp, what: string][] = [
  [/\/nodes\/(two|three|shared|database)\.test/, 'a redis-server beside PostgreSQL'],
  [/\/market\/live/, 'the package of live prices: npm ci --ignore-scripts --prefix server/market/live'],
  [/verify\.py/, 'python3'],
  [/postgres|\/nodes\/campaign|database-lock/i, 'PostgreSQL'],
]

const needOf = (test: TestCase) =>
  needs.find(([sign]) => sign.test(`${test.module.moduleId} ${test.fullName}`))?.[1] ?? 'something else'

/** Reports at the end of a run how many tests were skipped, and which dependencies are missing. */
export class LeftOut implements Reporter {
  #chosen = false

  onInit({ config }: { config: { testNamePattern?: RegExp } }): void {
    this.#chosen = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#chosen) return
    const skipped = modules
      .flatMap((each) => [...each.children.allTests('skipped')])
      // SQLite is always available: a test skipped there is only about PostgreSQL.
      .filter(({ fullName }) => !fullName.includes('(sqlite)'))
    for (const [what, tests] of Object.entries(Object.groupBy(skipped, needOf)))
      process.stdout.write(`Left out: ${tests?.length} tests, which need ${what}\n`)
  }
}
