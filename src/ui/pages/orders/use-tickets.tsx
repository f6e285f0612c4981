import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { AnyActorRef } from 'xstate'
import type { Order } from '../../../api/trade/orders.ts'
import type { OrderStore } from '../../../machines/trade/order-store.ts'
import { profileOf } from '../../../rules/profiles/profile.ts'
import { partIn, usePart } from '../../app/part.ts'
import { useServices } from '../../app/services.ts'
import { useRules } from '../../app/use-rules.ts'
import type { OrderTicket } from './order-ticket.ts'
import { orderTickets } from './order-tickets.ts'

/** The ticket of a kind of order. */
export type KindTicket = OrderTicket & { kind: Order['kind']; store: OrderStore<string, AnyActorRef> }

/** The tickets of all kinds that have one and that the server's rules allow, in the order of the nouns. */
export function useTickets(): readonly KindTicket[] {
  const { parts } = useServices()
  const profile = profileOf(useRules())
  const allowed = usePart(orderTickets).filter(({ isSold }) => isSold?.(profile) ?? true)
  return allowed.map((each) => ({ ...each, store: partIn(parts, each.part).store }))
}

/** Those that a market has. */
export const ticketsOn = (tickets: readonly KindTicket[], symbol: string): readonly KindTicket[] =>
  tickets.filter(({ symbols }) => symbols?.includes(symbol) ?? true)

/**
 * The sheet of the tickets of a page. One that was left while it waited for its answer opens again.
 *
 * @param symbol of the page; without it the page covers all symbols
 */
export function useTicketSheet(
  tickets: readonly KindTicket[],
  symbol?: string,
): [open: (ticket: KindTicket, symbol: string, side: string) => void, sheet: ReactNode] {
  const [shown, setShown] = useState(() => {
    const found = tickets.map(({ store, Sheet }) => ({ store, Sheet, actor: store.left(symbol) }))
    return found.find(({ actor }) => actor)
  })
  const [open, setOpen] = useState(shown !== undefined)
  const { store, Sheet, actor } = shown ?? {}
  useEffect(() => actor && store?.look(actor), [actor, store])
  const close = useCallback(() => setOpen(false), [])
  const begin = useCallback(({ store, Sheet }: KindTicket, on: string, side: string) => {
    setShown({ store, Sheet, actor: store.begin(on, side) })
    setOpen(true)
  }, [])
  return [begin, actor && Sheet && <Sheet key={actor.sessionId} actor={actor} open={open} onClose={close} />]
}
