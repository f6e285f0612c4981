import type { AnswerRefusal } from '../api/answer.ts'
import { messageText } from './i18n/index.ts'

/** Why the server said no, in the language that the app shows now; in its own words where the catalogue has none. */
export const refusalText = ({ key, params, text }: AnswerRefusal): string =>
  key === null ? text : messageText(key, params)
