import type { FullConfig, FullResult, Suite, TestCase } from '@playwright/test/reporter'
import { expect, test } from '../kit/fixtures.ts'
import Summary, { flakyTests, slowestFiles } from '../summary.ts'

type Told = { file: string; title: string; outcome: ReturnType<TestCase['outcome']>; durations: number[] }

const run = ({ file, title, outcome, durations }: Told) => ({
  location: { file: `/quoin/${file}`, line: 1, column: 1 },
  titlePath: () => ['', '', file, title],
  outcome: () => outcome,
  results: durations.map((duration) => ({ duration })),
})
const flaky = (title: string) => run({ file: 'a.test.ts', title, outcome: 'flaky', durations: [1_000, 500] })
const passed = (file: string, ms: number) => run({ file, title: 'passes', outcome: 'expected', durations: [ms] })

test('the summary lists the ten slowest files, with all their tests and retries', () => {
  const others = Array.from({ length: 10 }, (_, index) => passed(`${index}.test.ts`, 100 + index))
  const table = slowestFiles([...others, flaky('one'), passed('a.test.ts', 700)], '/quoin')
  expect(table).toHaveLength(10)
  expect(table[0]).toBe('     2.2 s  a.test.ts')
  expect(table[1]).toBe('     0.1 s  9.test.ts')
})

test('the summary names flaky tests, and fails a run with more than two of them', async () => {
  expect(flakyTests([flaky('one'), passed('b.test.ts', 1)], '/quoin')).toEqual(['a.test.ts › one'])
  const verdict = async (count: number, status: FullResult['status'] = 'passed') => {
    const summary = new Summary({ print: () => {} })
    const tests = Array.from({ length: count }, (_, index) => flaky(`${index}`))
    summary.onBegin({} as FullConfig, { allTests: () => tests } as unknown as Suite)
    return (await summary.onEnd({ status } as FullResult)).status
  }
  expect(await Promise.all([0, 1, 2, 3].map((count) => verdict(count)))).toEqual([
    'passed',
    'passed',
    'passed',
    'failed',
  ])
  expect(await verdict(3, 'interrupted')).toBe('interrupted')
})
