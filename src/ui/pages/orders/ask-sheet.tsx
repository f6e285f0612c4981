import type { ReactNode } from 'react'
import type { AskOnceInput, askOnceMachine } from '../../../machines/parts/askOnce.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { newRequestId } from '../../forms/request-id.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Facts, type FactTable } from '../../parts/lists/list.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { RequestSheet } from './request-sheet.tsx'

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
  /** The result of the act, as a table or in other words. */
  facts?: FactTable
  children?: ReactNode
}

/** The confirmation sheet of an act without fields. Give each new one a key. */
export function AskSheet({ machine, about, confirm, note, facts, children, ...sheet }: AskSheetProps) {
  const actor = useActorOf(machine, { about, newRequestId })
  const { pending, failure } = useShown(actor, (now) => ({
    pending: now.hasTag('pending'),
    failure: now.context.failure,
  }))
  return (
    <RequestSheet {...sheet} actor={actor} name="ask">
      {facts && <Facts facts={facts} />}
      {children}
      <FormFailure failure={failure} />
      <ActionBar note={note}>
        <Button busy={pending} onClick={() => actor.send({ type: 'ask.confirm' })}>
          {confirm}
        </Button>
      </ActionBar>
    </RequestSheet>
  )
}
