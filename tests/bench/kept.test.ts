import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Row } from './benchmark.ts'
import { benchmarks } from './benchmarks.ts'
import { amountIn, compare, isWorse, type Kept, keptIn } from './kept.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const table = (...rows: string[]) =>
  ['| figure | command | ours | floor | ratio | aim | measured |', '|---|---|---|---|---|---|---|', ...rows].join('\n')

describe('bench: the kept table', () => {
  it('is read from the tables of figures alone', () => {
    const text = `# Results\n\n| machine | what |\n|---|---|\n| A | a machine |\n\n${table(
      '| start | `npm run bench -- start` | 2,610 ms |  |  | 10 s: met | 2026-11-22, A |',
    )}\n\nText.\n\n| part | share |\n|---|---|\n| drawing | 27% |\n`
    expect(keptIn(text)).toEqual([
      {
        figure: 'start',
        benchmark: 'start',
        ours: '2,610 ms',
        floor: '',
        ratio: '',
        aim: '10 s: met',
        measured: '2026-11-22, A',
      },
    ])
  })

  it.each([
    ['without a command', '| start |  | 1 ms |  |  |  | 2026-11-22, A |'],
    ['with a cell too few', '| start | `npm run bench -- start` | 1 ms |  |  | 2026-11-22, A |'],
  ])('refuses a row %s', (_, row) => {
    expect(() => keptIn(table(row))).toThrow('not a row of a figure')
  })

  const kept = keptIn(read('../../docs/bench.md'))

  it('has the rows of each benchmark, and no others', () => {
    expect([...new Set(kept.map(({ benchmark }) => benchmark))].sort()).toEqual(Object.keys(benchmarks).sort())
  })

  it('has each figure once, with a day and a machine', () => {
    const figures = kept.map(({ figure }) => figure)
    expect(figures.filter((figure, index) => figures.indexOf(figure) !== index)).toEqual([])
    expect(kept.filter(({ measured }) => !/^(by )?\d{4}-\d\d-\d\d, [A-Z](, |$)/.test(measured))).toEqual([])
  })

  it('names a file for each benchmark', () => {
    for (const [name, load] of Object.entries(benchmarks)) expect(String(load)).toContain(`/${name}.ts`)
  })
})

describe('bench: a figure of a cell', () => {
  it.each([
    ['2,610 ms', 'ms', 2_610],
    ['5.5 s', 'ms', 5_500],
    ['11.7 KB', 'KB', 11.7],
    ['1.5 MB', 'KB', 1_500],
    ['0.31x', 'x', 0.31],
    ['99', 'points', 99],
  ] as const)('%s is read in %s', (cell, unit, amount) => {
    expect(amountIn(cell, unit)).toBeCloseTo(amount)
  })

  it.each([
    ['', 'x'],
    ['103k', 'x'],
    ['60.1%', 'ms'],
    ['124.7 KiB', 'KB'],
    ['not measured', 'points'],
  ] as const)('%s is none in %s', (cell, unit) => {
    expect(amountIn(cell, unit)).toBeUndefined()
  })
})

describe('bench: a figure beside the kept one', () => {
  const row: Row = { what: 'orders', value: 0.5, unit: 'x', aim: { atLeast: 0.8 }, how: '' }
  const kept: Kept = {
    figure: 'orders',
    benchmark: 'orders',
    ours: '1,169',
    floor: '1,300',
    ratio: '0.92x',
    aim: '',
    measured: '2026-11-23, A',
  }

  it('is worse if more than a fifth is between them', () => {
    expect(isWorse(compare({ ...row, value: 0.76 }, kept))).toBe(true)
    expect(isWorse(compare({ ...row, value: 0.77 }, kept))).toBe(false)
  })

  it('is worse in the direction of its aim', () => {
    expect(isWorse(compare({ ...row, value: 1.2 }, kept))).toBe(false)
    expect(isWorse(compare({ ...row, value: 1.2, aim: { atMost: 1.3 } }, kept))).toBe(true)
  })

  it('is worse if higher without an aim, but not of points', () => {
    const figure: Omit<Row, 'unit'> = { what: 'orders', value: 130, how: '' }
    expect(isWorse(compare({ ...figure, unit: 'ms' }, { ...kept, ours: '100 ms' }))).toBe(true)
    expect(isWorse(compare({ ...figure, unit: 'points' }, { ...kept, ours: '100' }))).toBe(false)
    expect(isWorse(compare({ ...figure, value: 80, unit: 'points' }, { ...kept, ours: '100' }))).toBe(true)
  })

  it('compares ratios with ratios only', () => {
    expect(compare(row, kept).worse).toBeCloseTo(0.92 / 0.5)
    expect(compare(row, { ...kept, ratio: '' })).toEqual({
      figure: 'orders',
      now: '0.50x',
      kept: '1,169 (2026-11-23, A)',
    })
  })

  it('says what is kept and when, and what was smaller', () => {
    expect(compare({ ...row, size: '200 people' }, kept)).toMatchObject({
      now: '0.50x (200 people)',
      kept: '0.92x (2026-11-23, A)',
    })
    expect(compare(row, undefined)).toEqual({ figure: 'orders', now: '0.50x', kept: '–' })
  })
})
