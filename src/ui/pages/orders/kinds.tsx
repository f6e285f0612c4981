import type { ComponentType } from 'react'
import type { Order, OrderOf } from '../../../api/trade/orders.ts'
import type { UiKey } from '../../i18n/index.ts'
import { forexFacts } from '../forex/facts.tsx'
import { leverFacts } from '../lever/facts.tsx'
import { OpenContracts } from '../lever/open-contracts.tsx'
import { microtradeFacts } from '../microtrade/facts.tsx'
import { OpenOptions } from '../microtrade/open-options.tsx'
import { spotFacts } from '../spot/facts.tsx'
import { OpenSpots } from '../spot/open-spots.tsx'
import { EndedOrder } from './ended-order.tsx'
import { OrderCard, OrderCards } from './order-card.tsx'
import type { AnyOrder, OrderFacts } from './order-facts.ts'
import { ReceiptPage } from './receipt-page.tsx'

type Kind = Order['kind']

type Shown<K extends Kind> = {
  /** Its name, in the filters of the history. */
  name: UiKey
  /** Open orders, on the Trade tab. */
  Open: ComponentType<{ orders: readonly OrderOf<K>[] }>
  /** An order on its instrument's page, where it remains after it has ended. */
  Card: ComponentType<{ order: OrderOf<K>; onReceipt: () => void }>
  /** An ended order, in the history. */
  Ended: ComponentType<{ order: OrderOf<K>; onReceipt: () => void }>
  /** Content of the receipt sheet. */
  Receipt: ComponentType<{ id: string }>
}

/** The components that draw the facts of a kind. */
const drawn = <O extends AnyOrder>(facts: OrderFacts<O>) => ({
  Open: ({ orders }: { orders: readonly O[] }) => <OrderCards facts={facts} orders={orders} />,
  Card: (props: { order: O; onReceipt: () => void }) => <OrderCard facts={facts} {...props} />,
  Ended: (props: { order: O; onReceipt: () => void }) => <EndedOrder facts={facts} {...props} />,
  Receipt: ({ id }: { id: string }) => <ReceiptPage facts={facts} id={id} />,
})

/** The name and the components of each kind of order. A new kind is a line here. */
export const kinds: { readonly [K in Kind]: Shown<K> } = {
  lever: { name: 'lever.kind.contract', ...drawn(leverFacts), Open: OpenContracts },
  spot: { name: 'lever.kind.spot', ...drawn(spotFacts), Open: OpenSpots },
  forex: { name: 'forex.kind', ...drawn(forexFacts) },
  microtrade: { name: 'lever.kind.options', ...drawn(microtradeFacts), Open: OpenOptions },
}

/** The components for an order whose kind is not known statically. */
export const shownAs = <K extends Kind>(kind: K): Shown<K> => kinds[kind]

/** The kinds, in the order of the Trade tab. */
export const kindNames = Object.keys(kinds) as readonly Kind[]
