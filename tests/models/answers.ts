import { CallFailed, CallRefused } from '../../src/api/answer.ts'
import { chineseText, type MessageKey, type MessageParams } from '../../src/api/messages.ts'

/** What an effect throws where the server says no. */
export const refused = (key: MessageKey, params: MessageParams = {}) =>
  new CallRefused({ key, params, text: chineseText(key, params) })

/** What an effect throws where no answer came. */
export const unanswered = new CallFailed('network', 'anything')
