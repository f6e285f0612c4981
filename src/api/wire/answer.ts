import type { Envelope } from './call.ts'
import type { MessageKey, MessageParams } from './messages.ts'

/** Why an answer is a refusal. `key` is null where the catalogue does not know its text. */
export type AnswerRefusal = { key: MessageKey | null; params: MessageParams; text: string }

/**
 * Why no answer came. `network`: the request failed. `timeout`: it took too long. `aborted`: the caller gave it up.
 * `unreadable`: what came is not an answer of this API.
 */
export class CallFailed extends Error {
  readonly reason: 'network' | 'timeout' | 'aborted' | 'unreadable'

  constructor(reason: CallFailed['reason'], path: string, cause?: unknown) {
    super(`${path}: ${reason}`, { cause })
    this.name = 'CallFailed'
    this.reason = reason
  }
}

/** What `result` throws where the server answered, and said no. */
export class CallRefused extends Error {
  readonly refusal: AnswerRefusal

  constructor(refusal: AnswerRefusal) {
    super(refusal.text)
    this.name = 'CallRefused'
    this.refusal = refusal
  }
}

/** Why this answer is a refusal, or null where it is a success. */
export function refusalOf(answer: Envelope): AnswerRefusal | null {
  if (answer.type === 'ok') return null
  const { key = null, params = {}, message } = answer
  return { key, params, text: message }
}

/**
 * The result in an answer.
 *
 * @throws CallRefused where the answer is a refusal
 */
export function result<T>(answer: Envelope<T>): T {
  if (answer.type === 'ok') return answer.message
  throw new CallRefused(refusalOf(answer) ?? { key: null, params: {}, text: '' })
}
