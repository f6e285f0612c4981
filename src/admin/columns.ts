import type { Row } from '../machines/admin/wire.ts'
import { amountWords, type Kind, kindOf, labelOf, textWords } from './words.ts'

export type Column = { name: string; label: string; kind: Kind | 'waiting' }

/** Times since which a row waits. */
const WAITING = ['waits', 'asked', 'submitted', 'applied', 'at']

const RANKS: Readonly<Record<string, number>> = {
  line: 0,
  number: 0,
  at: 1,
  user: 2,
  person: 2,
  amount: 3,
  said: 3,
  kind: 4,
  about: 4,
  id: 99,
}
const rankOf = ({ name, kind }: Column) => RANKS[name] ?? (kind === 'waiting' ? 1 : kind === 'person' ? 2 : 50)

/**
 * The columns of rows: how long it waits, who it is about and how much stand first, the identifier last; a column without a value is left
 * out.
 *
 * @param waits rows of a queue
 * @param brief only those that fit beside an open case
 */
export function columnsOf(rows: readonly Row[], { waits = false, brief = false } = {}): readonly Column[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const waiting = waits ? WAITING.find((name) => names.includes(name)) : undefined
  const columns = names.flatMap((name): Column[] => {
    const known = rows.find((row) => row[name] !== null && row[name] !== undefined && row[name] !== '')?.[name] ?? null
    if (known === null || (name === 'person' && rows.every((row) => !row.person || row.user))) return []
    if (name === waiting) return [{ name, label: 'Waiting', kind: 'waiting' }]
    return [{ name, label: labelOf(name), kind: kindOf(name, known) }]
  })
  const sorted = columns
    .map((column, place) => ({ column, place }))
    .sort((one, other) => rankOf(one.column) - rankOf(other.column) || one.place - other.place)
    .map(({ column }) => column)
  const isBrief = (column: Column, at: number) =>
    at < 2 || rankOf(column) < 50 || column.kind === 'state' || column.name === 'asks'
  return brief ? sorted.filter(isBrief) : sorted
}

/** The currency of a row's bare amounts: its own field, or that of its amount. */
export const currencyIn = ({ currency, amount }: Row): string | undefined =>
  typeof currency === 'string' ? currency : / ([A-Z]{2,6})$/.exec(String(amount ?? ''))?.[1]

export type Sorted = { by: string; way: 'ascending' | 'descending' }

/** The places of rows in the order of a column: figures by size, waiting by time, anything else by its letters; empty ones last. */
export function placesSorted(rows: readonly Row[], sorted: Sorted | undefined): readonly number[] {
  const places = rows.map((_, place) => place)
  if (!sorted) return places
  const sign = sorted.way === 'ascending' ? 1 : -1
  const valueAt = (place: number) => rows[place]?.[sorted.by] ?? ''
  return places.sort((one, other) => {
    const [a, b] = [valueAt(one), valueAt(other)]
    if (a === '' || b === '') return Number(a === '') - Number(b === '') || one - other
    return sign * compare(a, b) || one - other
  })
}

/** The places of rows that have all of these words, in any field or in a person's name. */
export function placesWith(
  rows: readonly Row[],
  text: string,
  people: Readonly<Record<string, string>> = {},
): Set<number> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const places = rows.flatMap((row, place) => {
    const said = Object.entries(row)
      .filter(([, value]) => value !== null)
      .flatMap(([name, value]) => [
        value,
        textWords(name, value ?? ''),
        amountWords(String(value)),
        people[String(value)],
      ])
      .join(' ')
      .toLowerCase()
    return words.every((word) => said.includes(word)) ? [place] : []
  })
  return new Set(places)
}

/** The sum of the amounts of rows, if all are of one currency. */
export function sumOf(rows: readonly Row[]): string | undefined {
  const amounts = rows.map(({ amount }) => /^(\d+)(?:\.(\d+))? ([A-Z]{2,6})$/.exec(String(amount ?? '')))
  const [first] = amounts
  if (!first || amounts.some((each) => each?.[3] !== first[3])) return undefined
  const scale = Math.max(...amounts.map((each) => each?.[2]?.length ?? 0))
  const minor = amounts.reduce((sum, each) => sum + BigInt(`${each?.[1]}${(each?.[2] ?? '').padEnd(scale, '0')}`), 0n)
  const digits = String(minor).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return amountWords(`${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`} ${first[3]}`)
}

const figureOf = (value: string | number) =>
  /^[-+]?\d+(\.\d+)?( [A-Z]{2,6})?$/.test(String(value)) ? parseFloat(String(value)) : Number.NaN

function compare(a: string | number, b: string | number): number {
  const [one, other] = [figureOf(a), figureOf(b)]
  return Number.isNaN(one) || Number.isNaN(other) ? String(a).localeCompare(String(b), 'en') : one - other
}
