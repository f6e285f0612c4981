import { type ReactNode, useEffect } from 'react'
import type { AnyActorRef } from 'xstate'
import { useShown } from '../../app/shown.ts'
import { Panel, Sheet, type SheetProps } from '../../parts/sheet/sheet.tsx'
import { type OrderTexts, Uncertain } from './uncertain.tsx'

export type RequestSheetProps = Pick<
  SheetProps,
  'open' | 'onClose' | 'title' | 'aside' | 'description' | 'children'
> & {
  /** A machine that sends one request. */
  actor: AnyActorRef
  /** The prefix of its events `close` and `checkNow`. */
  name: 'act' | 'ask' | 'form'
  /** The page with the order's current state, if no answer arrives. */
  orders: string
  noun?: OrderTexts
  /** Above the content in each state. */
  above?: ReactNode
  /** A part of its page, and no sheet: it is open for as long as it is shown. */
  inline?: boolean | undefined
}

/** The sheet of one request: its content, or what is known while no answer arrives. It closes with the machine. */
export function RequestSheet({
  actor,
  name,
  orders,
  noun,
  above,
  open,
  onClose,
  children,
  inline = false,
  ...words
}: RequestSheetProps) {
  const { active, closable, uncertain } = useShown(actor, (now) => ({
    active: now.status === 'active',
    closable: now.can({ type: `${name}.close` }),
    uncertain: now.hasTag('uncertain'),
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  const content = (
    <>
      {above}
      {uncertain ? (
        <Uncertain
          sending={actor}
          orders={orders}
          noun={noun}
          onCheck={() => actor.send({ type: `${name}.checkNow` })}
        />
      ) : (
        children
      )}
    </>
  )
  if (inline) return <Panel {...words}>{content}</Panel>
  return (
    <Sheet
      {...words}
      open={open && active}
      locked={active && !closable}
      onClose={() => actor.send({ type: `${name}.close` })}
    >
      {content}
    </Sheet>
  )
}
