import { isMet, type Row } from './benchmark.ts'

const DIGITS = { x: 2, ms: 1, KB: 1, MB: 0, points: 0, count: 3 }
const SUFFIX = { x: 'x', ms: ' ms', KB: ' KB', MB: ' MB', points: '', count: '' }

/** A value with its unit. */
export const figureOf = (value: number, unit: Row['unit']) => `${value.toFixed(DIGITS[unit])}${SUFFIX[unit]}`

function aimOf(row: Row): string {
  if (!row.aim) return ''
  const words =
    'atMost' in row.aim
      ? `at most ${figureOf(row.aim.atMost, row.unit)}`
      : `at least ${figureOf(row.aim.atLeast, row.unit)}`
  return isMet(row) ? `${words}: met` : `${words}: missed`
}

/** One benchmark's rows as a Markdown table, with the methods below. */
export function tableOf(name: string, rows: readonly Row[]): string {
  const head = [name, 'ours', 'floor', 'figure', 'aim']
  const cells = rows.map((row) => [
    row.what,
    row.ours ?? '',
    row.floor ?? '',
    figureOf(row.value, row.unit),
    aimOf(row),
  ])
  const widths = head.map((title, column) =>
    Math.max(...[head, ...cells].map((line) => line[column]?.length ?? 0), title.length),
  )
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const hows = rows.map(({ what, how }) => `- ${what}: ${how}`)
  return [
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...cells.map(line),
    '',
    ...hows,
    '',
  ].join('\n')
}
