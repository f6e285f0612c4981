import type { FastifyRequest } from 'fastify'
import type { Call, Input, Output } from '../../src/api/call.ts'
import type { Lang } from '../../src/api/fields.ts'
import type { Platform } from './context.ts'
import type { Unit } from './unit.ts'

/** Who calls. */
export type Session = { userId: string; method: 'password' | 'wallet'; tokenHash: string }

/** What a handler is given. `address`: the caller's network address. */
export type Handled<C extends Call> = {
  input: Input<C>
  lang: Lang
  address: string
  platform: Platform
  request: FastifyRequest
  /** The file that came along, for a call that is marked so; empty otherwise. */
  file: Uint8Array
} & (C['token'] extends true ? { session: Session } : unknown) &
  (C['once'] extends true ? { unit: Unit } : unknown)

export type Route = {
  call: Call
  handle(handled: Handled<Call> & { session?: Session; unit?: Unit }): Promise<unknown>
}

/**
 * Joins a call to the function that answers it. A call marked `once` runs within `unit`, which commits
 * together with its stored answer. Refuse by throwing a `Refusal`.
 */
export const route = <C extends Call>(call: C, handle: (handled: Handled<C>) => Promise<Output<C>>): Route => ({
  call,
  handle: handle as Route['handle'],
})
