import type { InferInput } from 'valibot'
import { fromPromise } from 'xstate'
import type { CallOptions } from '../../api/client/client.ts'
import type { Call, Output, Schema } from '../../api/wire/call.ts'
import type { About, Heard } from '../../api/wire/kept-answers.ts'
import type { Listed, Page, PageRequest } from '../parts/pagedList.ts'
import type { OnceRequest, OnceSending } from '../parts/submitOnce.ts'
import { type Answer, dep, send } from './call.ts'

/** An actor that sends an idempotent request, or retries it, and is not aborted with its parent. */
export const once = <C extends Call, Request extends InferInput<C['input']> & OnceRequest>(call: C) =>
  fromPromise<Answer<C>, OnceSending<Request>>(({ input: { again: _, ...request } }) =>
    send(call, request as Request, { quiet: true }),
  )

type Lists<Entry extends Listed> = Call<Schema, Schema<Entry[]>>

/** An actor that loads a page of a list, newest first. `fixed`: a constant filter. */
export const page = <Entry extends Listed, Query extends object>(call: Lists<Entry>, fixed?: object, quiet = false) =>
  fromPromise<Page<Entry>, PageRequest<Query>>(async ({ input, signal }) => ({
    entries: await send(call, { ...input, ...fixed }, { signal, quiet }),
  }))

/** The same; without an answer, the newest page is the cached one. Not for lists with what a device must not store. */
export const keptPage = <Entry extends Listed, Query extends object>(call: Lists<Entry>, fixed: object = {}) =>
  fromPromise<Page<Entry>, PageRequest<Query>>(async ({ input, signal }) => {
    const { before, limit, ...query } = { ...input, ...fixed }
    const asked = { ...query, before, limit }
    if (before !== undefined) return { entries: await send(call, asked, { signal }) }
    const { value, asOf } = await orKept(call, asked, { signal }, query as About)
    return { entries: value, asOf }
  })

/** An actor that loads one entry of a list by its id; null if there is none. Without an answer it is the cached one. */
export const oneOrKept = <Entry extends Listed>(call: Lists<Entry>) =>
  fromPromise<Heard<Entry | null>, { id: string }>(async ({ input: { id }, signal }) => {
    const { value, asOf } = await orKept(call, { id }, { signal })
    return { value: value[0] ?? null, asOf }
  })

/**
 * A call's result; without an answer, the cached last one. `about`: the part of the input that identifies a cached answer; by default all.
 */
export const orKept = <C extends Call>(
  call: C,
  input: InferInput<C['input']> & object,
  options: CallOptions,
  about = input as About,
) =>
  dep('kept').orKept(call, about, () => send(call, input, options) as Promise<Output<C>>) as Promise<Heard<Answer<C>>>

/** An actor that is one call; without an answer, its output is the cached last one. */
export const callOrKept = <C extends Call, Input extends InferInput<C['input']> & About>(
  call: C,
  { quiet = false }: { quiet?: boolean } = {},
) => fromPromise<Heard<Answer<C>>, Input>(({ input = {} as Input, signal }) => orKept(call, input, { signal, quiet }))
