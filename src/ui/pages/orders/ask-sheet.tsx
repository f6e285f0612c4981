import { type ReactNode, useEffect } from 'react'
import type { AskOnceInput, askOnceMachine } from '../../../machines/parts/askOnce.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { SheetFoot } from '../../parts/sheet/sheet-foot.tsx'
import { Uncertain } from './uncertain.tsx'

type AskSheetProps = {
  machine: typeof askOnceMachine
  about: AskOnceInput['about']
  /** The page with the order's current state, if no answer arrives. */
  orders: string
  title: string
  description?: string
  /** The button's label: the whole act. */
  confirm: string
  open: boolean
  onClose: () => void
  /** The possible loss, or what happens next. */
  note?: string
  /** The result of the act. */
  children: ReactNode
}

/** The confirmation sheet of an act without fields. Give each new one a key. */
export function AskSheet({ machine, about, orders, confirm, note, open, onClose, children, ...words }: AskSheetProps) {
  const actor = useActorOf(machine, { about, newRequestId })
  const { active, pending, uncertain, failure } = useShown(actor, (now) => ({
    active: now.status === 'active',
    pending: now.hasTag('pending'),
    uncertain: now.hasTag('uncertain'),
    failure: now.context.failure,
  }))
  useEffect(() => {
    if (!active) onClose()
  }, [active, onClose])
  return (
    <Sheet
      {...words}
      open={open && active}
      locked={active && pending}
      onClose={() => actor.send({ type: 'ask.close' })}
    >
      {uncertain ? (
        <Uncertain sending={actor} orders={orders} onCheck={() => actor.send({ type: 'ask.checkNow' })} />
      ) : (
        <>
          {children}
          <FormFailure failure={failure} />
          <SheetFoot note={note}>
            <Button busy={pending} onClick={() => actor.send({ type: 'ask.confirm' })}>
              {confirm}
            </Button>
          </SheetFoot>
        </>
      )}
    </Sheet>
  )
}
