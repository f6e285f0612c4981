import type { ComponentType } from 'react'
import type { Order, OrderOf } from '../../../api/orders.ts'
import { EndedForex } from '../forex/ended-forex.tsx'
import { ForexCard, OpenForex } from '../forex/forex-card.tsx'
import { ForexReceipt } from '../forex/receipt.tsx'
import { ContractCard } from '../lever/contract-card.tsx'
import { EndedContract } from '../lever/ended-contract.tsx'
import { OpenContracts } from '../lever/open-contracts.tsx'
import { LeverReceipt } from '../lever/receipt.tsx'
import { CompletedOrder } from '../microtrade/completed-order.tsx'
import { OpenOrder } from '../microtrade/open-order.tsx'
import { OpenOptions } from '../microtrade/open-row.tsx'
import { MicrotradeReceipt } from '../microtrade/receipt.tsx'
import { EndedSpot } from '../spot/ended-spot.tsx'
import { OpenSpots } from '../spot/open-spots.tsx'
import { SpotReceipt } from '../spot/receipt.tsx'
import { SpotCard } from '../spot/spot-card.tsx'

type Kind = Order['kind']

type Shown<K extends Kind> = {
  /** Open orders, on the Trade tab. */
  Open: ComponentType<{ orders: readonly OrderOf<K>[] }>
  /** An order on its instrument's page, where it remains after it has ended. */
  Card: ComponentType<{ order: OrderOf<K>; onReceipt: () => void }>
  /** An ended order, in the history. */
  Ended: ComponentType<{ order: OrderOf<K>; onReceipt: () => void }>
  /** Content of the receipt sheet. */
  Receipt: ComponentType<{ id: string }>
}

/** The components of each kind of order. A new kind is a line here. */
export const kinds: { readonly [K in Kind]: Shown<K> } = {
  lever: { Open: OpenContracts, Card: ContractCard, Ended: EndedContract, Receipt: LeverReceipt },
  spot: { Open: OpenSpots, Card: SpotCard, Ended: EndedSpot, Receipt: SpotReceipt },
  forex: { Open: OpenForex, Card: ForexCard, Ended: EndedForex, Receipt: ForexReceipt },
  microtrade: { Open: OpenOptions, Card: OpenOrder, Ended: CompletedOrder, Receipt: MicrotradeReceipt },
}

/** The components for an order whose kind is not known statically. */
export const shownAs = <K extends Kind>(kind: K): Shown<K> => kinds[kind]

/** The kinds, in the order of the Trade tab. */
export const kindNames = Object.keys(kinds) as readonly Kind[]
