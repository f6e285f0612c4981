import i18next from 'i18next'
import { isMessageKey } from '../../../api/lookup.ts'
import type { UserMessage } from '../../../api/user.ts'
import type { NoticeContent } from '../../../machines/session/notice.ts'
import { messageText } from '../../i18n/index.ts'

const NEWS_LENGTH_MAX = 80

/** What a message says, in the language that the app shows now; an operator's own words as they are. */
export const messageWords = ({ key, params, text }: UserMessage): string =>
  isMessageKey(key) ? messageText(key, params) : (text ?? '')

/** What a notice says of a message that has just come. */
export function messageNews({ key, params, text }: UserMessage): NoticeContent {
  if (isMessageKey(key)) return { key, params, tone: 'plain' }
  const words = text ?? ''
  const short = words.length > NEWS_LENGTH_MAX ? `${words.slice(0, NEWS_LENGTH_MAX)}…` : words
  return { text: i18next.t('messages.news', { text: short }), tone: 'plain' }
}
