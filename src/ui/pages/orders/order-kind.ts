import type { ReactNode } from 'react'
import type { AnyStateMachine } from 'xstate'
import type { Order, OrderOf } from '../../../api/trade/orders.ts'
import type { Direction } from '../../../rules/microtrade/microtrade.ts'
import type { Minor } from '../../../rules/money/money.ts'
import type { Deal, Position } from '../../chart/positions.ts'
import type { UiKey } from '../../i18n/texts.ts'
import type { OrderTicket } from './order-ticket.ts'

type Kind = Order['kind']

/** What a kind of order in the common lists brings to them. */
export type OrderKind<K extends Kind = Kind> = {
  /** Its name, in the filters of the history. */
  name: UiKey
  /** Its place among the open orders of the Trade tab. */
  rank: number
  machine: AnyStateMachine
  /** Unrealised P&L at a price, of an option if it ended now; absent if its open orders cannot gain or lose. */
  netAt?(order: OrderOf<K>, price: string): Minor | undefined
  /** The way of the price that it gains by, or a buy. */
  wayOf(order: OrderOf<K>): Direction
  /** Whether an open order is a position: in the market, and not waiting for its price. */
  isPosition(order: OrderOf<K>): boolean
  /** Realised P&L of an ended order, a signed decimal of its currency; null for an exchange. */
  net(order: OrderOf<K>): string | null
  /** An ended order's result, in the notice of its end. */
  outcome(order: OrderOf<K>): string
  /** Why an order ended that its owner did not end: a banner says so on every page. Null for an ordinary end; absent if each is. */
  alert?(order: OrderOf<K>): OrderAlert | null
  /** Where its notices belong together, as those of a strategy; absent if nowhere. */
  origin?(order: OrderOf<K>): { id: string; to: string } | null
  /** An open order as the chart draws it; none for a market order before it opens. */
  positions(order: OrderOf<K>): Position[]
  /** Entry and exits, in order of time, also after it has ended. */
  deals(order: OrderOf<K>): Deal[]
  cards(): Promise<{ cards: OrderCards<K> }>
  /** How its orders are started; absent if by no form of their own. */
  ticket?(): Promise<{ ticket: OrderTicket }>
}

export type OrderAlert = { reason: UiKey; tone: 'good' | 'bad' | 'plain' }

/** The components of a kind. */
export type OrderCards<K extends Kind = Kind> = {
  /** The `OrderFacts` that these draw, for a table of several kinds. */
  facts: unknown
  /** Open orders, on the Trade tab. */
  Open(props: { orders: readonly OrderOf<K>[] }): ReactNode
  /** An order on its instrument's page, where it remains after it has ended. */
  Card(props: { order: OrderOf<K>; onReceipt: () => void }): ReactNode
  /** An ended order, in the history. */
  Ended(props: { order: OrderOf<K>; onReceipt: () => void }): ReactNode
  /** Content of the receipt sheet. */
  Receipt(props: { id: string }): ReactNode
}

/** The kinds of order, by their names, in the order of the app's nouns. */
export type OrderKinds = ReadonlyMap<Kind, OrderKind>

/**
 * What a kind has in a map of all.
 *
 * @throws Error for a kind that is not listed
 */
export function ofKind<T>(all: ReadonlyMap<string, T>, kind: string): T {
  const found = all.get(kind)
  if (!found) throw new Error(`${kind} is no kind of order of this app`)
  return found
}

/** Whether an order rests until a price comes, or trades what the user owns: it is no position. */
export const rests = (kinds: OrderKinds, order: Order): boolean => {
  const { netAt, positions } = ofKind(kinds, order.kind)
  return !netAt || positions(order).some(({ opened }) => opened === null)
}
