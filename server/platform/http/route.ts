import type { Call, Input, Output } from '../../../src/api/wire/call.ts'
import type { Unit } from '../unit/unit.ts'
import type { Act, Acting, Came, Rules } from './rules.ts'

export type { Act, Asked, Session } from './rules.ts'

/** The input of a handler: the call, and what it acts through. */
export type Handled<C extends Call, In = Input<C>> = Came<C, In> & (C['once'] extends true ? { unit: Unit } : Acting)

/** A call with its handlers. `acts`: one for each action by name, or a single one without a name. */
export type Route = { call: Call; acts: Readonly<Record<string, Act>> }

/** An answer that is already JSON: for frequent and long ones. */
export class Ready<Answer> {
  declare readonly of: Answer
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

type Ruled<C extends Call, In> = Rules<Came<C, In>, In> & {
  handle(handled: Handled<C, In>): Promise<Output<C> | Ready<Output<C>>>
}

/**
 * Joins a call to its limits, its requirements on the caller, and its handler. A call marked `once` runs within `unit`, which commits
 * together with its stored answer. Refuse by throwing a `Refusal`.
 */
export const route = <C extends Call>(call: C, ruled: Ruled<C, Input<C>> | Ruled<C, Input<C>>['handle']): Route => ({
  call,
  acts: { '': actOf(call, typeof ruled === 'function' ? { handle: ruled } : ruled) },
})

type ActionsOf<C extends Call> = Extract<Input<C>, { action: string }>['action']

/** As `route`, for a call whose input names an `action`: each action has its own rules. */
export const routeByAction = <C extends Call>(
  call: C,
  actions: { [A in ActionsOf<C>]: Ruled<C, Extract<Input<C>, { action: A }>> },
): Route => ({
  call,
  acts: Object.fromEntries(
    Object.entries<Ruled<C, never>>(actions).map(([action, ruled]) => [action, actOf(call, ruled)]),
  ),
})

/** @throws Error for impossible rules: by a user or a target that the call does not have */
function actOf<C extends Call, In>(call: C, { handle, ...rules }: Ruled<C, In>): Act {
  const { limits = [], target, needs, proof } = rules
  const ofUser = needs !== undefined || proof !== undefined || limits.some(({ per }) => per === 'user')
  if (ofUser && !call.token) throw new Error(`${call.path} has rules about a user, and no token`)
  if (limits.some(({ per }) => per === 'target') !== (target !== undefined)) {
    throw new Error(`${call.path} has a limit per target without a target, or the other way round`)
  }
  if (proof && call.once && !proof.take) throw new Error(`${call.path} cannot ask for such a proof within its unit`)
  return { rules: rules as Act['rules'], once: call.once, handle: handle as Act['handle'] }
}
