import { takenBy } from '../market/gaps.ts'
import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { type Minor, mulDiv, parseMoney } from '../money/money.ts'
import { type Contract, LEVER_FEE_BPS, LIQUIDATION_FEE_BPS, type MaintenanceTier } from './terms.ts'

export const leverDirections = ['long', 'short'] as const
export type LeverDirection = (typeof leverDirections)[number]

export const leverTypes = ['market', 'limit'] as const
export type LeverType = (typeof leverTypes)[number]

/** Why a position, or a part of it, was closed. */
export const leverCauses = ['user', 'takeProfit', 'stopLoss', 'liquidation', 'delivery'] as const
export type LeverCause = (typeof leverCauses)[number]

/** The collateral of every contract. */
export const COLLATERAL = 'USDT'
const BPS = 10_000n

/**
 * A position's fields for its figures: `quantity` and `entry` in minor units of base and price, `margin` in minor units of USDT.
 * `exposure`: the notional of the owner's other contracts on the symbol at its acceptance, and `limited` what gaps in the record deducted
 * from its profit, in minor units of USDT; 0 by default. `tiers`: those frozen into its order.
 */
export type Position = Holding & { tiers: readonly MaintenanceTier[]; exposure?: Minor }

/** A position's fields for all figures but its liquidation price. */
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

/** The notional of a quantity at a price, in minor units of USDT. Exact for multiples of the contract's unit. */
export function notionalOf(symbol: string, quantity: Minor, price: Minor): Minor {
  const { up, down } = perMinor(symbol)
  return mulDiv(quantity * price, up, down, 'down')
}

/** A position's profit at a price, negative for a loss: in minor units of USDT, before deductions for gaps. */
export const profitOf = (
  { symbol, direction, quantity, entry, limited = 0n }: Omit<Holding, 'margin'>,
  price: Minor,
): Minor => notionalOf(symbol, quantity, direction === 'long' ? price - entry : entry - price) - limited

/**
 * What a gap in the record deducts from the profit of a position open over it, in minor units of USDT: it gains from the jump at most what
 * it could have lost.
 *
 * @param before the last price before the gap
 * @param after the first one after it
 */
export function limitedOver(position: Holding, before: Minor, after: Minor): Minor {
  const profit = profitOf(position, before)
  return takenBy(position.margin + profit, profitOf(position, after) - profit)
}

/**
 * The mirror price (`mirrorOf`) from which on a gap deducts from a position: where nothing would be left of it. In minor units, at least 1:
 * a gap that reaches it may deduct nothing, but one that does not reach it never deducts.
 */
export function gapLevel(position: Holding): Minor {
  const { symbol, direction, quantity, entry, margin, limited = 0n } = position
  const { up, down } = perMinor(symbol)
  const equity = margin - limited
  const distance = mulDiv(equity, down, quantity * up, equity < 0n ? 'up' : 'down')
  const level = direction === 'long' ? entry - distance : entry + distance
  return level > 0n ? level : 1n
}

/** The initial margin of a position. Rounded up: it remains the user's own money. */
export const marginOf = (notional: Minor, leverage: number): Minor => mulDiv(notional, 1n, BigInt(leverage), 'up')

/** The fee of opening or closing, rounded down in the user's favour. */
export const leverFeeOf = (notional: Minor, feeBps: number = LEVER_FEE_BPS): Minor =>
  mulDiv(notional, BigInt(feeBps), BPS, 'down')

const limitOf = (upTo: string) => parseMoney(upTo, currencyOf(COLLATERAL).scale) ?? 0n

/** The largest total notional on a symbol at this leverage, in minor units of USDT. */
export const reachOf = ({ tiers }: Pick<Contract, 'tiers'>, leverage: number): Minor =>
  limitOf(tiers.findLast(({ leverageMax }) => leverageMax >= leverage)?.upTo ?? '0')

/** The maximum leverage of an order that brings a user to this total on its symbol; 0 if the total is above every limit. */
export const leverageMaxOf = ({ tiers }: Pick<Contract, 'tiers'>, notional: Minor): number =>
  tiers.find(({ upTo }) => notional <= limitOf(upTo))?.leverageMax ?? 0

/**
 * The maintenance margin of a position, by its notional at opening: each tier's rate on the part within it, and the last one's rate beyond.
 * It starts in the tiers at `exposure`, so that many small orders need the margin of one large one. Rounded down, in the user's favour.
 */
export const maintenanceOf = ({ tiers }: Pick<Position, 'tiers'>, notional: Minor, exposure: Minor = 0n): Minor =>
  (upToNotional(tiers, exposure + notional) - upToNotional(tiers, exposure)) / BPS

function upToNotional(tiers: Position['tiers'], notional: Minor): bigint {
  let [sum, from] = [0n, 0n]
  for (const [index, { upTo, maintenanceBps }] of tiers.entries()) {
    const end = index === tiers.length - 1 || notional < limitOf(upTo) ? notional : limitOf(upTo)
    if (end > from) sum += (end - from) * BigInt(maintenanceBps)
    from = limitOf(upTo)
  }
  return sum
}

/**
 * The first price at which at most the maintenance margin is left, in minor units; null if there is none above zero. Entry ∓ (margin −
 * maintenance) / quantity, rounded to the price that is further away.
 */
export function liquidationPrice(position: Position): Minor | null {
  const { symbol, direction, quantity, entry, margin, exposure, limited = 0n } = position
  if (quantity === 0n) return null
  const { up, down } = perMinor(symbol)
  const cushion = margin - limited - maintenanceOf(position, notionalOf(symbol, quantity, entry), exposure)
  // Funding may have left less than the maintenance margin: then only profit keeps the position open.
  const distance = mulDiv(cushion, down, quantity * up, cushion < 0n ? 'down' : 'up')
  const level = direction === 'long' ? entry - distance : entry + distance
  return level > 0n ? level : null
}

/**
 * The result of a close, in minor units of USDT: margin + profit + shortfall = payout + fee + liquidationFee.
 *
 * - `payout`: what is returned of margin and profit
 * - `liquidationFee`: a liquidation's fee for the insurance account
 * - `shortfall`: the loss beyond the margin, paid by the insurance account and never by the user
 */
export type Settlement = { profit: Minor; fee: Minor; liquidationFee: Minor; payout: Minor; shortfall: Minor }

/** The fees frozen into an order, in basis points. `liquidationFeeBps`: null if a liquidation takes all remaining margin, as in old orders. */
export type LeverFees = { feeBps: number; liquidationFeeBps: number | null }

/** The fees of a new order. */
export const feesNow: LeverFees = { feeBps: LEVER_FEE_BPS, liquidationFeeBps: LIQUIDATION_FEE_BPS }

/** Closes a position at a price. Each fee is taken from what is left, and never more; the liquidation fee last. */
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

/** Maximum number of positions closed by one call, in one transaction; a user with more repeats the call. */
export const CLOSE_ALL_MAX = 200
