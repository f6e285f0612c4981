import type { Instrument } from './instruments.ts'
import { parseMoney } from './money.ts'

export type BoardColumn = 'name' | 'price' | 'change'

/** How the list of markets is sorted. `listed` is the order of the instruments themselves. */
export type BoardOrder = { by: 'listed' } | { by: BoardColumn; way: 'ascending' | 'descending' }

/** What sorting needs of a quote, as decimals. Of a market that is closed, a list shows no change. */
export type BoardQuote = { price: string; open24h: string; state: 'live' | 'stale' | 'closed' }

const plain = (text: string) => text.toLocaleLowerCase().replace(/[\s/·-]+/g, '')

/**
 * Whether an instrument is what someone searches for: by symbol, pair or name, whatever the case, blanks and strokes.
 *
 * @param names names of the instrument besides its own, such as the one in the person's language
 */
export function isMatch(instrument: Instrument, query: string, names: readonly string[] = []): boolean {
  const wanted = plain(query)
  const { symbol, name } = instrument
  return [symbol, name, ...names].some((text) => plain(text).includes(wanted))
}

/**
 * The order after a column's button was pressed: names first ascend, figures first descend; then the other way; then
 * as listed again.
 */
export function nextOrder(order: BoardOrder, by: BoardColumn): BoardOrder {
  const first = by === 'name' ? 'ascending' : 'descending'
  if (order.by !== by) return { by, way: first }
  return order.way === first ? { by, way: first === 'ascending' ? 'descending' : 'ascending' } : { by: 'listed' }
}

/** Sorts instruments by what a list shows of them. Those of which it shows no figure come last; equal ones stay as listed. */
export function sortBoard(
  instruments: readonly Instrument[],
  order: BoardOrder,
  quoteOf: (symbol: string) => BoardQuote | undefined,
): readonly Instrument[] {
  if (order.by === 'listed') return instruments
  const sign = order.way === 'ascending' ? 1 : -1
  if (order.by === 'name') {
    // Code units, so that a list looks the same on every device.
    return instruments.toSorted((a, b) => sign * (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
  }
  const measure = order.by === 'price' ? priceOf : changeOf
  const figures = new Map(instruments.map(({ symbol }) => [symbol, measure(quoteOf(symbol))]))
  return instruments.toSorted((a, b) => {
    const [left, right] = [figures.get(a.symbol), figures.get(b.symbol)]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return left === right ? 0 : left < right ? -sign : sign
  })
}

/** The instruments that moved most in 24 hours, whichever way, the furthest first. One that is closed has not moved. */
export function moversOf(
  instruments: readonly Instrument[],
  quoteOf: (symbol: string) => BoardQuote | undefined,
  count: number,
): readonly Instrument[] {
  const moved = instruments.flatMap((instrument) => {
    const change = changeOf(quoteOf(instrument.symbol))
    return change ? [{ instrument, by: change < 0n ? -change : change }] : []
  })
  // Equal ones stay as listed.
  const sorted = moved.sort((a, b) => (a.by === b.by ? 0 : a.by < b.by ? 1 : -1))
  return sorted.slice(0, count).map(({ instrument }) => instrument)
}

// Wide enough for every instrument, and the same for all, so that they compare.
const SCALE = 18

const priceOf = (quote: BoardQuote | undefined) => quote && parseMoney(quote.price, SCALE)

function changeOf(quote: BoardQuote | undefined): bigint | undefined {
  if (!quote || quote.state === 'closed') return undefined
  const [open, price] = [parseMoney(quote.open24h, SCALE), parseMoney(quote.price, SCALE)]
  if (!open || price === undefined) return undefined
  return ((price - open) * 10n ** BigInt(SCALE)) / open
}

const columns: readonly unknown[] = ['name', 'price', 'change'] satisfies BoardColumn[]

/** Whether a value from outside, such as the history, is an order. */
export function isBoardOrder(value: unknown): value is BoardOrder {
  if (typeof value !== 'object' || value === null || !('by' in value)) return false
  if (value.by === 'listed') return true
  return columns.includes(value.by) && 'way' in value && (value.way === 'ascending' || value.way === 'descending')
}
