import { nextClose } from './hours.ts'
import { findInstrument, type Instrument } from './instruments.ts'

/**
 * How much leverage a position may have, and how much margin must be left of it, by what it is worth in USDT.
 *
 * - `upTo`: in USDT, as a decimal
 * - `leverageMax`: of a position that reaches into this tier and no further
 * - `maintenanceBps`: the margin that must be left of what lies within this tier, in basis points
 */
export type LeverTier = MaintenanceTier & { leverageMax: number }

/** What of a tier is frozen into an order: its liquidation price follows from it. */
export type MaintenanceTier = { upTo: string; maintenanceBps: number }

/**
 * What is traded on leverage. `unit`: the least quantity, of which each is a multiple; `max`: the most of one order. Both decimals of the base.
 * `funding`: what longs pay shorts; none where it is left out, and it is of every contract that ships.
 */
export type Contract = {
  symbol: string
  unit: string
  max: string
  tiers: readonly LeverTier[]
  funding?: { hours: number; ppm: number }
}

/** What is taken of what a position is worth when it is opened, and again when it is closed, in basis points. */
export const LEVER_FEE_BPS = 5

/**
 * What a liquidation takes for the insurance account besides the fee of closing, in basis points of what the position is worth at the tick that
 * liquidates it. It pays for jumps beyond margins even in violent markets: a third of it would (tests/server/lever/attack.test.ts).
 */
export const LIQUIDATION_FEE_BPS = 25

/**
 * How far above the price that was shown a price may be at which an order still opens, in basis points: the money for that is
 * held, and what is not needed comes back.
 */
export const HEADROOM_BPS = 100

/** All that may be chosen. */
export const leverages = [1, 2, 3, 5, 10, 20, 50] as const

/** Contracts on what closes for the weekend end so long before it closes, in ms: nobody holds one over a price that jumps. */
export const DELIVERY_BEFORE_MS = 15 * 60_000

const tiers = (...all: readonly [upTo: string, leverageMax: number, maintenanceBps: number][]): readonly LeverTier[] =>
  all.map(([upTo, leverageMax, maintenanceBps]) => ({ upTo, leverageMax, maintenanceBps }))

const calm = tiers(['50000', 50, 50], ['250000', 20, 100], ['1000000', 10, 250])
const lively = tiers(['20000', 20, 100], ['100000', 10, 250], ['500000', 5, 500])
const wild = tiers(['10000', 10, 200], ['50000', 5, 400], ['250000', 3, 800])

/** Every contract, in the order of the instruments. Profit and loss of what is quoted in dollars counts as USDT. */
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

/** The contract on this symbol, or `undefined` where it is not traded on leverage. */
export const findContract = (symbol: string): Contract | undefined => bySymbol.get(symbol)

/**
 * When a contract that is opened now ends by itself: null where its market never closes.
 *
 * @param now ms since the epoch
 */
export function deliveryOf({ kind }: Pick<Instrument, 'kind'>, now: number): number | null {
  const close = nextClose(kind, now)
  return Number.isFinite(close) ? close - DELIVERY_BEFORE_MS : null
}

/** The contract with its instrument, where both are there. */
export function contractWithInstrument(symbol: string): { contract: Contract; instrument: Instrument } | undefined {
  const [contract, instrument] = [findContract(symbol), findInstrument(symbol)]
  return contract && instrument && { contract, instrument }
}
