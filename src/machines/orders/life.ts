import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventFromLogic,
  initialTransition,
  type StateValue,
  type StateValueFrom,
  transition,
} from 'xstate'
import type { Result } from '../../rules/orders/order-list.ts'

/**
 * Pure transitions of an order's machine, by the stored state, without an actor. The server moves orders by it;
 * the app finds out which actions are allowed and what has ended.
 *
 * A nested state is written with dots, outermost first: `open.closing`. An order is always in one atomic state, which
 * is the one stored and sent.
 */

type Outer<Value> = Value extends string ? never : keyof Value & string
type Inner<Value> = Value extends string ? never : { [O in Outer<Value>]: `${O}.${Dotted<Value[O]>}` }[Outer<Value>]
type Dotted<Value> = Exclude<Extract<Value, string>, Outer<Value>> | Inner<Value>

/** The states of an order, as stored and sent. */
export type StateName<M extends AnyStateMachine> = Dotted<StateValueFrom<M>>

/** The result of a transition: the new state, and the postings of the step. */
export type Step<M extends AnyStateMachine = AnyStateMachine> = { state: StateName<M>; postings: string[] }

const stepOf = <M extends AnyStateMachine>(
  { value }: AnyMachineSnapshot,
  actions: readonly { type: string }[],
): Step<M> => ({
  state: nameOf(value) as StateName<M>,
  postings: actions.map(({ type }) => type),
})

/** The initial state of an order, and the postings of its creation. */
export const begin = <M extends AnyStateMachine>(machine: M): Step<M> =>
  stepOf<M>(...initialTransition(machine as AnyStateMachine))

/**
 * Moves an order by an event.
 *
 * @throws Error if the state does not accept the event
 * @throws RangeError if the machine has no such state
 */
export function advance<M extends AnyStateMachine>(machine: M, state: string, event: EventFromLogic<M>): Step<M> {
  const asked = () => {
    if (!can(machine, state, event)) throw new Error(`${machine.id}: ${event.type} is not legal in ${state}`)
    return stepOf<M>(...transition(machine as AnyStateMachine, snapshotOf(machine, state), event))
  }
  // An event without data always has the same result, which is cached.
  if (Object.keys(event).length > 1) return asked()
  const known = steps.get(machine) ?? new Map<string, Step>()
  steps.set(machine, known)
  const key = `${state} ${event.type}`
  const step = (known.get(key) as Step<M> | undefined) ?? asked()
  known.set(key, step)
  return { ...step, postings: [...step.postings] }
}

const steps = new WeakMap<AnyStateMachine, Map<string, Step>>()

/**
 * Whether this state accepts an event: for an action, whether it is available.
 *
 * @throws RangeError if the machine has no such state
 */
export const can = <M extends AnyStateMachine>(machine: M, state: string, event: EventFromLogic<M>): boolean =>
  !hasEnded(machine, state) && snapshotOf(machine, state).can(event)

/** All atomic states, in the machine's order. */
export function statesOf<M extends AnyStateMachine>(machine: M): StateName<M>[] {
  const within = (node: AnyStateNode): string[] => {
    const inner = Object.values(node.states)
    return inner.length === 0 ? [node.path.join('.')] : inner.flatMap(within)
  }
  return within(machine.root) as StateName<M>[]
}

type StateOf<M extends AnyStateMachine> = NonNullable<M['states'][string]>

/**
 * The state of this name.
 *
 * @throws RangeError if the machine has no such atomic state
 */
export function stateOf<M extends AnyStateMachine>(machine: M, name: string): StateOf<M> {
  let node: AnyStateNode | undefined = machine.root
  for (const key of name.split('.')) node = node && Object.hasOwn(node.states, key) ? node.states[key] : undefined
  if (!node || Object.keys(node.states).length > 0) throw new RangeError(`${machine.id}: no state ${name}`)
  return node as StateOf<M>
}

/**
 * The `meta` of the state of this name, or else of the nearest ancestor that has one.
 *
 * @throws RangeError if the machine has no such state, or no `meta`
 */
export function metaOf<M extends AnyStateMachine>(machine: M, name: string): NonNullable<StateOf<M>['meta']> {
  const meta = outwards(stateOf(machine, name)).find((node) => node.meta !== undefined)?.meta
  if (!meta) throw new RangeError(`${machine.id}: state ${name} has no meta`)
  return meta
}

/** The result of an order in this state; null before it has ended. */
export const resultOf = (machine: AnyStateMachine, state: string): Result | null =>
  outwards(stateOf(machine, state)).find(({ meta }) => meta?.result)?.meta.result ?? null

/** Whether this state is final. */
export function hasEnded(machine: AnyStateMachine, state: string): boolean {
  const { type, parent } = stateOf(machine, state)
  return type === 'final' && parent === machine.root
}

const snapshotOf = (machine: AnyStateMachine, state: string) =>
  machine.resolveState({ value: valueFrom(stateOf(machine, state).path), context: {} })

const valueFrom = ([key = '', ...inner]: readonly string[]): StateValue =>
  inner.length === 0 ? key : { [key]: valueFrom(inner) }

function nameOf(value: StateValue): string {
  if (typeof value === 'string') return value
  const [[outer, inner] = [], ...others] = Object.entries(value)
  if (outer === undefined || inner === undefined || others.length > 0) {
    throw new RangeError(`an order is in one state at a time: ${JSON.stringify(value)}`)
  }
  return `${outer}.${nameOf(inner)}`
}

/** A state and its ancestors, innermost first. */
const outwards = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? outwards(node.parent) : [])]
