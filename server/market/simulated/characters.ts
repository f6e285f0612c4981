/** What moves several instruments at once. `usd` is the strength of the dollar. */
export const factors = ['crypto', 'usd', 'metal'] as const
export type Factor = (typeof factors)[number]

/**
 * How an instrument behaves.
 *
 * - `volatility`: a year's standard deviation of its log price
 * - `follows`: correlation with each factor; what their squares leave to 1 is its own
 * - `cross`: its price is the ratio of these two
 * - `daily`: a day's volume in units of the base
 * - `spreadBps`: ask above bid, in basis points of the price
 * - `pace`: how often one of its steps of 100 ms brings a trade
 */
export type Character = {
  volatility: number
  follows: Partial<Record<Factor, number>>
  cross?: readonly [string, string]
  daily: number
  spreadBps: number
  pace: number
}

const coin = (volatility: number, crypto: number, daily: number, spreadBps: number, pace: number): Character => ({
  volatility,
  follows: { crypto },
  daily,
  spreadBps,
  pace,
})

const pair = (volatility: number, usd: number, daily: number, spreadBps: number, pace: number): Character => ({
  volatility,
  follows: { usd },
  daily,
  spreadBps,
  pace,
})

/** By symbol. Bitcoin is the crypto factor itself. */
export const characters: Readonly<Record<string, Character>> = {
  BTCUSDT: coin(0.52, 1, 38_000, 0.2, 0.9),
  ETHUSDT: coin(0.66, 0.84, 420_000, 0.3, 0.85),
  SOLUSDT: coin(0.95, 0.74, 6e6, 0.8, 0.7),
  XRPUSDT: coin(0.85, 0.66, 5.2e8, 1.6, 0.6),
  DOGEUSDT: coin(1.05, 0.68, 4.2e9, 1.5, 0.6),
  BNBUSDT: coin(0.6, 0.72, 9e5, 0.6, 0.5),
  ADAUSDT: coin(0.9, 0.7, 2.6e8, 2, 0.4),
  AVAXUSDT: coin(1, 0.7, 6.5e6, 2, 0.4),
  LINKUSDT: coin(0.92, 0.69, 9e6, 1.5, 0.4),
  DOTUSDT: coin(0.88, 0.71, 8e6, 2, 0.35),
  LTCUSDT: coin(0.78, 0.73, 3.2e6, 2, 0.35),
  TRXUSDT: coin(0.6, 0.5, 1.1e9, 1.5, 0.35),
  BCHUSDT: coin(0.85, 0.68, 5.2e5, 2.5, 0.3),
  UNIUSDT: coin(0.95, 0.64, 8e6, 3, 0.3),
  ATOMUSDT: coin(0.9, 0.67, 5e6, 3, 0.3),
  FILUSDT: coin(1, 0.65, 1.2e7, 3, 0.3),
  ARBUSDT: coin(1.05, 0.68, 7e7, 2.5, 0.35),
  NEARUSDT: coin(1.05, 0.66, 2.2e7, 3, 0.3),
  EURUSD: pair(0.072, -0.9, 1.9e9, 0.6, 0.8),
  GBPUSD: pair(0.085, -0.8, 9e8, 0.9, 0.7),
  USDJPY: pair(0.095, 0.7, 1.4e9, 0.7, 0.75),
  AUDUSD: pair(0.105, -0.72, 4.5e8, 1.2, 0.5),
  USDCHF: pair(0.082, 0.78, 3e8, 1.3, 0.5),
  USDCAD: pair(0.068, 0.7, 3.8e8, 1.2, 0.5),
  NZDUSD: pair(0.108, -0.7, 2e8, 1.8, 0.4),
  EURGBP: { ...pair(0.06, 0, 2.5e8, 1.4, 0.4), cross: ['EURUSD', 'GBPUSD'] },
  XAUUSD: { volatility: 0.15, follows: { usd: -0.35, metal: 0.85 }, daily: 2.2e6, spreadBps: 1.2, pace: 0.75 },
  XAGUSD: { volatility: 0.28, follows: { usd: -0.3, metal: 0.78 }, daily: 1.1e8, spreadBps: 4, pace: 0.5 },
}

/**
 * The character of an instrument.
 *
 * @throws RangeError where it has none: a test sees to it that each instrument has one
 */
export function characterOf(symbol: string): Character {
  const character = characters[symbol]
  if (!character) throw new RangeError(`no character for ${symbol}`)
  return character
}
