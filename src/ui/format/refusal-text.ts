import type { AnswerRefusal } from '../../api/wire/answer.ts'
import { messageText } from '../i18n/index.ts'

/** The text of a refusal, in the app's language; the server's own text if the catalogue has none. */
export const refusalText = ({ key, params, text }: AnswerRefusal): string =>
  key === null ? text : messageText(key, params)
