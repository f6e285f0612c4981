import chinese from '../../ui/i18n/locales/zh/messages.json' with { type: 'json' }
import type { MessageKey, MessageParams } from './messages.ts'

/** The text of each message as it goes out in an answer; `{{name}}` stands for a parameter. */
export const chineseTexts: Readonly<Record<MessageKey, string>> = chinese

/** The Chinese text of a message, its parameters filled in. */
export const chineseText = (key: MessageKey, params: MessageParams = {}): string =>
  chineseTexts[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')
