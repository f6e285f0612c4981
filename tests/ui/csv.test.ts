import { expect, test } from 'vitest'
import { toCsv } from '../../src/ui/pages/records/csv.ts'

const fields = ['Time', 'Amount']
const rowOf = (...cells: string[]) => toCsv(fields, [cells]).split('\r\n')[1]

test('csv: begins with the mark of UTF-8 and the names of its columns, and ends each row', () => {
  expect(toCsv(fields, [['now', '1.5']])).toBe('\ufeffTime,Amount\r\nnow,1.5\r\n')
})

test.each(['=1+1', '=cmd|calc!A1', '+cmd', '-cmd|x', '@SUM(A1)', '\t=1', '\r=1', '-1+1', '+1;2', '-', '-1.', '--1'])(
  'csv: a cell that a spreadsheet would run is text: %j',
  (cell) => {
    expect(rowOf('x', cell)?.replaceAll('"', '')).toMatch(/^x,'/)
  },
)

test.each(['-12.500000', '+1', '-0', '12', 'Option won', '2026-11-22T10:00:00Z'])(
  'csv: %s stays what it is',
  (cell) => {
    expect(rowOf('x', cell)).toBe(`x,${cell}`)
  },
)

test('csv: commas, quotes and line ends stay within their cell', () => {
  expect(toCsv(fields, [['a,b', 'say "x"']])).toContain(`"a,b","say ${'"'.repeat(2)}x${'"'.repeat(3)}`)
})
