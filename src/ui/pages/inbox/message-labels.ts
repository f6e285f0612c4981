import i18next from 'i18next'
import type { UserMessage } from '../../../api/account/user.ts'
import type { Lang } from '../../../api/wire/first-fields.ts'
import { isMessageKey, type MessageKey } from '../../../api/wire/messages.ts'
import type { NoticeContent } from '../../../machines/session/notice.ts'
import { currencyOf, findCurrency } from '../../../rules/money/currencies.ts'
import { formatMoney, parseSigned } from '../../../rules/money/money.ts'
import { formatAmount } from '../../format/format.ts'
import { messageText, type UiKey } from '../../i18n/index.ts'
import {
  BANK,
  DEPOSIT,
  KYC,
  LOANS,
  ORDERS,
  PLAN_ORDERS,
  RECORDS,
  SAVINGS,
  SECURITY,
  SERVICE,
  STRATEGY_ORDERS,
  WITHDRAW,
} from '../../router/places.ts'

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
const saidByItsPage: ReadonlySet<string> = new Set<MessageKey>([
  'authenticatorAdded',
  'authenticatorRemoved',
  'passkeyRemoved',
])

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

/** Where a message's first clause ends. */
const CLAUSE = /^(.+?)(?:: |：|[.;] |[。；]|\.?\n+)(?=\S)([\s\S]*)$/

/** A message as a title of one line, and what follows it. */
export function messageLines(message: UserMessage): { title: string; detail: string | undefined } {
  const text = messageLabels(message).trim()
  const [, title, detail] = CLAUSE.exec(text) ?? []
  return title === undefined ? { title: text, detail: undefined } : { title, detail }
}

/** Where each message leads: by its whole key, or else by the longest beginning of it. */
const acts = {
  loan: [LOANS, 'messages.act.loans'],
  loanDueSoon: [LOANS, 'messages.act.repay'],
  loanLate: [LOANS, 'messages.act.repay'],
  loanCollected: [LOANS, 'messages.act.repay'],
  deposit: [DEPOSIT, 'messages.act.deposits'],
  withdrawal: [WITHDRAW, 'messages.act.withdrawals'],
  withdrawalAddress: [SECURITY, 'messages.act.security'],
  savings: [SAVINGS, 'messages.act.savings'],
  plan: [PLAN_ORDERS, 'messages.act.plans'],
  strategy: [STRATEGY_ORDERS, 'messages.act.strategies'],
  option: [ORDERS, 'messages.act.orders'],
  contract: [ORDERS, 'messages.act.orders'],
  forex: [ORDERS, 'messages.act.orders'],
  spot: [ORDERS, 'messages.act.orders'],
  stop: [ORDERS, 'messages.act.orders'],
  balance: [RECORDS, 'messages.act.records'],
  realName: [KYC, 'messages.act.identity'],
  bankCard: [BANK, 'messages.act.bank'],
} as const satisfies Record<string, readonly [to: string, label: UiKey]>

const byLength = Object.entries(acts).toSorted(([one], [other]) => other.length - one.length)

/** What a message asks for, or where it leads; undefined if it only tells. */
export function messageAct({ kind, key }: Pick<UserMessage, 'kind' | 'key'>): { to: string; label: UiKey } | undefined {
  if (kind === 'support') return { to: SERVICE, label: 'chat.open' }
  const [, [to, label] = []] = byLength.find(([beginning]) => key?.startsWith(beginning)) ?? []
  if (to !== undefined && label !== undefined) return { to, label }
  return kind === 'security' ? { to: SECURITY, label: 'messages.act.security' } : undefined
}

const paid: Partial<Record<MessageKey, readonly [plus: string | undefined, minus: string | undefined]>> = {
  contractClosed: ['amount', 'paid'],
  contractLiquidated: ['amount', 'paid'],
  contractLiquidatedForFee: ['amount', 'paid'],
  contractStopped: ['amount', 'paid'],
  contractTookProfit: ['amount', 'paid'],
  forexClosed: ['amount', 'paid'],
  forexStopped: ['amount', 'paid'],
  forexStoppedOut: ['amount', 'paid'],
  forexTookProfit: ['amount', 'paid'],
  optionWon: ['profit', undefined],
  optionLost: [undefined, 'amount'],
  depositArrived: ['amount', undefined],
  withdrawalArrived: [undefined, 'amount'],
  savingsMatured: ['interest', undefined],
  planEnded: ['total', 'amount'],
}

type MessageResult = { amount: string; currency: string }

/** What a message's order came to, or what moved: a signed decimal. Undefined if nothing did. */
export function messageResult({ key, params }: UserMessage): MessageResult | undefined {
  const terms = isMessageKey(key) ? paid[key] : undefined
  const { currency } = params
  if (!terms || currency === undefined || !findCurrency(currency)) return undefined
  const { scale } = currencyOf(currency)
  const [plus, minus] = terms.map((name) => (name === undefined ? 0n : parseSigned(params[name] ?? '', scale)))
  return plus === undefined || minus === undefined ? undefined : { amount: formatMoney(plus - minus, scale), currency }
}

/** A message's result in figures, as its text and its order have it: no digit is rounded off. */
export const resultText = ({ amount, currency }: MessageResult, lang: Lang): string =>
  formatAmount(amount, 'exact', currency, lang, { sign: true })
