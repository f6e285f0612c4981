import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { AnyActorRef } from 'xstate'
import type { OrderDesk } from '../../../machines/trade/order-desk.ts'

/** `actor`: the form of an order. */
export type OrderSheetProps<Actor> = { actor: Actor; open: boolean; onClose: () => void }

/**
 * An order form that a page can open. One that was left while it waited for its answer opens again.
 *
 * @param symbol of the page; without it the page covers all symbols
 */
export function useOrderSheet<Way, Actor extends AnyActorRef>(
  desk: OrderDesk<Way, Actor>,
  Sheet: ComponentType<OrderSheetProps<Actor>>,
  symbol?: string,
): [open: (symbol: string, way: Way) => void, sheet: ReactNode] {
  const [actor, setActor] = useState(() => desk.left(symbol))
  const [open, setOpen] = useState(actor !== undefined)
  useEffect(() => actor && desk.look(actor), [actor, desk])
  const close = useCallback(() => setOpen(false), [])
  const begin = useCallback(
    (on: string, way: Way) => {
      setActor(desk.begin(on, way))
      setOpen(true)
    },
    [desk],
  )
  return [begin, actor && <Sheet key={actor.sessionId} actor={actor} open={open} onClose={close} />]
}
