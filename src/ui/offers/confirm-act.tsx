import { useSelector } from '@xstate/react'
import type { Sending } from '../../machines/parts/submission.ts'
import { Button } from '../parts/buttons/button.tsx'
import { Callout } from '../parts/page/callout.tsx'
import { Checking } from './uncertain.tsx'

type ConfirmActProps = {
  actor: Sending & { send(event: { type: 'act.confirm' } | { type: 'act.back' }): void }
  /** What the act costs. */
  text: string
  /** The labels of the button that does it, and of the one that does not. */
  confirm: string
  back: string
}

/** The confirmation of an act on an order: its cost, and the two ways on. */
export function ConfirmAct({ actor, text, confirm, back }: ConfirmActProps) {
  const pending = useSelector(actor, (now) => now.hasTag('pending'))
  return (
    <>
      <Callout>{text}</Callout>
      <Checking actor={actor} />
      <Button busy={pending} onClick={() => actor.send({ type: 'act.confirm' })}>
        {confirm}
      </Button>
      {!pending && (
        <Button kind="quiet" onClick={() => actor.send({ type: 'act.back' })}>
          {back}
        </Button>
      )}
    </>
  )
}
