/**
 * A spot pair against USDT. A trade between coins takes two of them.
 *
 * - `unit`: the smallest quantity and increment; `max`: the largest of one order. Both decimals of the base
 * - `spreadPpm`: the distance between best bid and ask, in millionths of the price
 */
export type Pair = { symbol: string; unit: string; max: string; spreadPpm: number }

/** Fee of a fill, in basis points of its value. */
export const SPOT_FEE_BPS = 10

/** Maximum slippage of a market order beyond the displayed best price, in basis points. */
export const SPOT_BOUND_BPS = 100

/** The daily move whose past frequency the form shows, in basis points. */
export const SPOT_PAST_BPS = 500

/** All pairs, in the order of the instruments. */
export const pairs: readonly Pair[] = [
  { symbol: 'BTCUSDT', unit: '0.0001', max: '2', spreadPpm: 20 },
  { symbol: 'ETHUSDT', unit: '0.001', max: '40', spreadPpm: 30 },
  { symbol: 'SOLUSDT', unit: '0.01', max: '400', spreadPpm: 80 },
  { symbol: 'XRPUSDT', unit: '1', max: '70000', spreadPpm: 160 },
  { symbol: 'DOGEUSDT', unit: '10', max: '250000', spreadPpm: 150 },
  { symbol: 'BNBUSDT', unit: '0.01', max: '150', spreadPpm: 60 },
  { symbol: 'ADAUSDT', unit: '1', max: '80000', spreadPpm: 200 },
  { symbol: 'AVAXUSDT', unit: '0.1', max: '1200', spreadPpm: 200 },
  { symbol: 'LINKUSDT', unit: '0.1', max: '3000', spreadPpm: 150 },
  { symbol: 'DOTUSDT', unit: '0.1', max: '6000', spreadPpm: 200 },
  { symbol: 'LTCUSDT', unit: '0.01', max: '600', spreadPpm: 200 },
  { symbol: 'TRXUSDT', unit: '10', max: '400000', spreadPpm: 150 },
  { symbol: 'BCHUSDT', unit: '0.01', max: '180', spreadPpm: 250 },
  { symbol: 'UNIUSDT', unit: '0.1', max: '3500', spreadPpm: 300 },
  { symbol: 'ATOMUSDT', unit: '0.1', max: '2500', spreadPpm: 300 },
  { symbol: 'FILUSDT', unit: '0.1', max: '4000', spreadPpm: 300 },
  { symbol: 'ARBUSDT', unit: '1', max: '18000', spreadPpm: 250 },
  { symbol: 'NEARUSDT', unit: '0.1', max: '7000', spreadPpm: 300 },
]

const bySymbol = new Map(pairs.map((pair) => [pair.symbol, pair]))

/** The pair of this symbol, or `undefined` if it has no spot market. */
export const findPair = (symbol: string): Pair | undefined => bySymbol.get(symbol)

/**
 * The pair of this symbol.
 *
 * @throws RangeError if there is none: for symbols from our own records
 */
export function pairOf(symbol: string): Pair {
  const pair = bySymbol.get(symbol)
  if (!pair) throw new RangeError(`${symbol} is not traded on the spot`)
  return pair
}
