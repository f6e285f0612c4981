import { getStateNodes, TestModel } from '@xstate/test'
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type InputFrom,
  type SnapshotFrom,
  transition,
} from 'xstate'
import { inject } from '../../../src/machines/actors/call.ts'
import { lostDrafts } from './drafts.ts'

/**
 * The paths that lead to each state of a machine by each of its transitions, whatever they are walked with: an actor
 * with fake effects, or a person's browser.
 *
 * `createTestModel` refuses machines that have effects or delays. The `TestModel` that it makes does not, and takes the
 * events by which they end like any other.
 */

/** Everything that can happen to a machine. */
export type Happenings<M extends AnyStateMachine> = {
  /** Makes the same input each time. */
  input?: () => InputFrom<M>
  /** Possible events. Effects end with `done` or `failed`; delays come from the machine. */
  events: readonly AnyEventObject[]
  /** The parts of the context that distinguish states with the same name: everything a guard reads. */
  distinct?(context: SnapshotFrom<M>['context']): unknown
  /** Where not everything can happen at any time: whether this can, now. */
  canHappen?(event: AnyEventObject, snapshot: SnapshotFrom<M>): boolean
}

/** An effect ends well. */
export const done = (id: string, output?: unknown): AnyEventObject => ({ type: `xstate.done.actor.${id}`, output })
/** An effect fails. */
export const failed = (id: string, error: unknown): AnyEventObject => ({ type: `xstate.error.actor.${id}`, error })

/** The root and all states of a machine. */
export const nodesOf = (machine: AnyStateMachine) => [machine.root, ...getStateNodes(machine)]
type Node = ReturnType<typeof nodesOf>[number]

/** The transitions declared in a state, in the order they are tried. */
export const transitionsOf = (node: Node): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** A name that a transition keeps from one provided copy of its machine to the next. */
export const nameOf = (taken: AnyTransitionDefinition): string =>
  `${taken.source.id} on ${taken.eventType || 'always'} #${transitionsOf(taken.source).indexOf(taken)}`

export const ENDING = /^xstate\.(?:done|error)\.actor\.(.+)$/
export const DELAY = /^xstate\.after\.[^.]+\.(.+)$/

/** A short label that distinguishes an event from others of its type. */
function detailsOf(each: unknown): string {
  if (Array.isArray(each)) return String(each.length)
  if (typeof each !== 'object' || each === null) return String(each)
  return Object.values(each)
    .filter((value) => typeof value !== 'object')
    .join(' ')
}

const describeEvent = ({ type, output, error, ...rest }: AnyEventObject) => {
  const name = type
    .replace(/^xstate\.(done|error)\.actor\.(.+)$/, '$2 $1')
    .replace(/^xstate\.after\.(\w+)\..+$/, '$1 ms')
  if (error) return `${name} ${error.refusal?.key ?? error.reason ?? error.message}`
  const details = [...Object.values(rest), ...(output === undefined ? [] : [output])].map(detailsOf)
  return [name, ...details].join(' ').trim().slice(0, 80)
}

/** The events of a path, in order. */
export const nameOfPath = ({ steps }: { steps: readonly { event: AnyEventObject }[] }) =>
  steps
    .slice(1)
    .map(({ event }) => describeEvent(event))
    .join(' → ') || 'the start'

/** Finds paths of a machine, by its possible events. */
export function modelOf<M extends AnyStateMachine>(machine: M, happenings: Happenings<M>) {
  inject({ drafts: lostDrafts })
  const { events, input, distinct = () => '', canHappen = () => true } = happenings
  const delays = new Set(nodesOf(machine).flatMap((node) => (node.after ?? []).map(({ eventType }) => eventType)))
  const all = [...events, ...[...delays].map((type) => ({ type }))]
  const possible = (snapshot: AnyMachineSnapshot) =>
    all.filter((event) => {
      if (!canHappen(event, snapshot as SnapshotFrom<M>)) return false
      const effect = ENDING.exec(event.type)?.[1]
      if (effect !== undefined) return snapshot.children[effect] !== undefined
      const waiting = DELAY.exec(event.type)?.[1]
      return waiting === undefined || snapshot._nodes.some(({ id }) => id === waiting)
    })
  return new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(machine as never, {
    events: possible,
    serializeState: (snapshot, event, previous) => {
      const taken = event && previous ? machine.getTransitionData(previous as never, event as never) : []
      // Without a transition, the ignored event distinguishes the paths.
      const how = taken?.length ? taken.map(nameOf) : event?.type
      const from = previous && JSON.stringify(previous.value)
      const came = from === JSON.stringify(snapshot.value) ? '' : from
      // A form's failure is not a state, but distinguishes paths as well.
      return JSON.stringify([snapshot.value, snapshot.context?.failure, distinct(snapshot.context), how, came])
    },
    stateMatcher: (snapshot, key) => key === '*' || snapshot.matches(key as never),
    stopWhen: ({ status }) => status !== 'active',
    ...(input && { input: input() }),
  })
}

/** The shortest path to each state by each transition into it, and by each ignored event. */
export const pathsOf = <M extends AnyStateMachine>(machine: M, happenings: Happenings<M>) =>
  modelOf(machine, happenings).getShortestPaths()

type Path = ReturnType<typeof pathsOf>[number]

/**
 * Of all these paths the shortest that between them take each step once: each event in each state, with each outcome of the guards that it
 * asks, whether it leads on or is ignored. Unlike `pathsOf`, it does not distinguish histories.
 */
export function fewestPathsOf<M extends AnyStateMachine>(machine: M, happenings: Happenings<M>): Path[] {
  let verdicts: string[] = []
  const guards = Object.entries(machine.implementations.guards).map(([name, guard]) => [
    name,
    watchGuard(guard, (verdict) => {
      verdicts.push(`${name} ${verdict}`)
      return verdict
    }),
  ])
  const watched = machine.provide({ guards: Object.fromEntries(guards) }) as M
  const nameOfStep = (before: AnyMachineSnapshot, event: AnyEventObject) => {
    verdicts = []
    const [after] = transition(watched as AnyStateMachine, before, event)
    return JSON.stringify([before.value, describeEvent(event), verdicts, after.value])
  }
  const names = new Map<AnyMachineSnapshot, Map<AnyEventObject, string>>()
  const stepsOf = ({ steps }: Path) =>
    steps.slice(1).map(({ event }, at) => {
      const before = steps[at]?.state as AnyMachineSnapshot
      const known = names.get(before) ?? new Map<AnyEventObject, string>()
      names.set(before, known)
      const name = known.get(event) ?? nameOfStep(before, event)
      known.set(event, name)
      return name
    })
  const taken = new Set<string>()
  return pathsOf(watched, happenings)
    .toSorted((one, other) => one.steps.length - other.steps.length)
    .filter((path) => {
      const steps = ['the start', ...stepsOf(path)].filter((step) => !taken.has(step))
      for (const step of steps) taken.add(step)
      return steps.length > 0
    })
}

export type Guard = ((...args: unknown[]) => boolean) & { check?(...args: unknown[]): boolean }

/** A guard that records its results. A composite one is called by its `check`. */
export function watchGuard(asked: unknown, note: (verdict: boolean) => boolean): Guard {
  const guard = asked as Guard
  const { check } = guard
  if (!check) return (...args) => note(guard(...args))
  const made: Guard = (...args) => guard(...args)
  return Object.assign(made, guard, { check: (...args: unknown[]) => note(check(...args)) })
}
