import { createGenerator } from '../../server/market/simulated/generator.ts'
import { type Activity, createModel } from '../../server/market/simulated/model.ts'
import { findForexPair } from '../../src/rules/forex/pairs.ts'
import { findContract, LEVER_FEE_BPS } from '../../src/rules/lever/terms.ts'
import { instruments } from '../../src/rules/market/instruments.ts'
import { findPair, SPOT_FEE_BPS } from '../../src/rules/market/pairs.ts'

/*
 * What is earned on average by holding something in the simulated market, whatever it is and on whichever side: as a share of what it is worth.
 */

const DAY_SECONDS = 86_400
const MONTHS = 12
const MONTH_DAYS = 365.25 / MONTHS
const NIGHTS = 365
const step: Activity = {
  crypto: MONTH_DAYS * DAY_SECONDS,
  forex: (MONTH_DAYS * DAY_SECONDS * 5) / 7,
  metal: (MONTH_DAYS * (DAY_SECONDS - 3_600) * 5) / 7,
  at: undefined,
}

/** A way to hold, and its yearly result: the mean, less the cost of opening and closing, and its standard error. */
export type Holding = { symbol: string; how: string; brings: number; error: number }

type Way = { how: string; cost: number; profit(ratio: number): number }

/** @param level from which the price begins, in log of its reference */
function waysOf(symbol: string, level: number): Way[] {
  const ways: Way[] = []
  const long = (ratio: number) => ratio - 1
  const short = (ratio: number) => 1 - ratio
  const instrument = instruments.find((each) => each.symbol === symbol)
  const price = Number(instrument?.reference) * Math.exp(level)
  const coin = findPair(symbol)
  if (coin) ways.push({ how: 'spot', cost: (2 * SPOT_FEE_BPS) / 10_000 + coin.spreadPpm / 1e6, profit: long })
  // One that is delivered each week costs its fees each week.
  const times = instrument?.kind === 'crypto' ? 1 : 52
  if (findContract(symbol)) {
    const cost = (times * 2 * LEVER_FEE_BPS) / 10_000
    ways.push({ how: 'contract, long', cost, profit: long }, { how: 'contract, short', cost, profit: short })
  }
  const pair = findForexPair(symbol)
  if (!pair) return ways
  const cost = Number(pair.spread) / price
  // A gain is converted to dollars at the current price, if that is a price of dollars.
  const turned = instrument?.base === 'USD' ? (ratio: number) => 1 - 1 / ratio : long
  const nights = (side: 'long' | 'short') => (NIGHTS * Number(pair.swap[side])) / price
  return [
    ...ways,
    { how: 'lots, long', cost: cost - nights('long'), profit: turned },
    { how: 'lots, short', cost: cost - nights('short'), profit: (ratio) => -turned(ratio) },
  ]
}

/** The yearly return of each way to hold each instrument, from prices this far from their references. */
export function holdings(
  time: 'live' | 'past',
  { level = 0, rounds, seed }: { level?: number; rounds: number; seed: string },
): Holding[] {
  const generator = createGenerator(seed)
  const all = instruments.flatMap(({ symbol }, index) =>
    waysOf(symbol, level).map((way) => ({ symbol, index, way, sum: 0, squares: 0 })),
  )
  for (let round = 0; round < rounds; round++) {
    const model = createModel(generator, time)
    model.level.fill(level)
    for (let month = 0; month < MONTHS; month++) model.step(MONTH_DAYS * DAY_SECONDS, step)
    const cross = instruments.findIndex(({ symbol }) => symbol === 'EURGBP')
    for (const each of all) {
      // The price of a cross begins at the ratio of its legs.
      const began = each.index === cross ? 0 : level
      const brings = each.way.profit(Math.exp((model.level[each.index] ?? 0) - began)) - each.way.cost
      each.sum += brings
      each.squares += brings ** 2
    }
  }
  return all.map(({ symbol, way, sum, squares }) => ({
    symbol,
    how: way.how,
    brings: sum / rounds,
    error: Math.sqrt((squares / rounds - (sum / rounds) ** 2) / rounds),
  }))
}
