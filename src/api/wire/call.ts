import type { BaseIssue, BaseSchema, InferOutput } from 'valibot'
import type { MessageKey, MessageParams } from './messages.ts'

export type Schema<Output = unknown> = BaseSchema<unknown, Output, BaseIssue<unknown>>

/**
 * A call of the API, as data: the client, the server's routes and the OpenAPI document all derive from it.
 *
 * - `path`: below `/api/`
 * - `token`: whether the session's token goes with it
 * - `ours`: a call that the product needs and its specification does not list
 * - `once`: it moves money; its input carries a `requestId`, and the same id answers with the first answer again
 * - `file`: its request carries one file, as multipart/form-data, after the fields
 * - `download`: the name of the file that its answer is; empty where it is none
 * - `lines`: the fields of its input whose text may have several lines
 * - `signed`: no person makes it, but a provider who signs its body: `server/platform/http/signature.ts` says how
 */
export type Call<Input extends Schema = Schema, Output extends Schema = Schema> = {
  method: 'GET' | 'POST'
  path: string
  token: boolean
  ours: boolean
  once: boolean
  file: boolean
  download: string
  signed: boolean
  lines: readonly string[]
  summary: string
  input: Input
  output: Output
}

export type Input<C extends Call> = InferOutput<C['input']>
export type Output<C extends Call> = InferOutput<C['output']>

/** Declares a call. The method is GET, and the rest false or empty, unless said. */
export function defineCall<
  I extends Schema,
  O extends Schema,
  Token extends boolean = false,
  Once extends boolean = false,
>(
  call: Pick<Call<I, O>, 'path' | 'summary' | 'input' | 'output'> &
    Partial<Pick<Call, 'method' | 'ours' | 'file' | 'download' | 'signed' | 'lines'>> & { token?: Token; once?: Once },
) {
  return {
    method: 'GET',
    ours: false,
    file: false,
    download: '',
    signed: false,
    lines: [],
    token: false as Token,
    once: false as Once,
    ...call,
  } satisfies Call
}

/** What every answer is wrapped in. `message` is the result where `type` is `ok`, and the Chinese text of the refusal otherwise. */
export type Envelope<T = unknown> =
  | { type: 'ok'; code: 1; message: T }
  | { type: 'error'; code: 0; message: string; key?: MessageKey; params?: MessageParams }
  | { type: 999; code: 999; message: string; key?: MessageKey; params?: MessageParams }
