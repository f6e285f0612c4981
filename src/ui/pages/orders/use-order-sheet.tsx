import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { AnyActorRef } from 'xstate'
import type { OrderStore } from '../../../machines/trade/order-store.ts'

/** `actor`: the form of an order. `inline`: a part of the page, and no sheet. */
export type OrderSheetProps<Actor> = { actor: Actor; open: boolean; onClose: () => void; inline?: boolean }

/**
 * An order form that a page can open. One that was left while it waited for its answer opens again.
 *
 * @param symbol of the page; without it the page covers all symbols
 */
export function useOrderSheet<Way, Actor extends AnyActorRef>(
  store: OrderStore<Way, Actor>,
  Sheet: ComponentType<OrderSheetProps<Actor>>,
  symbol?: string,
): [open: (symbol: string, way: Way) => void, sheet: ReactNode] {
  const [actor, setActor] = useState(() => store.left(symbol))
  const [open, setOpen] = useState(actor !== undefined)
  useEffect(() => actor && store.look(actor), [actor, store])
  const close = useCallback(() => setOpen(false), [])
  const begin = useCallback(
    (on: string, way: Way) => {
      setActor(store.begin(on, way))
      setOpen(true)
    },
    [store],
  )
  return [begin, actor && <Sheet key={actor.sessionId} actor={actor} open={open} onClose={close} />]
}
