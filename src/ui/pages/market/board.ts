import type { Instrument } from '../../../rules/market/instruments.ts'
import { parseMoney } from '../../../rules/money/money.ts'

export type BoardColumn = 'name' | 'price' | 'change'

/** Sort order of the market list. `listed` is the order of the instruments. */
export type BoardOrder = { by: 'listed' } | { by: BoardColumn; way: 'ascending' | 'descending' }

/** The figures of a quote used for sorting, as decimals. */
export type BoardQuote = { price: string; open24h: string; state: 'live' | 'stale' | 'closed' }

const plain = (text: string) => text.toLocaleLowerCase().replace(/[\s/·-]+/g, '')

/**
 * Whether an instrument matches a search by symbol, pair or name, ignoring case, spaces and slashes.
 *
 * @param names further names of the instrument, such as the localised one
 */
export function isMatch(instrument: Instrument, query: string, names: readonly string[] = []): boolean {
  const wanted = plain(query)
  const { symbol, name } = instrument
  return [symbol, name, ...names].some((text) => plain(text).includes(wanted))
}

/**
 * The next order when a column's button is pressed: names start ascending, figures descending; then reversed; then as listed.
 */
export function nextOrder(order: BoardOrder, by: BoardColumn): BoardOrder {
  const first = by === 'name' ? 'ascending' : 'descending'
  if (order.by !== by) return { by, way: first }
  return order.way === first ? { by, way: first === 'ascending' ? 'descending' : 'ascending' } : { by: 'listed' }
}

/** Sorts instruments by the displayed figures. Those without a figure come last; equal ones keep their order. */
export function sortBoard(
  instruments: readonly Instrument[],
  order: BoardOrder,
  quoteOf: (symbol: string) => BoardQuote | undefined,
): readonly Instrument[] {
  if (order.by === 'listed') return instruments
  const sign = order.way === 'ascending' ? 1 : -1
  if (order.by === 'name') {
    // By code units, so that a list has the same order on every device.
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

/** The instruments with the largest 24-hour change in either direction, largest first. Closed ones do not move. */
export function moversOf(
  instruments: readonly Instrument[],
  quoteOf: (symbol: string) => BoardQuote | undefined,
  count: number,
): readonly Instrument[] {
  const moved = instruments.flatMap((instrument) => {
    const quote = quoteOf(instrument.symbol)
    const change = quote?.state === 'closed' ? undefined : changeOf(quote)
    return change ? [{ instrument, by: change < 0n ? -change : change }] : []
  })
  // Equal ones keep their order.
  const sorted = moved.sort((a, b) => (a.by === b.by ? 0 : a.by < b.by ? 1 : -1))
  return sorted.slice(0, count).map(({ instrument }) => instrument)
}

// A common scale, large enough for every instrument, so that ratios compare.
const SCALE = 18

const priceOf = (quote: BoardQuote | undefined) => quote && parseMoney(quote.price, SCALE)

function changeOf(quote: BoardQuote | undefined): bigint | undefined {
  if (!quote) return undefined
  const [open, price] = [parseMoney(quote.open24h, SCALE), parseMoney(quote.price, SCALE)]
  if (!open || price === undefined) return undefined
  return ((price - open) * 10n ** BigInt(SCALE)) / open
}

const columns: readonly unknown[] = ['name', 'price', 'change'] satisfies BoardColumn[]

/** Whether an external value, such as one from the history, is a sort order. */
export function isBoardOrder(value: unknown): value is BoardOrder {
  if (typeof value !== 'object' || value === null || !('by' in value)) return false
  if (value.by === 'listed') return true
  return columns.includes(value.by) && 'way' in value && (value.way === 'ascending' || value.way === 'descending')
}
