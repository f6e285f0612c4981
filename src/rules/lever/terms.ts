import { formerLastCloses, lastClose } from '../market/hours.ts'
import { findInstrument, type Instrument, instrumentOf } from '../market/instruments.ts'
import { cappedLeverage, closeOutRate } from '../profiles/profile.ts'
import type { RuleName } from '../profiles/terms.ts'

/**
 * Maximum leverage and maintenance margin, by notional in USDT.
 *
 * - `upTo`: in USDT, as a decimal
 * - `leverageMax`: of a position that reaches into this tier and no further
 * - `maintenanceBps`: maintenance margin rate of the notional within this tier, in basis points
 */
export type LeverTier = MaintenanceTier & { leverageMax: number }

/** The part of a tier that is frozen into an order, because its liquidation price depends on it. */
export type MaintenanceTier = { upTo: string; maintenanceBps: number }

/**
 * The terms of a contract. `unit`: the smallest quantity and increment; `max`: the largest of one order. Both decimals of the base. `funding`:
 * what longs pay shorts; absent for no funding, as for every contract today.
 */
export type ContractTerms = {
  unit: string
  max: string
  tiers: readonly LeverTier[]
  funding?: { hours: number; ppm: number }
}

/** A leveraged contract. `former`: earlier terms, which orders may have frozen: their receipts are verified with them. */
export type Contract = ContractTerms & { symbol: string; former?: readonly ContractTerms[] }

/** Fee of opening, and again of closing, in basis points of the notional. */
export const LEVER_FEE_BPS = 5

/**
 * Fee of a liquidation for the insurance account in addition to the closing fee, in basis points of the notional at the tick that
 * liquidates. It covers jumps beyond margins even in violent markets, where a third of it would do (tests/server/lever/attack.test.ts).
 */
export const LIQUIDATION_FEE_BPS = 25

/** The liquidation fees that an order may have frozen, in basis points: null if a liquidation takes all that is left. */
export const liquidationFees: readonly (number | null)[] = [LIQUIDATION_FEE_BPS, null]

/**
 * How far above the displayed price an order may still open, in basis points: the money for that is held, and the unused part returned.
 */
export const HEADROOM_BPS = 100

/** The leverages on offer. */
export const leverages = [1, 2, 3, 5, 10, 20, 50] as const

/** Contracts on a market that closes are delivered this long before a weekend or holiday, in ms: nobody holds one over its price gap. */
export const DELIVERY_BEFORE_MS = 15 * 60_000

const tiers = (...all: readonly [upTo: string, leverageMax: number, maintenanceBps: number][]): readonly LeverTier[] =>
  all.map(([upTo, leverageMax, maintenanceBps]) => ({ upTo, leverageMax, maintenanceBps }))

const calm = tiers(['50000', 50, 50], ['250000', 20, 100], ['1000000', 10, 250])
const lively = tiers(['20000', 20, 100], ['100000', 10, 250], ['500000', 5, 500])
const wild = tiers(['10000', 10, 200], ['50000', 5, 400], ['250000', 3, 800])

/** All contracts, in the order of the instruments. Profit and loss in dollars counts as USDT. */
export const contracts: readonly Contract[] = [
  { symbol: 'BTCUSDT', unit: '0.0001', max: '20', tiers: calm },
  { symbol: 'ETHUSDT', unit: '0.001', max: '400', tiers: calm },
  { symbol: 'SOLUSDT', unit: '0.01', max: '4000', tiers: lively },
  { symbol: 'XRPUSDT', unit: '1', max: '700000', tiers: lively },
  { symbol: 'DOGEUSDT', unit: '10', max: '2500000', tiers: wild },
  { symbol: 'BNBUSDT', unit: '0.01', max: '1500', tiers: lively },
  { symbol: 'ADAUSDT', unit: '1', max: '800000', tiers: lively },
  { symbol: 'AVAXUSDT', unit: '0.1', max: '12000', tiers: lively },
  { symbol: 'LINKUSDT', unit: '0.1', max: '30000', tiers: lively },
  { symbol: 'DOTUSDT', unit: '0.1', max: '60000', tiers: lively },
  { symbol: 'LTCUSDT', unit: '0.01', max: '6000', tiers: lively },
  { symbol: 'TRXUSDT', unit: '10', max: '4000000', tiers: lively },
  { symbol: 'BCHUSDT', unit: '0.01', max: '1800', tiers: lively },
  { symbol: 'UNIUSDT', unit: '0.1', max: '35000', tiers: wild },
  { symbol: 'ATOMUSDT', unit: '0.1', max: '25000', tiers: wild },
  { symbol: 'FILUSDT', unit: '0.1', max: '40000', tiers: wild },
  { symbol: 'ARBUSDT', unit: '1', max: '180000', tiers: wild },
  { symbol: 'NEARUSDT', unit: '0.1', max: '70000', tiers: wild },
  { symbol: 'EURUSD', unit: '10', max: '800000', tiers: calm },
  { symbol: 'GBPUSD', unit: '10', max: '700000', tiers: calm },
  { symbol: 'XAUUSD', unit: '0.01', max: '400', tiers: calm },
  { symbol: 'XAGUSD', unit: '1', max: '35000', tiers: calm },
]

const bySymbol = new Map(contracts.map((contract) => [contract.symbol, contract]))

/** The contract of this symbol, or `undefined` if there is none. */
export const findContract = (symbol: string): Contract | undefined => bySymbol.get(symbol)

/** The contract by a profile: its tiers with the profile's leverage caps. */
export const contractBy = (rules: RuleName, contract: Contract): Contract => ({
  ...contract,
  tiers: contract.tiers.map((tier) => ({
    ...tier,
    leverageMax: cappedLeverage(tier.leverageMax, instrumentOf(contract.symbol), rules),
  })),
})

/** The maintenance tiers that an order at this leverage freezes under a profile. */
export const frozenTiers = (
  rules: RuleName,
  { tiers }: { tiers: readonly MaintenanceTier[] },
  leverage: number,
): readonly MaintenanceTier[] =>
  tiers.map(({ upTo, maintenanceBps }) => ({ upTo, maintenanceBps: closeOutRate(maintenanceBps, leverage, rules) }))

/** All terms by which this contract was ever ordered, newest first. */
export const termsEver = ({ former = [], ...now }: Contract): readonly ContractTerms[] => [now, ...former]

/**
 * The delivery time of a contract opened now: null if its market never closes. It is held over daily breaks.
 *
 * @param now ms since the epoch
 */
export const deliveryOf = ({ kind }: Pick<Instrument, 'kind'>, now: number): number | null =>
  kind === 'crypto' ? null : lastClose(kind, now) - DELIVERY_BEFORE_MS

/** The delivery times of a contract opened at a time by every calendar that its market ever had, newest first. */
export const deliveriesEver = ({ kind }: Pick<Instrument, 'kind'>, at: number): readonly (number | null)[] => [
  deliveryOf({ kind }, at),
  ...(kind === 'crypto' ? [] : formerLastCloses(at).map((close) => close - DELIVERY_BEFORE_MS)),
]

/** The contract with its instrument, if both exist. */
export function contractWithInstrument(symbol: string): { contract: Contract; instrument: Instrument } | undefined {
  const [contract, instrument] = [findContract(symbol), findInstrument(symbol)]
  return contract && instrument && { contract, instrument }
}
