import type { Funding } from '../../rules/lever/funding.ts'
import type { LeverCause, LeverDirection, LeverType } from '../../rules/lever/lever.ts'
import type { MaintenanceTier } from '../../rules/lever/terms.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import type { GapFacts, RecordStretch } from '../../rules/market/record-stretch.ts'
import type { VoidReason } from '../../rules/orders/order-list.ts'

/** A close in a receipt: plain decimals, amounts in the collateral. `since`: the earliest time, in ms, of a tick that could close it. */
export type FillFacts = {
  cause: LeverCause
  since: number | null
  quantity: string
  margin: string
  profit: string
  fee: string
  liquidationFee: string
  returned: string
  shortfall: string
  limited: string
  tick: RecordedTick
}

/**
 * A contract's receipt with its stretches of the record: of the opening tick, of each close, and of the two ticks around each gap. `decided`:
 * of the tick that made it void, or of the time without one. Times in ms since the epoch, amounts as decimals.
 */
export type LeverReceiptFacts = {
  order: {
    symbol: string
    direction: LeverDirection
    type: LeverType
    currency: string
    price: string | null
    state: string
    list: number
    status: number
    leverage: number
    feeBps: number
    liquidationFeeBps: number | null
    tiers: readonly MaintenanceTier[]
    ordered: string
    quantity: string
    worth: string
    exposure: string
    reserve: string
    limited: string
    funding: string
    fundingTerms: Funding | null
    nextFundingAt: number | null
    acceptedAt: number
    settledAt: number | null
    deliveryAt: number | null
    dealPrice: string | null
    openTick: RecordedTick | null
    openFee: string
    margin: string
    adding: string
    maintenance: string
    liquidationPrice: string | null
    takeProfit: string | null
    stopLoss: string | null
    next: { takeProfit: string | null; stopLoss: string | null } | null
    closing: string | null
    fills: readonly FillFacts[]
    gaps: readonly (GapFacts & { quantity: string })[] | null
    profit: string
    closeFee: string
    paid: string
    returned: string
    cause: LeverCause | null
    voidReason: VoidReason | null
  }
  proofs: readonly RecordStretch[]
  gapProofs: readonly RecordStretch[]
  decided: RecordStretch | null
}

export type Order = LeverReceiptFacts['order']
