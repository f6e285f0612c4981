import { useActorRef } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import type { AskOnceInput, askOnceMachine } from '../../../machines/parts/askOnce.ts'
import { FormFailure } from '../../form-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { SheetFoot } from '../../parts/sheet-foot.tsx'
import { newRequestId } from '../../request-id.ts'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { Uncertain } from './uncertain.tsx'

type AskSheetProps = {
  machine: typeof askOnceMachine
  about: AskOnceInput['about']
  /** The page that says how it stands, where no answer comes. */
  orders: string
  title: string
  description?: string
  /** The whole act, as the button says it. */
  confirm: string
  open: boolean
  onClose: () => void
  /** What can be lost by it, or what happens then. */
  note?: string
  /** What it comes to. */
  children: ReactNode
}

/** The sheet that asks for one thing with nothing to fill in, once it was said what it comes to. A new one is a new sheet: give it a key. */
export function AskSheet({ machine, about, orders, confirm, note, open, onClose, children, ...words }: AskSheetProps) {
  const { inspection } = useServices()
  const actor = useActorRef(machine, { input: { about, newRequestId }, ...inspection })
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
