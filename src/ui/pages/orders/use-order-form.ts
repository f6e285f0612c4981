import type { AnyActorRef, SnapshotFrom } from 'xstate'
import { useShown } from '../../app/shown.ts'

type Shown<Actor extends AnyActorRef> = Pick<SnapshotFrom<Actor>['context'], 'form' | 'offer' | 'now' | 'failure'> & {
  /** Whether the form can be submitted now. */
  possible: boolean
  /** Whether it waits for its answer. */
  busy: boolean
}

/** The state of an order form of any kind. */
export const useOrderForm = <Actor extends AnyActorRef>(actor: Actor): Shown<Actor> =>
  useShown<AnyActorRef, Shown<Actor>>(actor, (now) => ({
    form: now.context.form,
    offer: now.context.offer,
    now: now.context.now,
    failure: now.context.failure,
    possible: now.can({ type: 'form.confirm' }),
    busy: now.hasTag('pending'),
  }))
