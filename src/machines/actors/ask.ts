import type { InferInput } from 'valibot'
import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Call, Output } from '../../api/call.ts'
import type { CallOptions, Client } from '../../api/client.ts'

/** What a call answers; a list cannot be changed by whoever gets it. */
type Answer<C extends Call> = Output<C> extends (infer Item)[] ? readonly Item[] : Output<C>

/** `quiet`: nobody waits for it. `stays`: it is not given up with its actor, for what went out cannot be called back. */
export type Asking = Pick<CallOptions, 'quiet'> & { stays?: boolean }

/**
 * An effect that is one call. Its output is the call's result; it fails with `CallRefused` or `CallFailed`.
 *
 * @param send what the call sends, made of the effect's own input
 */
export function ask<C extends Call, const Sent extends InferInput<C['input']>, Input>(
  client: Client,
  call: C,
  send: (input: Input) => Sent,
  { quiet = false, stays = false }: Asking = {},
) {
  return fromPromise<Answer<C>, Input>(async ({ input, signal }) => {
    const options = { quiet, ...(!stays && { signal }) }
    return result(await client.call(call, send(input), options)) as Answer<C>
  })
}
