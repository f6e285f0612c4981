import { readFileSync } from 'node:fs'
import type { Lang } from '../../src/api/wire/fields.ts'
import { bcp47, numberFormat } from '../../src/api/wire/language-tags.ts'
import type { MessageKey } from '../../src/api/wire/messages.ts'
import type { MessageKind } from '../../src/rules/account/notifications.ts'
import type { Letter } from '../platform/messengers.ts'
import type { Pushed } from './push.ts'
import { type Words, words } from './templates.ts'

/** A message, its user's language, and whether e-mail and push may contain its content. */
export type Said = {
  id: string
  kind: MessageKind
  key: string | null
  params: Record<string, string>
  text: string | null
  lang: Lang
  details: boolean
}

const DECIMAL = /^-?\d+(\.\d+)?$/
/** A push service accepts 4,096 bytes in all. */
const PUSHED_LENGTH_MAX = 300

const catalogues = new Map<Lang, Record<MessageKey, string>>()

/** The catalogue's texts, shared with the app. */
function catalogueOf(lang: Lang): Record<MessageKey, string> {
  const known = catalogues.get(lang)
  if (known) return known
  const file = new URL(`../../src/ui/i18n/locales/${lang}/messages.json`, import.meta.url)
  const read = JSON.parse(readFileSync(file, 'utf8'))
  catalogues.set(lang, read)
  return read
}

/** The text of a message in its user's language, with figures in that language's format. */
export function textOf({ key, params, text, lang }: Said): string {
  if (key === null) return text ?? ''
  const numbers = numberFormat(lang, { maximumFractionDigits: 18 })
  const written = (value = '') => (DECIMAL.test(value) ? numbers.format(value as `${number}`) : value)
  return catalogueOf(lang)[key as MessageKey].replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(params[name]))
}

const plain = ({ kinds, news }: Words, kind: MessageKind) => news.replace('{{kind}}', kinds[kind])

/** The letter about a message. Its subject reveals nothing, because a locked screen shows it. */
export function letterOf(said: Said): Letter {
  const own = words[said.lang]
  const text = said.details ? textOf(said) : `${plain(own, said.kind)} ${own.open}`
  return { subject: own.subject, text: `${text}\n\n${own.why}` }
}

/** The notification of a message; without content, the newest replaces all. */
export function pushOf(said: Said): Pushed {
  const own = words[said.lang]
  const body = said.details ? textOf(said).slice(0, PUSHED_LENGTH_MAX) : own.subject
  const topic = said.details ? said.id : 'messages'
  return {
    payload: JSON.stringify({ title: 'Quoin', body, tag: topic, lang: bcp47(said.lang) }),
    topic,
    urgent: said.kind === 'security',
  }
}
