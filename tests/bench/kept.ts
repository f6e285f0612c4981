import type { Row } from './benchmark.ts'
import { figureOf } from './table.ts'

/** A row of the tables in docs/bench.md: its cells, and the benchmark that its command runs. */
export type Kept = {
  figure: string
  benchmark: string
  ours: string
  floor: string
  ratio: string
  aim: string
  measured: string
}

const HEAD = '| figure | command | ours | floor | ratio | aim | measured |'
const COMMAND = /^`npm run bench -- (\S+)`$/

/**
 * The rows of all tables with the head of figures; other tables are not read.
 *
 * @throws Error if a row lacks a cell or a command
 */
export function keptIn(markdown: string): Kept[] {
  const rows: Kept[] = []
  let isTable = false
  for (const line of markdown.split('\n')) {
    isTable = line === HEAD || (isTable && line.startsWith('|'))
    if (!isTable || line === HEAD || /^\|[-|]+\|$/.test(line)) continue
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    const [figure = '', command = '', ours = '', floor = '', ratio = '', aim = '', measured = ''] = cells
    const benchmark = COMMAND.exec(command)?.[1]
    if (cells.length !== 7 || !benchmark) throw new Error(`not a row of a figure: ${line}`)
    rows.push({ figure, benchmark, ours, floor, ratio, aim, measured })
  }
  return rows
}

/** A difference to the kept figure that counts: a quick run repeats few of them more exactly. */
const TOLERATED = 1.2

/** A cell's units in that of a row. */
const UNITS: Record<Row['unit'], Record<string, number>> = {
  x: { x: 1 },
  ms: { ms: 1, s: 1_000 },
  KB: { KB: 1, MB: 1_000 },
  MB: { MB: 1 },
  points: { '': 1 },
  count: { '': 1 },
}

/** The first figure of a cell, in the unit of a row; undefined if it has none in such a unit. */
export function amountIn(cell: string, unit: Row['unit']): number | undefined {
  const [, digits = '', suffix = ''] = /^([\d,]*\.?\d+) ?([a-zA-Z%]*)/.exec(cell) ?? []
  const times = UNITS[unit][suffix]
  return digits === '' || times === undefined ? undefined : Number(digits.replaceAll(',', '')) * times
}

/** What a row and its kept row say of one figure. `worse`: how many times worse it is now; undefined if they cannot be compared. */
export type Compared = { figure: string; now: string; kept: string; worse?: number }

/** Compares ratios with ratios. Absolute figures are compared only where there is no ratio: they depend on the machine. */
export function compare(row: Row, kept: Kept | undefined): Compared {
  const now = row.size ? `${figureOf(row.value, row.unit)} (${row.size})` : figureOf(row.value, row.unit)
  const cell = (row.unit === 'x' ? kept?.ratio : kept?.ours) ?? ''
  const before = amountIn(cell, row.unit)
  const isLowerBetter = row.aim ? 'atMost' in row.aim : row.unit !== 'points'
  return {
    figure: row.what,
    now,
    kept: kept ? `${cell || kept.ours} (${kept.measured})` : '–',
    ...(before !== undefined && { worse: isLowerBetter ? row.value / before : before / row.value }),
  }
}

export const isWorse = ({ worse = 0 }: Compared): boolean => worse > TOLERATED
