import { type ReactNode, useEffect } from 'react'
import type { AnyActorRef } from 'xstate'
import { useShown } from '../../app/shown.ts'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { Uncertain } from './uncertain.tsx'

type RequestSheetProps = {
  /** A machine that sends one request. */
  actor: AnyActorRef
  /** The prefix of its events `close` and `checkNow`. */
  name: 'act' | 'ask'
  /** The page with the order's current state, if no answer arrives. */
  orders: string
  open: boolean
  onClose: () => void
  title: string
  description?: string
  children: ReactNode
}

/** The sheet of one request: its content, or what is known while no answer arrives. It closes with the machine. */
export function RequestSheet({ actor, name, orders, open, onClose, children, ...words }: RequestSheetProps) {
  const { active, closable, uncertain } = useShown(actor, (now) => ({
    active: now.status === 'active',
    closable: now.can({ type: `${name}.close` }),
    uncertain: now.hasTag('uncertain'),
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  return (
    <Sheet
      {...words}
      open={open && active}
      locked={active && !closable}
      onClose={() => actor.send({ type: `${name}.close` })}
    >
      {uncertain ? (
        <Uncertain sending={actor} orders={orders} onCheck={() => actor.send({ type: `${name}.checkNow` })} />
      ) : (
        children
      )}
    </Sheet>
  )
}
