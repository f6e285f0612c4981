import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Actor,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type CallbackActorLogic,
  createActor,
  type EventFromLogic,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  initialTransition,
  type PromiseActorLogic,
  type SnapshotFrom,
  transition,
} from 'xstate'
import { inject } from '../../../src/machines/actors/call.ts'
import { lostDrafts } from './drafts.ts'
import {
  DELAY,
  ENDING,
  fewestPathsOf,
  type Happenings,
  nameOf,
  nameOfPath,
  nodesOf,
  pathsOf,
  transitionsOf,
  watchGuard,
} from './paths.ts'

export { done, failed } from './paths.ts'

/**
 * Walks a machine along paths that reach each of its states by each of its transitions, and drives a real actor along
 * with them: effects are fakes that end when the path says so, and a delay is over when the path says so.
 */

/** One running fake effect. `heard`: events that the machine sent to it. */
type Effect = {
  src: string
  input: unknown
  heard: AnyEventObject[]
  resolve(output: unknown): void
  reject(error: unknown): void
}

/** A real actor on its walk. */
export type Run<M extends AnyStateMachine> = {
  actor: Actor<M>
  snapshot(): SnapshotFrom<M>
  can(event: EventFromLogic<M>): boolean
  /** Running effects, by their id. */
  effects: ReadonlyMap<string, Effect>
  /** Every effect that was begun, in order. */
  begun: readonly { id: string; src: string; input: unknown }[]
  /** Every provided action that was carried out, in order. */
  acted: readonly { action: string; params: unknown }[]
  /** Every event that was sent, in order. */
  passed: readonly AnyEventObject[]
}

export type Walk<M extends AnyStateMachine> = Happenings<M> & {
  /** The walk's title. */
  shows: string
  /** Effects that are callbacks; the others are promises. */
  callbacks?: readonly string[]
  /** Actions that the composition root provides. */
  actions?: readonly string[]
  /** Checks by state, such as `form.editing`, or `*` for every state. */
  states: Record<string, (run: Run<M>) => void>
}

/** The combined coverage of a machine's walks. */
class Seen {
  readonly states = new Set<string>()
  readonly transitions = new Set<string>()
  readonly guards = new Map<string, Set<boolean>>()
}

type Share = { seen: number; of: number }
/** The coverage of a machine by paths. Both outcomes of each guard count. `missing`: names of everything not covered. */
export type Coverage = { states: Share; transitions: Share; guards: Share; missing: string[] }

declare module 'vitest' {
  interface TaskMeta {
    /** The machine under test, and its coverage by earlier tests. */
    machine?: string
    coverage?: Coverage
  }
}

function coverageOf(machine: AnyStateMachine, seen: Seen): Coverage {
  const share = (names: readonly string[], isSeen: (name: string) => boolean) => {
    const missing = names.filter((name) => !isSeen(name))
    return { seen: names.length - missing.length, of: names.length, missing }
  }
  const outcomes = Object.keys(machine.implementations.guards).flatMap((name) => [`${name}: true`, `${name}: false`])
  const shares = {
    states: share(
      nodesOf(machine).map(({ id }) => id),
      (id) => seen.states.has(id),
    ),
    transitions: share(nodesOf(machine).flatMap(transitionsOf).map(nameOf), (name) => seen.transitions.has(name)),
    guards: share(outcomes, (outcome) => {
      const [name = '', verdict] = outcome.split(': ')
      return seen.guards.get(name)?.has(verdict === 'true') ?? false
    }),
  }
  const { states, transitions, guards } = shares
  const missing = [states, transitions, guards].flatMap((each) => each.missing)
  return { states, transitions, guards, missing }
}

/**
 * Declares a machine's tests: one for each of the fewest paths of each walk, and one for their complete coverage.
 * `npm run test:faults` walks every path.
 */
export function testMachine<M extends AnyStateMachine>(machine: M, walks: readonly Walk<NoInfer<M>>[]): void {
  describe(machine.id, () => {
    const seen = new Seen()
    beforeEach(() => inject({ drafts: lostDrafts }))
    for (const walk of walks) {
      describe(walk.shows, () => {
        const paths = process.env.TEST_LONG ? pathsOf(machine, walk) : fewestPathsOf(machine, walk)
        for (const path of paths) {
          it(nameOfPath(path), async ({ task }) => {
            task.meta.machine = machine.id
            await walkAlong(machine, walk, path, seen)
          })
        }
      })
    }
    it('visits every state, transition and side of a guard', ({ task }) => {
      const coverage = coverageOf(machine, seen)
      task.meta.machine = machine.id
      task.meta.coverage = coverage
      expect(coverage.missing).toEqual([])
    })
  })
}

async function walkAlong<M extends AnyStateMachine>(
  machine: M,
  walk: Walk<M>,
  path: ReturnType<typeof pathsOf>[number],
  seen: Seen,
): Promise<void> {
  const { run, perform } = startRun(machine, walk, seen)
  let model: AnyMachineSnapshot = initialTransition(machine, walk.input?.() as never)[0]
  expect(factsOf(run.snapshot())).toEqual(factsOf(model))
  const exec = async ({ event, state }: (typeof path.steps)[number]) => {
    await perform(event)
    model = transition(machine, model as never, event as never)[0]
    const real: AnyMachineSnapshot = run.snapshot()
    expect(real.error).toBeUndefined()
    expect(real.value).toEqual((state as AnyMachineSnapshot).value)
    expect(factsOf(real)).toEqual(factsOf(model))
  }
  const types = path.steps.slice(1).map(({ event }) => event.type)
  const checks = Object.entries(walk.states).map(([state, check]) => [state, () => check(run)])
  await path.test({
    events: Object.fromEntries(types.map((type) => [type, exec])),
    states: Object.fromEntries(checks),
  })
  run.actor.stop()
}

/** The comparable part of two runs: each receives different functions. */
const factsOf = ({ value, context }: AnyMachineSnapshot) => ({
  value,
  context: Object.fromEntries(Object.entries(context).filter(([, each]) => typeof each !== 'function')),
})

/** A clock whose delays end one by one, by the name of their event. */
export function createStepClock(scheduled: () => Record<string, { event: AnyEventObject }>) {
  const timers = new Map<number, { type: string; fire: () => void }>()
  let made = 0
  return {
    clock: {
      setTimeout: (fire: () => void) => {
        // The actor's system notes an event just before it asks for the time-out.
        timers.set(++made, { type: Object.values(scheduled()).at(-1)?.event.type ?? '', fire })
        return made
      },
      clearTimeout: (id: number) => {
        timers.delete(id)
      },
    },
    pass: (type: string) => {
      const found = [...timers].find(([, timer]) => timer.type === type)
      if (!found) throw new Error(`nothing waits for ${type}`)
      timers.delete(found[0])
      found[1].fire()
    },
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An effect that also records the events sent to it. */
const hearing = (
  logic: PromiseActorLogic<unknown>,
  hear: (id: string, event: AnyEventObject) => void,
): PromiseActorLogic<unknown> => ({
  ...logic,
  transition: (snapshot, event, scope) => {
    if (!event.type.startsWith('xstate.')) hear(scope.self.id, event)
    return logic.transition(snapshot, event, scope)
  },
})

/** A callback whose snapshots have a context, its input: it may stand for a machine whose context its parent reads. */
const legible = (logic: CallbackActorLogic<AnyEventObject>): typeof logic => ({
  ...logic,
  getInitialSnapshot: (scope, input) => Object.assign(logic.getInitialSnapshot(scope, input), { context: input ?? {} }),
})

/** A form keeps its draft on its own, and here for nothing: see `lostDrafts`. */
const effectsOf = (machine: AnyStateMachine) =>
  Object.keys(machine.implementations.actors).filter((src) => src !== 'keepDraft')

/** Starts a real actor with fakes at its edges. */
function startRun<M extends AnyStateMachine>(machine: M, walk: Walk<M>, seen: Seen) {
  const { callbacks = [], actions = [], input } = walk
  const effects = new Map<string, Effect>()
  const begun: { id: string; src: string; input: unknown }[] = []
  const acted: { action: string; params: unknown }[] = []
  const passed: AnyEventObject[] = []

  const begin = (src: string, self: AnyActorRef, effect: Omit<Effect, 'src' | 'heard'>) => {
    const full = { ...effect, src, heard: [] as AnyEventObject[] }
    effects.set(self.id, full)
    begun.push({ id: self.id, src, input: effect.input })
    return { heard: full.heard, end: () => effects.get(self.id) === full && effects.delete(self.id) }
  }
  const nobody = { resolve: () => {}, reject: () => {} }
  const fakeOf = (src: string) =>
    callbacks.includes(src)
      ? legible(
          fromCallback(({ self, input, receive }) => {
            const { heard, end } = begin(src, self, { ...nobody, input })
            receive((event) => heard.push(event))
            return end
          }),
        )
      : hearing(
          fromPromise(({ self, input, signal }) => {
            const { promise, resolve, reject } = Promise.withResolvers<unknown>()
            const { end } = begin(src, self, { input, resolve, reject })
            signal.addEventListener('abort', end)
            return promise
          }),
          (id, event) => effects.get(id)?.heard.push(event),
        )

  const note = (name: string, verdict: boolean) => {
    seen.guards.set(name, (seen.guards.get(name) ?? new Set()).add(verdict))
    return verdict
  }
  const watched = Object.entries(machine.implementations.guards).map(([name, guard]) => [
    name,
    watchGuard(guard, (verdict) => note(name, verdict)),
  ])
  const provided = machine.provide({
    actors: Object.fromEntries(effectsOf(machine).map((src) => [src, fakeOf(src)])),
    actions: Object.fromEntries(
      actions.map((action) => [action, (_: unknown, params: unknown) => acted.push({ action, params })]),
    ),
    guards: Object.fromEntries(watched),
  })

  const steps = createStepClock(() => actor.system.getSnapshot()._scheduledEvents)
  const actor = createActor(provided as AnyStateMachine, {
    input: input?.(),
    clock: steps.clock as never,
    inspect: (inspection: InspectionEvent) => {
      if (inspection.type !== '@xstate.microstep' || inspection.actorRef.sessionId !== inspection.rootId) return
      // Each step counts, so that a transient state counts as visited too.
      for (const { id } of (inspection.snapshot as AnyMachineSnapshot)._nodes) seen.states.add(id)
      for (const taken of inspection._transitions) {
        if (taken.eventType === 'xstate.init') continue
        seen.states.add(taken.source.id)
        seen.transitions.add(nameOf(taken))
      }
    },
  })
  actor.subscribe({ error: () => {} })
  actor.start()

  const perform = async (event: AnyEventObject) => {
    passed.push(event)
    const id = ENDING.exec(event.type)?.[1]
    if (id === undefined) {
      if (DELAY.test(event.type)) steps.pass(event.type)
      else actor.send(event)
      return
    }
    const effect = effects.get(id)
    if (!effect) throw new Error(`${id} is not under way`)
    effects.delete(id)
    if (event.type.startsWith('xstate.done.')) effect.resolve(event.output)
    else effect.reject(event.error)
    await settle()
  }
  const run: Run<M> = {
    actor: actor as Actor<M>,
    snapshot: () => actor.getSnapshot() as SnapshotFrom<M>,
    can: (event) => actor.getSnapshot().can(event),
    effects,
    begun,
    acted,
    passed,
  }
  return { run, perform }
}
