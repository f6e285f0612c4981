import { useSelector } from '@xstate/react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

type Shown = Record<string, unknown>

// The library's own comparison would be bundled with the first screen, which never uses it.
const isSame = (one: Shown, other: Shown): boolean => Object.keys(one).every((key) => Object.is(one[key], other[key]))

/**
 * The part of an actor that a view shows: the view rerenders if one of these values changes.
 *
 * @param pick always the same keys, with stable values: a new object at each call would count as a change
 */
export const useShown = <A extends AnyActorRef | undefined, T extends object>(
  actor: A,
  pick: (now: A extends AnyActorRef ? SnapshotFrom<A> : undefined) => T,
): T => useSelector(actor, pick as (now: unknown) => T, isSame as (one: T, other: T) => boolean)
