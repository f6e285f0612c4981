/** The supported column layouts: those of Binance's public data. */
const layouts = ['trades', 'aggTrades', 'klines'] as const
export type Layout = (typeof layouts)[number]

/**
 * A parsed row. `time`, `end`: its start and end, in recorded ms, which are equal for a trade. `path`: its prices, in order. `volume`: in
 * units of the base. `side`: of a trade's taker; unknown for a candle.
 */
export type Row = {
  time: number
  end: number
  path: readonly number[]
  volume: number
  side?: 'buy' | 'sell'
}

// Spot files hold microseconds since 2025-01-01, and milliseconds before. Neither means 1971 or 5138.
const MICROS_MIN = 1e14
const MILLIS_MIN = 1e11
const TIME = /^\d{12,16}$/
const FLAG = /^(true|false)$/i
const COLUMNS_OF_TRADES = [6, 7]
const COLUMNS_OF_AGG_TRADES = [7, 8]
const COLUMNS_OF_KLINES = 12

const millis = (text: string | undefined): number => {
  if (!text || !TIME.test(text)) return Number.NaN
  const time = Number(text)
  return time >= MICROS_MIN ? time / 1000 : time >= MILLIS_MIN ? time : Number.NaN
}

const positive = (text: string | undefined): number => (text && Number(text) > 0 ? Number(text) : Number.NaN)
const amount = (text: string | undefined): number => (text && Number(text) >= 0 ? Number(text) : Number.NaN)

/** If the buyer was the maker, the seller was the taker. */
const takerOf = (buyerWasMaker: string): 'buy' | 'sell' => (buyerWasMaker.toLowerCase() === 'true' ? 'sell' : 'buy')

/** Parses a line of a file in this layout; `undefined` if it is no such row. */
export function readRow(layout: Layout, line: string): Row | undefined {
  const columns = line.split(',')
  const row = readers[layout](columns)
  if (!row) return undefined
  const { time, end, path, volume } = row
  return path.every(Number.isFinite) && Number.isFinite(volume) && end >= time ? row : undefined
}

const readers: Record<Layout, (columns: string[]) => Row | undefined> = {
  trades: readTrade,
  aggTrades: readAggTrade,
  klines: readKline,
}

/** Trade id, price, quantity, quote quantity, time, whether the buyer was the maker; on spot, whether the best match. */
function readTrade(columns: string[]): Row | undefined {
  const [, price, quantity, , at, maker = ''] = columns
  if (!COLUMNS_OF_TRADES.includes(columns.length) || !FLAG.test(maker)) return undefined
  const time = millis(at)
  return { time, end: time, path: [positive(price)], volume: amount(quantity), side: takerOf(maker) }
}

/** Id, price, quantity, first and last trade id, time, whether the buyer was the maker; on spot, whether the best match. */
function readAggTrade(columns: string[]): Row | undefined {
  const [, price, quantity, , , at, maker = ''] = columns
  if (!COLUMNS_OF_AGG_TRADES.includes(columns.length) || !FLAG.test(maker)) return undefined
  const time = millis(at)
  return { time, end: time, path: [positive(price)], volume: amount(quantity), side: takerOf(maker) }
}

/**
 * Open time, open, high, low, close, volume, close time, and five more columns. The path within a candle is unknown: a rising one is
 * assumed to go from its open to its low, its high and its close, a falling one to its high first.
 */
function readKline(columns: string[]): Row | undefined {
  if (columns.length !== COLUMNS_OF_KLINES) return undefined
  const [opened, openText, highText, lowText, closeText, quantity, closed] = columns
  const [open, high, low, close] = [openText, highText, lowText, closeText].map(positive)
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined
  if (low > Math.min(open, close) || high < Math.max(open, close)) return undefined
  const time = millis(opened)
  // The last moment of the candle: its close belongs to this minute, not to the next.
  const end = Math.floor(millis(closed))
  const path = close >= open ? [open, low, high, close] : [open, high, low, close]
  return end > time ? { time, end, path, volume: amount(quantity) } : undefined
}

/** The layout of which this line is a row, or `undefined`. */
export const layoutOf = (line: string): Layout | undefined => layouts.find((layout) => readRow(layout, line))
