import type { AnyActorRef, SnapshotFrom } from 'xstate'
import { useShown } from '../../shown.ts'

type Shown<Actor extends AnyActorRef> = Pick<SnapshotFrom<Actor>['context'], 'form' | 'offer' | 'now' | 'failure'> & {
  /** Whether what stands there can be ordered now. */
  possible: boolean
  /** Whether it waits for its answer. */
  busy: boolean
}

/** What the form of an order shows, of whatever kind. */
export const useOrderForm = <Actor extends AnyActorRef>(actor: Actor): Shown<Actor> =>
  useShown<AnyActorRef, Shown<Actor>>(actor, (now) => ({
    form: now.context.form,
    offer: now.context.offer,
    now: now.context.now,
    failure: now.context.failure,
    possible: now.can({ type: 'form.confirm' }),
    busy: now.hasTag('pending'),
  }))
