import i18next from 'i18next'
import { isMessageKey } from '../../../api/lookup.ts'
import type { MessageKey } from '../../../api/messages.ts'
import type { UserMessage } from '../../../api/user.ts'
import type { NoticeContent } from '../../../machines/session/notice.ts'
import { messageText } from '../../i18n/index.ts'

const NEWS_LENGTH_MAX = 80

/** The end of what stands in the lists of orders shows by itself, with the way to its receipt. */
const shownAsOrders: ReadonlySet<string> = new Set<MessageKey>([
  'optionWon',
  'optionLost',
  'optionReturned',
  'contractClosed',
  'contractTookProfit',
  'contractStopped',
  'contractLiquidated',
  'contractLiquidatedForFee',
  'contractReturned',
  'forexClosed',
  'forexTookProfit',
  'forexStopped',
  'forexStoppedOut',
  'forexReturned',
  'stopPassed',
  'spotBought',
  'spotSold',
  'spotReturned',
])

/** What ends every other session is said by the page on which it was done: there a notice would lie over the recovery codes. */
const saidByItsPage: ReadonlySet<string> = new Set<MessageKey>(['authenticatorAdded', 'authenticatorRemoved'])

/** Whether a message that has just come is told by a notice: one that was read as it came is of a kind that they do not want to hear of. */
export const isNews = ({ key, readAt }: UserMessage): boolean =>
  readAt === null && !shownAsOrders.has(key ?? '') && !saidByItsPage.has(key ?? '')

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
