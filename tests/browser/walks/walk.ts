import type { Page } from '@playwright/test'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import { DELAY, type Happenings, modelOf, nameOf, nameOfPath } from '../../models/kit/paths.ts'
import type { ServerProcess } from '../kit/server.ts'

/** The pages and servers of a walk. */
export type Stage = { page: Page; server: ServerProcess; named: string }

/**
 * How the person and the world cause each event of a machine, and what the page shows in each of its states.
 */
export type Walk<M extends AnyStateMachine, W> = Happenings<M> & {
  /** What the walk shows, as a title. */
  shows: string
  machine: M
  /** Opens the app in the machine's initial state. */
  begin(stage: Stage): Promise<W>
  /** The goal each path continues to, if it can. */
  goal(snapshot: SnapshotFrom<M>): boolean
  /** Faults other than failing effects. */
  rough?(event: AnyEventObject): boolean
  /** How to cause each event. `ahead`: the events that follow. A delay needs no action. */
  happen: Record<string, (world: W, event: AnyEventObject, ahead: readonly AnyEventObject[]) => Promise<unknown>>
  /** By state, such as `form.editing`, or `*` for every one: what the page must show. */
  states: Record<string, (world: W, snapshot: SnapshotFrom<M>) => Promise<unknown>>
}

type Path = ReturnType<ReturnType<typeof modelOf>['getShortestPaths']>[number]

/** One way of a person through the app. */
export type Journey = {
  title: string
  /** Something is refused or lost on it, which the browser logs too. */
  isRough: boolean
  /** Its states and transitions, by name. */
  states: readonly string[]
  transitions: readonly string[]
  /** Walks a page along the path and checks it after each step. */
  go(stage: Stage): Promise<void>
}

/**
 * Few of a machine's shortest paths that together take every transition and visit every state; each continues to the goal.
 *
 * @param options `each`: every event in every state where it can happen, with each outcome
 */
export function journeysOf<M extends AnyStateMachine, W>(walk: Walk<M, W>, { each = false } = {}): Journey[] {
  const { machine, goal } = walk
  const model = modelOf(machine, walk)
  const toState = (snapshot: AnyMachineSnapshot) => goal(snapshot as SnapshotFrom<M>)
  const toGoal = (path: Path): Path => {
    const ways = model.getShortestPathsFrom([path], {
      toState,
      stopWhen: (snapshot) => snapshot.status !== 'active' || toState(snapshot),
    })
    return ways.reduce((best, way) => (way.weight < best.weight ? way : best), ways[0] ?? path)
  }
  const paths = fewestOf(model.getShortestPaths(), (path) =>
    each
      ? stepsOf(machine, path).map((step) => JSON.stringify(step))
      : [...statesOf(path), ...stepsOf(machine, path).flatMap(({ taken }) => taken)],
  )
  return paths.map(toGoal).map((path) => ({
    title: nameOfPath(path),
    isRough: path.steps.some(({ event }) => event.error !== undefined || walk.rough?.(event)),
    states: statesOf(path),
    transitions: stepsOf(machine, path).flatMap(({ taken }) => taken),
    go: async (stage) => goAlong(walk, path, await walk.begin(stage)),
  }))
}

const statesOf = ({ steps }: Path) =>
  steps.flatMap(({ state }) => (state as AnyMachineSnapshot)._nodes.map(({ id }) => id))

/** A path's steps: source and target state, and the transitions taken. */
const stepsOf = (machine: AnyStateMachine, { steps }: Path) =>
  steps.slice(1).map(({ event, state: after }, index) => {
    const before = steps[index]?.state as AnyMachineSnapshot
    const taken = machine.getTransitionData(before as never, event as never) ?? []
    return { before: before.value, event, taken: taken.map(nameOf), after: (after as AnyMachineSnapshot).value }
  })

/** A greedy set cover of the paths: each time the one that adds most. */
function fewestOf<P extends { steps: readonly unknown[] }>(paths: readonly P[], has: (path: P) => string[]): P[] {
  const candidates = paths.map((path) => ({ path, left: new Set(has(path)) }))
  const chosen: P[] = []
  for (;;) {
    const best = candidates.reduce((a, b) => (b.left.size > a.left.size ? b : a))
    if (best.left.size === 0) return chosen
    chosen.push(best.path)
    const added = [...best.left]
    for (const { left } of candidates) for (const each of added) left.delete(each)
  }
}

async function goAlong<M extends AnyStateMachine, W>(walk: Walk<M, W>, path: Path, world: W): Promise<void> {
  const events = path.steps.map(({ event }) => event)
  let begun = 0
  const exec = async ({ event }: { event: AnyEventObject }) => {
    begun += 1
    const happen = walk.happen[event.type]
    if (happen) await happen(world, event, events.slice(begun))
    else if (begun > 1 && !DELAY.test(event.type)) throw new Error(`nothing brings about ${event.type}`)
  }
  const checks = Object.entries(walk.states).map(([name, check]) => [
    name,
    (state: AnyMachineSnapshot) => check(world, state as SnapshotFrom<M>),
  ])
  await path.test({
    events: Object.fromEntries(events.map(({ type }) => [type, exec])),
    states: Object.fromEntries(checks),
  })
}
