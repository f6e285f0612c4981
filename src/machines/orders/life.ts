import { type AnyStateMachine, type EventFromLogic, initialTransition, transition } from 'xstate'

/**
 * How an order's machine is asked: by the state that is stored or told, without an actor. The server moves orders by it;
 * the app asks it what has ended and what may still come.
 */

/** What an order's machine answers: the state it is in now, and the postings that go with the step. */
export type Step = { state: string; postings: string[] }

const namesOf = (actions: readonly { type: string }[]) => actions.map(({ type }) => type)

/** The first state of an order, and the postings that go with its creation. */
export function begin(machine: AnyStateMachine): Step {
  const [snapshot, actions] = initialTransition(machine)
  return { state: String(snapshot.value), postings: namesOf(actions) }
}

/**
 * Moves an order by an event. The machine has the last word: an event that it does not take in this state throws.
 *
 * @throws Error where the transition is not legal
 */
export function advance<M extends AnyStateMachine>(machine: M, state: string, event: EventFromLogic<M>): Step {
  const logic: AnyStateMachine = machine
  const snapshot = logic.resolveState({ value: state, context: {} })
  if (!snapshot.can(event)) throw new Error(`${logic.id}: ${event.type} is not legal in ${state}`)
  const [next, actions] = transition(logic, snapshot, event)
  return { state: String(next.value), postings: namesOf(actions) }
}

type StateOf<M extends AnyStateMachine> = NonNullable<M['states'][string]>

/**
 * The state of this name.
 *
 * @throws RangeError where the machine has none
 */
export function stateOf<M extends AnyStateMachine>(machine: M, name: string): StateOf<M> {
  const state = Object.hasOwn(machine.states, name) ? machine.states[name] : undefined
  if (!state) throw new RangeError(`${machine.id}: no state ${name}`)
  return state as StateOf<M>
}

/**
 * What the state of this name says of itself.
 *
 * @throws RangeError where the machine has no such state, or it says nothing
 */
export function metaOf<M extends AnyStateMachine>(machine: M, name: string): NonNullable<StateOf<M>['meta']> {
  const { meta } = stateOf(machine, name)
  if (!meta) throw new RangeError(`${machine.id}: state ${name} has no meta`)
  return meta
}

/** Whether an order in this state has ended: no event moves it any more. */
export const hasEnded = (machine: AnyStateMachine, state: string) => stateOf(machine, state).type === 'final'

/**
 * Whether some way leads on from one state of an order to another: of two reports about one order, which is the newer.
 *
 * @returns false from a state to itself, where no way leads back to it
 */
export function mayFollow(machine: AnyStateMachine, before: string, after: string): boolean {
  const reached = new Set<string>()
  const reach = (name: string) => {
    for (const { target = [] } of [...stateOf(machine, name).transitions.values()].flat()) {
      for (const { key } of target) {
        if (reached.has(key)) continue
        reached.add(key)
        reach(key)
      }
    }
  }
  reach(before)
  return reached.has(after)
}
