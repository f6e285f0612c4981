import type { BaseIssue, BaseSchema, InferOutput } from 'valibot'
import type { MessageKey, MessageParams } from './messages.ts'

export type Schema<Output = unknown> = BaseSchema<unknown, Output, BaseIssue<unknown>>

/**
 * A call of the API, as data: the client, the server's routes and the OpenAPI document all derive from it.
 *
 * - `path`: below `api/`, relative to the page
 * - `token`: whether it sends the session's token
 * - `ours`: a call that the product's specification does not list
 * - `once`: it moves money; its input has a `requestId`, and a repeated id returns the first answer
 * - `file`: its request has one file, as multipart/form-data, after the fields
 * - `compressed`: whether a long answer is compressed: never one with a secret, a code or a text that another person may have chosen, see
 *   docs/security.md
 * - `download`: the file name of its answer; empty if it is no file
 * - `lines`: the fields of its input whose text may have several lines
 * - `signed`: made by a provider that signs its body: see `server/platform/http/signature.ts`
 */
export type Call<Input extends Schema = Schema, Output extends Schema = Schema> = {
  method: 'GET' | 'POST'
  path: string
  token: boolean
  ours: boolean
  once: boolean
  file: boolean
  compressed: boolean
  download: string
  signed: boolean
  lines: readonly string[]
  summary: string
  input: Input
  output: Output
}

export type Input<C extends Call> = InferOutput<C['input']>
export type Output<C extends Call> = InferOutput<C['output']>

/** Declares a call. By default the method is GET, and the rest false or empty. */
export function defineCall<
  I extends Schema,
  O extends Schema,
  Token extends boolean = false,
  Once extends boolean = false,
>(
  call: Pick<Call<I, O>, 'path' | 'summary' | 'input' | 'output'> &
    Partial<Pick<Call, 'method' | 'ours' | 'file' | 'compressed' | 'download' | 'signed' | 'lines'>> & {
      token?: Token
      once?: Once
    },
) {
  return {
    method: 'GET',
    ours: false,
    file: false,
    compressed: false,
    download: '',
    signed: false,
    lines: [],
    token: false as Token,
    once: false as Once,
    ...call,
  } satisfies Call
}

/** The envelope of every answer. `message` is the result if `type` is `ok`, and otherwise the Chinese text of the refusal. */
export type Envelope<T = unknown> =
  | { type: 'ok'; code: 1; message: T }
  | { type: 'error'; code: 0; message: string; key?: MessageKey; params?: MessageParams }
  | { type: 999; code: 999; message: string; key?: MessageKey; params?: MessageParams }
