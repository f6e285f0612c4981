/** The factors that move several instruments together. `usd` is the strength of the dollar. */
export const factors = ['crypto', 'usd', 'metal'] as const
export type Factor = (typeof factors)[number]

/** `peak`: the busiest hour, UTC; `swing`: its distance from the mean; `weekend`: activity of a weekend relative to a weekday. */
export type Rhythm = { peak: number; swing: number; weekend: number }

/** Half-lives of volatility: the slow one in days, the fast one in minutes. */
export type Weather = { slowDays?: number; fastMinutes?: number }

/**
 * How an instrument behaves.
 *
 * - `volatility`: a year's standard deviation of its log price
 * - `follows`: correlation with each factor; the rest of their squares to 1 is its own noise
 * - `rhythm`: hours and weekends of its own noise; `weather`: half-lives of its own volatility
 * - `cross`: its price is the ratio of these two
 * - `daily`: a day's volume in units of the base
 * - `spreadBps`: ask above bid, in basis points of the price
 * - `pace`: how often one of its steps of 100 ms brings a trade
 */
export type Character = {
  volatility: number
  follows: Partial<Record<Factor, number>>
  rhythm?: Rhythm
  weather?: Weather
  cross?: readonly [string, string]
  daily: number
  spreadBps: number
  pace: number
}

/**
 * @param peak its busiest hour, UTC: depends on where its traders live
 * @param weekend activity of its Saturdays and Sundays relative to the market's
 * @param weather its half-lives: slow in days, fast in minutes
 */
const coin = (
  volatility: number,
  crypto: number,
  daily: number,
  spreadBps: number,
  pace: number,
  [peak, weekend]: readonly [number, number] = [15, 1],
  [slowDays, fastMinutes]: readonly [number, number] = [12, 90],
): Character => ({
  volatility,
  follows: { crypto },
  rhythm: { peak, swing: 0.3, weekend },
  weather: { slowDays, fastMinutes },
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
  ETHUSDT: coin(0.66, 0.71, 420_000, 0.3, 0.85, [16, 0.9], [14, 75]),
  SOLUSDT: coin(0.95, 0.66, 6e6, 0.8, 0.7, [20, 1.2], [7, 45]),
  XRPUSDT: coin(0.85, 0.46, 5.2e8, 1.6, 0.6, [2, 1.3], [24, 120]),
  DOGEUSDT: coin(1.05, 0.54, 4.2e9, 1.5, 0.6, [22, 1.5], [4, 30]),
  BNBUSDT: coin(0.6, 0.6, 9e5, 0.6, 0.5, [8, 1.1], [20, 150]),
  ADAUSDT: coin(0.9, 0.57, 2.6e8, 2, 0.4, [13, 1], [16, 100]),
  AVAXUSDT: coin(1, 0.62, 6.5e6, 2, 0.4, [17, 0.8], [9, 60]),
  LINKUSDT: coin(0.92, 0.5, 9e6, 1.5, 0.4, [18, 0.8], [11, 80]),
  DOTUSDT: coin(0.88, 0.56, 8e6, 2, 0.35, [11, 0.9], [18, 110]),
  LTCUSDT: coin(0.78, 0.64, 3.2e6, 2, 0.35, [15, 1], [28, 140]),
  TRXUSDT: coin(0.6, 0.43, 1.1e9, 1.5, 0.35, [5, 1.2], [30, 200]),
  BCHUSDT: coin(0.85, 0.48, 5.2e5, 2.5, 0.3, [4, 1.1], [10, 70]),
  UNIUSDT: coin(0.95, 0.46, 8e6, 3, 0.3, [19, 0.7], [8, 50]),
  ATOMUSDT: coin(0.9, 0.47, 5e6, 3, 0.3, [12, 0.9], [13, 95]),
  FILUSDT: coin(1, 0.44, 1.2e7, 3, 0.3, [3, 1], [6, 40]),
  ARBUSDT: coin(1.05, 0.53, 7e7, 2.5, 0.35, [18, 0.8], [7, 55]),
  NEARUSDT: coin(1.05, 0.51, 2.2e7, 3, 0.3, [21, 1.1], [9, 65]),
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
 * @throws RangeError if it has none; a test requires one for each instrument
 */
export function characterOf(symbol: string): Character {
  const character = characters[symbol]
  if (!character) throw new RangeError(`no character for ${symbol}`)
  return character
}
