import type { ForexType } from '../../rules/forex/entry.ts'
import { FOREX_COLLATERAL, type ForexCause, type ForexFacts } from '../../rules/forex/forex.ts'
import type { LeverDirection } from '../../rules/lever/lever.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import { exactly, type GapFacts, type RecordStretch } from '../../rules/market/record-stretch.ts'
import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../rules/money/money.ts'
import type { VoidReason } from '../../rules/orders/order-list.ts'

/** A partial close of a position, with its shares of it: decimals. `since`: from when on, in ms, it took the next tick. */
export type ForexPartFacts = {
  lots: string
  since: number
  closePrice: string
  initial: string
  margin: string
  profit: string
  returned: string
  shortfall: string
  limited: string
  tick: RecordedTick
}

/**
 * A position's receipt with its stretches of the record: of the ticks of its opening, partial closes and closing, of the rate that converts the
 * quote currency to dollars, and of the two ticks around each gap. `decided`: of the tick that made it void, or of the time without one. Times in ms since the epoch, amounts as decimals.
 */
export type ForexReceiptFacts = {
  order: Omit<ForexFacts, 'parts'> & {
    openLots: string
    closing: string | null
    parts: readonly ForexPartFacts[]
    direction: LeverDirection
    type: ForexType
    price: string | null
    reachedAt: number | null
    state: string
    list: number
    status: number
    acceptedAt: number
    settledAt: number | null
    closingAt: number | null
    reserve: string
    openTick: RecordedTick | null
    rateTick: RecordedTick | null
    stopOut: string | null
    takeProfit: string | null
    stopLoss: string | null
    stopsAt: number | null
    next: { takeProfit: string | null; stopLoss: string | null } | null
    night: string
    nights: number
    swap: string
    nextNightAt: number | null
    closePrice: string | null
    closeTick: RecordedTick | null
    profit: string
    returned: string
    shortfall: string
    cause: ForexCause | null
    voidReason: VoidReason | null
    limited: string
    gaps: readonly GapFacts[] | null
  }
  proofs: readonly RecordStretch[]
  rateProof: RecordStretch | null
  gapProofs: readonly RecordStretch[]
  decided: RecordStretch | null
}

/** The order of a receipt. */
export type Order = ForexReceiptFacts['order']

/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export type Sha256 = (text: string) => string

/** An amount of the collateral in minor units, as a decimal. */
export const usdt = (amount: Minor) => formatMoney(amount, currencyOf(FOREX_COLLATERAL).scale)
/** A decimal of the collateral in minor units; undefined if it is not exact. */
export const money = (text: string) => exactly(text, currencyOf(FOREX_COLLATERAL).scale)
/** Decimals of a market's prices. */
export const scaleOf = (symbol: string) => findInstrument(symbol)?.scale ?? 0
/** A price in minor units; undefined without one. */
export const priceIn = (symbol: string, text: string | null) =>
  text === null ? undefined : exactly(text, scaleOf(symbol))
/** An order's stops in minor units. */
export const stopsOf = ({ symbol, takeProfit, stopLoss }: Order) => ({
  takeProfit: priceIn(symbol, takeProfit) ?? null,
  stopLoss: priceIn(symbol, stopLoss) ?? null,
})
