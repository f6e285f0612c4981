import { useSelector } from '@xstate/react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

type Shown = Record<string, unknown>

// The library's own comparison would become part of the first screen's packages, which never use it.
const isSame = (one: Shown, other: Shown): boolean => Object.keys(one).every((key) => Object.is(one[key], other[key]))

/**
 * What a view shows of an actor, for a view that renders again where one of these values is another.
 *
 * @param pick always the same names, and each value by itself: an object made anew at each call would count as another
 */
export const useShown = <A extends AnyActorRef | undefined, T extends object>(
  actor: A,
  pick: (now: A extends AnyActorRef ? SnapshotFrom<A> : undefined) => T,
): T => useSelector(actor, pick as (now: unknown) => T, isSame as (one: T, other: T) => boolean)
