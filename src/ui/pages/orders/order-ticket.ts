import type { ReactNode } from 'react'
import type { AnyActorRef } from 'xstate'
import type { OrderStore } from '../../../machines/trade/order-store.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import type { Profile, RuleName } from '../../../rules/profiles/terms.ts'
import type { Part } from '../../app/parts.ts'
import type { UiKey } from '../../i18n/texts.ts'
import type { Labels } from './order-facts.ts'
import type { Sides } from './sides.ts'

/** `actor`: the form of an order. `inline`: a part of the page, and no sheet. */
export type OrderSheetProps<Actor> = { actor: Actor; open: boolean; onClose: () => void; inline?: boolean }

/** How orders of a kind are started: on a chart, at the desk, and on the Trade tab. */
export type OrderTicket<Side extends string = string, Actor extends AnyActorRef = AnyActorRef> = {
  /** Its short name, beside those of others. */
  name: UiKey
  /** The store of its form. */
  part: Part<{ store: OrderStore<Side, Actor> }>
  /** The one that gains from a rise first. */
  sides: Sides<Side>
  /** The name of the side in its form. */
  field: 'direction' | 'side'
  /** The markets that have it; absent if each has, and it is started on their pages alone. */
  symbols?: readonly string[]
  /** Whether a profile of rules allows it; absent if each does. */
  isSold?(profile: Profile): boolean
  /** Its terms under the server's rules, for a guest. */
  note(symbol: string, labels: Labels, rules: RuleName): string | undefined
  /** The currency that a side is paid with. */
  currencyOf(instrument: Instrument, side: Side): string
  /** Its form, as a sheet or a part of the page. */
  Sheet(props: OrderSheetProps<Actor>): ReactNode
}

/** Options, contracts and lots are paid with it. */
export const marginCurrency = () => 'USDT'
