import { instruments } from './instruments.ts'

/**
 * What is traded in lots. Decimals of the price where nothing else is said.
 *
 * - `lot`: units of the base in a lot
 * - `pip`: what a pip is
 * - `spread`: between the prices at which one buys and sells, half of it on each side of the recorded price
 * - `leverage`: what a position is worth over its margin
 * - `maxLots`: the most of one order
 * - `swap`: what a unit is credited each night, or charged below zero
 * - `via`: the instrument whose price turns the quote currency into dollars, where neither side of the pair is the dollar
 */
export type ForexPair = {
  symbol: string
  lot: number
  pip: string
  spread: string
  leverage: number
  maxLots: string
  swap: { long: string; short: string }
  via?: string
}

/** The least quantity in lots, of which each is a multiple. */
export const LOT_UNIT = '0.01'
/** Decimals of a quantity in lots. */
export const LOT_SCALE = 2

/** A position is closed where no more is left of it than this part of the margin that it began with, in basis points. */
export const STOP_OUT_BPS = 2_000

const CURRENCY = { lot: 100_000, leverage: 20, maxLots: '10' }
const METAL = { leverage: 10, maxLots: '5' }

/**
 * Every pair and metal, in the order of the instruments. Swap points: long and short together always cost, and what is credited for a
 * Wednesday, which is three nights, is less than the spread.
 */
export const forexPairs: readonly ForexPair[] = [
  { symbol: 'EURUSD', ...CURRENCY, pip: '0.0001', spread: '0.00010', swap: { long: '-0.00007', short: '0.00002' } },
  { symbol: 'GBPUSD', ...CURRENCY, pip: '0.0001', spread: '0.00014', swap: { long: '-0.00004', short: '-0.00002' } },
  { symbol: 'USDJPY', ...CURRENCY, pip: '0.01', spread: '0.012', swap: { long: '0.003', short: '-0.016' } },
  { symbol: 'AUDUSD', ...CURRENCY, pip: '0.0001', spread: '0.00012', swap: { long: '-0.00003', short: '-0.00001' } },
  { symbol: 'USDCHF', ...CURRENCY, pip: '0.0001', spread: '0.00014', swap: { long: '0.00004', short: '-0.00010' } },
  { symbol: 'USDCAD', ...CURRENCY, pip: '0.0001', spread: '0.00016', swap: { long: '0.00001', short: '-0.00006' } },
  { symbol: 'NZDUSD', ...CURRENCY, pip: '0.0001', spread: '0.00016', swap: { long: '-0.00002', short: '-0.00002' } },
  {
    ...{ symbol: 'EURGBP', ...CURRENCY, pip: '0.0001', spread: '0.00014', via: 'GBPUSD' },
    swap: { long: '-0.00006', short: '0.00001' },
  },
  { symbol: 'XAUUSD', lot: 100, ...METAL, pip: '0.01', spread: '0.30', swap: { long: '-0.35', short: '0.09' } },
  { symbol: 'XAGUSD', lot: 5_000, ...METAL, pip: '0.01', spread: '0.020', swap: { long: '-0.005', short: '0.001' } },
]

const bySymbol = new Map(forexPairs.map((pair) => [pair.symbol, pair]))

/** What is traded in lots on this symbol, or `undefined`. */
export const findForexPair = (symbol: string): ForexPair | undefined => bySymbol.get(symbol)

/** The symbols that are traded in lots, in the order of the instruments. */
export const forexSymbols: readonly string[] = instruments
  .map(({ symbol }) => symbol)
  .filter((each) => bySymbol.has(each))
