import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { langs } from '../../src/api/wire/first-fields.ts'
import { bcp47, formatTime } from '../../src/ui/format/format.ts'
import { messageText, startI18n } from '../../src/ui/i18n/index.ts'

beforeAll(async () => {
  await startI18n()
  for (const lang of langs) {
    const texts = JSON.parse(readFileSync(`src/ui/i18n/locales/${lang}/messages.json`, 'utf8'))
    i18next.addResourceBundle(bcp47(lang), 'messages', texts)
  }
})

afterAll(() => i18next.changeLanguage('en'))

test.each(langs)('a wrong authenticator code says the server’s time, if it is known: in %s', async (lang) => {
  await i18next.changeLanguage(bcp47(lang))
  const seconds = Date.UTC(2026, 10, 27, 7, 8, 9) / 1_000
  const time = formatTime(seconds).slice(11)
  expect(messageText('wrongAuthenticatorCode', { time: String(seconds) })).toContain(time)
  expect(messageText('wrongAuthenticatorCode')).not.toContain(':')
})
