import { type Contract, LEVER_FEE_BPS, LIQUIDATION_FEE_BPS, type MaintenanceTier } from './contracts.ts'
import { currencyOf } from './currencies.ts'
import { takenBy } from './gaps.ts'
import { instrumentOf } from './instruments.ts'
import { type Minor, mulDiv, parseMoney } from './money.ts'

export const leverDirections = ['long', 'short'] as const
export type LeverDirection = (typeof leverDirections)[number]

export const leverTypes = ['market', 'limit'] as const
export type LeverType = (typeof leverTypes)[number]

/** Why a position, or a part of it, was closed. */
export const leverCauses = ['user', 'takeProfit', 'stopLoss', 'liquidation', 'delivery'] as const
export type LeverCause = (typeof leverCauses)[number]

/** What stands behind every contract. */
export const COLLATERAL = 'USDT'
const BPS = 10_000n

/**
 * A position as its figures need it: `quantity` and `entry` in minor units of base and price, `margin` in those of USDT. `exposure`: what
 * all else that its owner had on the symbol was worth when it was ordered, and `limited` what gaps in the record took from its profit, in minor
 * units of USDT; 0 where they are left out. `tiers`: those that were frozen into its order.
 */
export type Position = Holding & { tiers: readonly MaintenanceTier[]; exposure?: Minor }

/** A position as all its figures need it but its liquidation price. */
export type Holding = {
  symbol: string
  direction: LeverDirection
  quantity: Minor
  entry: Minor
  margin: Minor
  limited?: Minor
}

const perMinor = (symbol: string) => {
  const { scale, quantityScale } = instrumentOf(symbol)
  return { up: 10n ** BigInt(currencyOf(COLLATERAL).scale), down: 10n ** BigInt(scale + quantityScale) }
}

/** What a quantity is worth at a price, in minor units of USDT. It comes out even for multiples of the contract's unit. */
export function notionalOf(symbol: string, quantity: Minor, price: Minor): Minor {
  const { up, down } = perMinor(symbol)
  return mulDiv(quantity * price, up, down, 'down')
}

/** What a position gains at a price, below zero where it loses: in minor units of USDT, without what gaps took. */
export const profitOf = (
  { symbol, direction, quantity, entry, limited = 0n }: Omit<Holding, 'margin'>,
  price: Minor,
): Minor => notionalOf(symbol, quantity, direction === 'long' ? price - entry : entry - price) - limited

/**
 * What a gap in the record takes from the profit of a position that is open over it, in minor units of USDT: it gains no more by the
 * jump than it could have lost.
 *
 * @param before the last price before the gap
 * @param after the first one behind it
 */
export function limitedOver(position: Holding, before: Minor, after: Minor): Minor {
  const profit = profitOf(position, before)
  return takenBy(position.margin + profit, profitOf(position, after) - profit)
}

/**
 * The mirror price (`mirrorOf`) from which on a gap takes something from a position: where nothing would be left of it. In minor units, and
 * at least 1: what reaches it may take nothing, and what does not reach it never takes any.
 */
export function gapLevel(position: Holding): Minor {
  const { symbol, direction, quantity, entry, margin, limited = 0n } = position
  const { up, down } = perMinor(symbol)
  const equity = margin - limited
  const distance = mulDiv(equity, down, quantity * up, equity < 0n ? 'up' : 'down')
  const level = direction === 'long' ? entry - distance : entry + distance
  return level > 0n ? level : 1n
}

/** The margin that a position begins with. Rounded up: it is the person's own. */
export const marginOf = (notional: Minor, leverage: number): Minor => mulDiv(notional, 1n, BigInt(leverage), 'up')

/** The fee of opening or closing, rounded down, which is in the person's favour. */
export const leverFeeOf = (notional: Minor, feeBps: number = LEVER_FEE_BPS): Minor =>
  mulDiv(notional, BigInt(feeBps), BPS, 'down')

const limitOf = (upTo: string) => parseMoney(upTo, currencyOf(COLLATERAL).scale) ?? 0n

/** The most that a person may have on a symbol with this leverage, in minor units of USDT. */
export const reachOf = ({ tiers }: Pick<Contract, 'tiers'>, leverage: number): Minor =>
  limitOf(tiers.findLast(({ leverageMax }) => leverageMax >= leverage)?.upTo ?? '0')

/** The most leverage of an order with which a person has so much on its symbol in all; 0 where that is more than anyone may. */
export const leverageMaxOf = ({ tiers }: Pick<Contract, 'tiers'>, notional: Minor): number =>
  tiers.find(({ upTo }) => notional <= limitOf(upTo))?.leverageMax ?? 0

/**
 * The margin below which a position is liquidated, by what it was worth when it opened: each tier's rate of what lies within
 * it, and the last one's beyond. It takes the tiers from `exposure` on, so that many orders need what one of their worth would.
 * Rounded down, which is in the person's favour.
 */
export const maintenanceOf = ({ tiers }: Pick<Position, 'tiers'>, notional: Minor, exposure: Minor = 0n): Minor =>
  (upToWorth(tiers, exposure + notional) - upToWorth(tiers, exposure)) / BPS

function upToWorth(tiers: Position['tiers'], worth: Minor): bigint {
  let [sum, from] = [0n, 0n]
  for (const [index, { upTo, maintenanceBps }] of tiers.entries()) {
    const end = index === tiers.length - 1 || worth < limitOf(upTo) ? worth : limitOf(upTo)
    if (end > from) sum += (end - from) * BigInt(maintenanceBps)
    from = limitOf(upTo)
  }
  return sum
}

/**
 * The first price at which no more than the maintenance margin is left, in minor units; null where there is none above zero.
 * Entry ∓ (margin − maintenance) / quantity, to the price that is further away.
 */
export function liquidationPrice(position: Position): Minor | null {
  const { symbol, direction, quantity, entry, margin, exposure, limited = 0n } = position
  if (quantity === 0n) return null
  const { up, down } = perMinor(symbol)
  const cushion = margin - limited - maintenanceOf(position, notionalOf(symbol, quantity, entry), exposure)
  // Funding may have left less than the maintenance margin: then profit alone keeps it.
  const distance = mulDiv(cushion, down, quantity * up, cushion < 0n ? 'down' : 'up')
  const level = direction === 'long' ? entry - distance : entry + distance
  return level > 0n ? level : null
}

/**
 * What closing comes to, in minor units of USDT: margin + profit + shortfall = payout + fee + liquidationFee.
 *
 * - `payout`: what comes back of margin and profit
 * - `liquidationFee`: what a liquidation takes for the insurance account
 * - `shortfall`: what was lost beyond the margin: the insurance account pays it, and never the person
 */
export type Settlement = { profit: Minor; fee: Minor; liquidationFee: Minor; payout: Minor; shortfall: Minor }

/** The fees that are frozen into an order, in basis points. `liquidationFeeBps`: null where a liquidation takes all that is left, as it once did. */
export type LeverFees = { feeBps: number; liquidationFeeBps: number | null }

/** The fees of an order that is made now. */
export const feesNow: LeverFees = { feeBps: LEVER_FEE_BPS, liquidationFeeBps: LIQUIDATION_FEE_BPS }

/** Closes a position at a price. Each fee is taken of what is left, and never beyond it; that of a liquidation last. */
export function settlementOf(
  position: Holding,
  price: Minor,
  cause: LeverCause,
  { feeBps, liquidationFeeBps }: LeverFees,
): Settlement {
  const { symbol, quantity, margin } = position
  const profit = profitOf(position, price)
  const equity = margin + profit
  if (equity <= 0n) return { profit, fee: 0n, liquidationFee: 0n, payout: 0n, shortfall: -equity }
  const notional = notionalOf(symbol, quantity, price)
  const within = (amount: Minor, most: Minor) => (amount < most ? amount : most)
  const fee = within(leverFeeOf(notional, feeBps), equity)
  const rest = equity - fee
  const full = liquidationFeeBps === null ? rest : leverFeeOf(notional, liquidationFeeBps)
  const liquidationFee = cause === 'liquidation' ? within(full, rest) : 0n
  return { profit, fee, liquidationFee, payout: rest - liquidationFee, shortfall: 0n }
}

/** How many positions one call closes at most, in one transaction: whoever has more asks again. */
export const CLOSE_ALL_MAX = 200
