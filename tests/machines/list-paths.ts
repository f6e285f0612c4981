import type { TestCase, Vitest } from 'vitest/node'
import { startVitest } from 'vitest/node'
import type { Coverage } from '../models/kit/coverage.ts'

/**
 * Runs the machines' tests, and lists the paths that they walked, each with how it went, and how much of each machine
 * these paths visit.
 *
 * @returns 0 where all of them held
 */
export async function listPaths(): Promise<number> {
  const cases: TestCase[] = []
  const vitest: Vitest = await startVitest('test', ['tests/models/'], {
    project: ['unit'],
    watch: false,
    reporters: [{ onTestCaseResult: (testCase) => void cases.push(testCase) }],
  })
  await vitest.close()
  const machines = Map.groupBy(
    cases.filter((each) => each.meta().machine !== undefined),
    (each) => each.meta().machine ?? '',
  )
  const lines = [...machines].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, each]) => linesOf(name, each))
  process.stdout.write(`${lines.join('\n')}\n`)
  return vitest.state.getCountOfFailedTests() === 0 ? 0 : 1
}

function linesOf(machine: string, cases: readonly TestCase[]): string[] {
  const walks = Map.groupBy(
    cases.filter((each) => each.meta().coverage === undefined),
    ({ parent }) => (parent.type === 'suite' ? parent.name : ''),
  )
  const paths = [...walks].flatMap(([shows, each]) => [
    `  ${shows} (${each.length})`,
    ...each.map((path) => `    ${path.result().state === 'passed' ? '✓' : '✗'} ${path.name}`),
  ])
  const coverage = cases.map((each) => each.meta().coverage).find((each) => each !== undefined)
  return [machine, ...paths, ...(coverage ? [`  ${coverageLine(coverage)}`] : []), '']
}

function coverageLine({ states, transitions, guards, missing }: Coverage): string {
  const share = ({ seen, of }: Coverage['states'], what: string) =>
    `${of === 0 ? 100 : Math.floor((seen / of) * 100)}% of ${of} ${what}`
  const line = [share(states, 'states'), share(transitions, 'transitions'), share(guards, 'outcomes of guards')].join(
    ', ',
  )
  return missing.length > 0 ? `${line}; not visited: ${missing.join(', ')}` : line
}
