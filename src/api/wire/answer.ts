import type { Envelope } from './call.ts'
import type { MessageKey, MessageParams } from './messages.ts'

/** The reason of a refusal. `key` is null if the catalogue does not have its text. */
export type AnswerRefusal = { key: MessageKey | null; params: MessageParams; text: string }

/**
 * Why there is no answer. `network`: the request failed. `timeout`: it took too long. `aborted`: by the caller. `unreadable`: the response
 * is not an answer of this API.
 */
export class CallFailed extends Error {
  readonly reason: 'network' | 'timeout' | 'aborted' | 'unreadable'

  constructor(reason: CallFailed['reason'], path: string, cause?: unknown) {
    super(`${path}: ${reason}`, { cause })
    this.name = 'CallFailed'
    this.reason = reason
  }
}

/** Thrown by `result` for a refusal. */
export class CallRefused extends Error {
  readonly refusal: AnswerRefusal

  constructor(refusal: AnswerRefusal) {
    super(refusal.text)
    this.name = 'CallRefused'
    this.refusal = refusal
  }
}

/** The reason of a refusal, or null for a success. */
export function refusalOf(answer: Envelope): AnswerRefusal | null {
  if (answer.type === 'ok') return null
  const { key = null, params = {}, message } = answer
  return { key, params, text: message }
}

/**
 * The result in an answer.
 *
 * @throws CallRefused for a refusal
 */
export function result<T>(answer: Envelope<T>): T {
  if (answer.type === 'ok') return answer.message
  throw new CallRefused(refusalOf(answer) ?? { key: null, params: {}, text: '' })
}
