import { instrumentOf, instruments } from '../market/instruments.ts'
import { cappedLeverage, profileOf } from '../profiles/profile.ts'
import { type RuleName, ruleNames } from '../profiles/terms.ts'

/**
 * The terms of an instrument traded in lots. Figures have the price's decimals unless stated otherwise.
 *
 * - `lot`: units of the base in a lot
 * - `pip`: size of a pip
 * - `spread`: between bid and ask, half of it on each side of the recorded price
 * - `leverage`: notional divided by margin
 * - `maxLots`: largest order
 * - `swap`: rollover credit per unit and day, negative for a charge
 * - `via`: the instrument whose price converts the quote currency to dollars, for pairs without the dollar
 */
export type LotTerms = {
  lot: number
  pip: string
  spread: string
  leverage: number
  maxLots: string
  swap: { long: string; short: string }
  via?: string
}

/** An instrument traded in lots. `former`: what earlier terms had different, which orders may have frozen: their receipts are verified with them. */
export type ForexPair = LotTerms & { symbol: string; former?: readonly Partial<LotTerms>[] }

/** The smallest quantity and increment, in lots. */
export const LOT_UNIT = '0.01'
/** Decimals of a quantity in lots. */
export const LOT_SCALE = 2

/** Stop-out level: a position is closed when this part of its initial margin is left, in basis points. Frozen in each order. */
export const STOP_OUT_BPS = 2_000

/** The stop-out level under a profile. */
export const stopOutBy = (rules: RuleName): number => Math.max(STOP_OUT_BPS, profileOf(rules).closeOutBps ?? 0)

/** The stop-out levels that an order may have frozen, in basis points. */
export const stopOuts: readonly number[] = [...new Set(ruleNames.map((rules) => stopOutBy(rules)))]

const CURRENCY = { lot: 100_000, leverage: 20, maxLots: '10' }
const METAL = { leverage: 10, maxLots: '5' }

/** Swap points of earlier terms, which credited the short side. */
const formerly = (long: string, short: string) => ({ former: [{ swap: { long, short } }] })

/**
 * All pairs and metals, in the order of the instruments. Swap points: long plus short always cost, and a Wednesday's credit, for three
 * days, is less than the spread. No side is credited on a cross, nor where there is a contract, which has no rollover: the simulated
 * market's drift could not make up for it at every price (docs/design/forex.md).
 */
export const forexPairs: readonly ForexPair[] = [
  {
    symbol: 'EURUSD',
    ...CURRENCY,
    pip: '0.0001',
    spread: '0.00010',
    swap: { long: '-0.00007', short: '-0.00001' },
    ...formerly('-0.00007', '0.00002'),
  },
  { symbol: 'GBPUSD', ...CURRENCY, pip: '0.0001', spread: '0.00014', swap: { long: '-0.00004', short: '-0.00002' } },
  { symbol: 'USDJPY', ...CURRENCY, pip: '0.01', spread: '0.012', swap: { long: '0.003', short: '-0.016' } },
  { symbol: 'AUDUSD', ...CURRENCY, pip: '0.0001', spread: '0.00012', swap: { long: '-0.00003', short: '-0.00001' } },
  { symbol: 'USDCHF', ...CURRENCY, pip: '0.0001', spread: '0.00014', swap: { long: '0.00004', short: '-0.00010' } },
  { symbol: 'USDCAD', ...CURRENCY, pip: '0.0001', spread: '0.00016', swap: { long: '0.00001', short: '-0.00006' } },
  { symbol: 'NZDUSD', ...CURRENCY, pip: '0.0001', spread: '0.00016', swap: { long: '-0.00002', short: '-0.00002' } },
  {
    ...{ symbol: 'EURGBP', ...CURRENCY, pip: '0.0001', spread: '0.00014', via: 'GBPUSD' },
    swap: { long: '-0.00006', short: '-0.00001' },
    ...formerly('-0.00006', '0.00001'),
  },
  {
    symbol: 'XAUUSD',
    lot: 100,
    ...METAL,
    pip: '0.01',
    spread: '0.30',
    swap: { long: '-0.35', short: '-0.05' },
    ...formerly('-0.35', '0.09'),
  },
  {
    symbol: 'XAGUSD',
    lot: 5_000,
    ...METAL,
    pip: '0.01',
    spread: '0.020',
    swap: { long: '-0.005', short: '-0.001' },
    ...formerly('-0.005', '0.001'),
  },
]

const bySymbol = new Map(forexPairs.map((pair) => [pair.symbol, pair]))

/** The pair of this symbol, or `undefined` if it is not traded in lots. */
export const findForexPair = (symbol: string): ForexPair | undefined => bySymbol.get(symbol)

/** All terms by which this pair was ever traded in lots, newest first. */
export const lotTermsEver = ({ former = [], ...now }: ForexPair): readonly LotTerms[] => [
  now,
  ...former.map((before) => ({ ...now, ...before })),
]

/** The symbols that are traded in lots, in the order of the instruments. */
export const forexSymbols: readonly string[] = instruments
  .map(({ symbol }) => symbol)
  .filter((each) => bySymbol.has(each))

/** The pair by a profile: with the profile's leverage cap. */
export const pairBy = (rules: RuleName, pair: ForexPair): ForexPair => ({
  ...pair,
  leverage: cappedLeverage(pair.leverage, instrumentOf(pair.symbol), rules),
})
