import type { InferInput } from 'valibot'
import { fromPromise } from 'xstate'
import type { CallOptions, Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import type { Call, Output, Schema } from '../../api/wire/call.ts'
import type { About, Heard, KeptAnswers } from '../../api/wire/kept-answers.ts'
import type { Listed, Page, PageRequest } from '../parts/pagedList.ts'
import type { OnceRequest, OnceSending } from '../parts/submitOnce.ts'

/** The answer of a call, read-only. */
type Answer<C extends Call> = Output<C> extends (infer Item)[] ? readonly Item[] : Output<C>

/**
 * `quiet`: a background request. `stays`: not aborted with its actor, since a sent request cannot be recalled.
 * `form`: see `ofForm`.
 */
export type Asking = Pick<CallOptions, 'quiet'> & { stays?: boolean; form?: boolean }

/** The client of a form, which shows its own refusals. Once it is closed, a notice shows them. */
export const ofForm = (client: Client, signal: AbortSignal): Client => ({
  call: (call, input, options) => client.call(call, input, { inPlace: () => !signal.aborted, ...options }),
})

/**
 * An effect that is one call. Its output is the call's result; it fails with `CallRefused` or `CallFailed`.
 *
 * @param send the call's body, from the effect's input
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

/** An effect that sends an idempotent request, or retries it, and is not aborted with its actor. */
export const once = <C extends Call, Request extends InferInput<C['input']> & OnceRequest>(client: Client, call: C) =>
  fromPromise<Answer<C>, OnceSending<Request>>(
    async ({ input: { again: _, ...request } }) =>
      result(await client.call(call, request as Request, { quiet: true })) as Answer<C>,
  )

type Lists<Entry extends Listed> = Call<Schema, Schema<Entry[]>>

/** An effect that loads a page of a list, newest first. `fixed`: a constant filter. */
export const page = <Entry extends Listed, Query extends object>(client: Client, call: Lists<Entry>, fixed?: object) =>
  fromPromise<Page<Entry>, PageRequest<Query>>(async ({ input, signal }) => ({
    entries: result(await client.call(call, { ...input, ...fixed }, { signal })),
  }))

/** An effect that loads one entry of a list by its id; null if there is none. */
export const one = <Entry extends Listed>(client: Client, call: Lists<Entry>) =>
  fromPromise<Entry | null, { id: string }>(
    async ({ input: { id }, signal }) => result(await client.call(call, { id }, { signal }))[0] ?? null,
  )

/** An effect that is one call; without an answer, its output is the cached last one. */
export const askOrKept = <C extends Call, Input extends InferInput<C['input']> & About>(
  client: Client,
  kept: KeptAnswers,
  call: C,
  { quiet = false }: Asking = {},
) =>
  fromPromise<Heard<Answer<C>>, Input>(
    ({ input = {} as Input, signal }) =>
      kept.orKept(call, input, async () => result(await client.call(call, input, { signal, quiet }))) as Promise<
        Heard<Answer<C>>
      >,
  )
