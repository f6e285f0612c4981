import { CallFailed, CallRefused } from '../../../src/api/wire/answer.ts'
import { chineseText } from '../../../src/api/wire/chinese.ts'
import type { MessageKey, MessageParams } from '../../../src/api/wire/messages.ts'

/** An effect's error after a refusal. */
export const refused = (key: MessageKey, params: MessageParams = {}) =>
  new CallRefused({ key, params, text: chineseText(key, params) })

/** An effect's error without an answer. */
export const unanswered = new CallFailed('network', 'anything')
