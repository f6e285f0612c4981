import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { Envelope } from '../../../src/api/wire/call.ts'
import { chineseText } from '../../../src/api/wire/chinese.ts'
import { type MessageKey, messages } from '../../../src/api/wire/messages.ts'
import type { TestServer } from '../harness.ts'

const LOCALES = 'src/ui/i18n/locales'

/** The shortest way to each refusal. */
export type Ways = Partial<Record<MessageKey, (server: TestServer) => Promise<Envelope>>>

/** The refusals of the catalogue between two messages, the first of them included: it keeps its groups together. */
export function refusalsBetween(first: MessageKey, end: MessageKey): MessageKey[] {
  const all = Object.keys(messages) as MessageKey[]
  return all.slice(all.indexOf(first), all.indexOf(end)).filter((key) => 'status' in messages[key])
}

/** Provokes each refusal: it is sent in Chinese, and has texts in nine languages. */
export function testRefusals(server: TestServer, ways: Ways): void {
  let locales: Map<string, Record<string, string>>
  beforeAll(() => {
    const read = (lang: string) => JSON.parse(readFileSync(`${LOCALES}/${lang}/messages.json`, 'utf8'))
    locales = new Map(readdirSync(LOCALES).map((lang) => [lang, read(lang)]))
  })

  it.each(Object.entries(ways) as [MessageKey, (server: TestServer) => Promise<Envelope>][])(
    'of %s says so in Chinese, and has its words in nine languages',
    async (key, provoke) => {
      const answer = await provoke(server)
      if (answer.type === 'ok') throw new Error('it was not refused')
      const { params = {} } = answer
      const type = key === 'signInRequired' ? 999 : 'error'
      expect(answer).toMatchObject({ type, key, message: chineseText(key, params) })
      expect([...locales].filter(([, texts]) => (texts[key] ?? '') !== '')).toHaveLength(9)
    },
  )
}
