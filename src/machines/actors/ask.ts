import type { InferInput } from 'valibot'
import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Call, Output } from '../../api/call.ts'
import type { CallOptions, Client } from '../../api/client.ts'

/** What a call answers; a list cannot be changed by whoever gets it. */
type Answer<C extends Call> = Output<C> extends (infer Item)[] ? readonly Item[] : Output<C>

/**
 * `quiet`: nobody waits for it. `stays`: it is not given up with its actor, for what went out cannot be called back.
 * `form`: see `ofForm`.
 */
export type Asking = Pick<CallOptions, 'quiet'> & { stays?: boolean; form?: boolean }

/** The client of a form, which says itself why it was refused. Once it is left, a notice does. */
export const ofForm = (client: Client, signal: AbortSignal): Client => ({
  call: (call, input, options) => client.call(call, input, { inPlace: () => !signal.aborted, ...options }),
})

/**
 * An effect that is one call. Its output is the call's result; it fails with `CallRefused` or `CallFailed`.
 *
 * @param send what the call sends, made of the effect's own input
 */
export function ask<C extends Call, const Sent extends InferInput<C['input']>, Input>(
  client: Client,
  call: C,
  send: (input: Input) => Sent,
  { quiet = false, stays = false, form = false }: Asking = {},
) {
  return fromPromise<Answer<C>, Input>(async ({ input, signal }) => {
    const options = { quiet, ...(!stays && { signal }) }
    const asked = form ? ofForm(client, signal) : client
    return result(await asked.call(call, send(input), options)) as Answer<C>
  })
}
