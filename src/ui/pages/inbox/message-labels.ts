import i18next from 'i18next'
import type { UserMessage } from '../../../api/account/user.ts'
import { isMessageKey } from '../../../api/wire/lookup.ts'
import type { MessageKey } from '../../../api/wire/messages.ts'
import type { NoticeContent } from '../../../machines/session/notice.ts'
import { messageText } from '../../i18n/index.ts'

const NEWS_LENGTH_MAX = 80

/** The end of an order in the lists has its own notice, with a link to its receipt. */
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

/** Actions that end other sessions are reported by their own page: a notice would cover the recovery codes. */
const saidByItsPage: ReadonlySet<string> = new Set<MessageKey>(['authenticatorAdded', 'authenticatorRemoved'])

/** Whether a new message gets a notice: one that arrived as read is of a kind the user has turned off. */
export const isNews = ({ key, readAt }: UserMessage): boolean =>
  readAt === null && !shownAsOrders.has(key ?? '') && !saidByItsPage.has(key ?? '')

/** A message's text in the app's current language; an operator's text unchanged. */
export const messageLabels = ({ key, params, text }: UserMessage): string =>
  isMessageKey(key) ? messageText(key, params) : (text ?? '')

/** The notice for a new message. */
export function messageNews({ key, params, text }: UserMessage): NoticeContent {
  if (isMessageKey(key)) return { key, params, tone: 'plain' }
  const words = text ?? ''
  const short = words.length > NEWS_LENGTH_MAX ? `${words.slice(0, NEWS_LENGTH_MAX)}…` : words
  return { text: i18next.t('messages.news', { text: short }), tone: 'plain' }
}
