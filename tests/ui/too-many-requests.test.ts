import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lang, langs } from '../../src/api/wire/first-fields.ts'
import { bcp47 } from '../../src/ui/format/format.ts'
import { messageText, startI18n } from '../../src/ui/i18n/index.ts'

beforeAll(async () => {
  await startI18n()
  for (const lang of langs) {
    const texts = JSON.parse(readFileSync(`src/ui/i18n/locales/${lang}/messages.json`, 'utf8'))
    i18next.addResourceBundle(bcp47(lang), 'messages', texts)
  }
})

const said: Record<Lang, readonly [one: string, seconds: string, minutes: string]> = {
  en: ['1 second', '90 seconds', '2 minutes'],
  zh: ['1秒钟', '90秒钟', '2分钟'],
  es: ['1 segundo', '90 segundos', '2 minutos'],
  it: ['1 secondo', '90 secondi', '2 minuti'],
  jp: ['1秒', '90秒', '2分'],
  ko: ['1초', '90초', '2분'],
  pt: ['1 segundo', '90 segundos', '2 minutos'],
  hk: ['1秒', '90秒', '2分鐘'],
  vn: ['1 giây', '90 giây', '2 phút'],
}

afterAll(() => i18next.changeLanguage('en'))

test.each(langs)('too many requests say for how long, above 90 seconds in minutes: in %s', async (lang) => {
  await i18next.changeLanguage(bcp47(lang))
  const wait = (seconds: string) => messageText('tooManyRequests', { seconds, captcha: '1' })
  const [one, seconds, minutes] = said[lang]
  expect(wait('1')).toContain(one)
  expect(wait('90')).toContain(seconds)
  expect(wait('91')).toContain(minutes)
  expect(wait('120')).toContain(minutes)
})

test('too many requests without a known duration say to wait a moment', async () => {
  await i18next.changeLanguage('en')
  expect(messageText('tooManyRequests')).toBe('Too many requests. Wait a moment, then try again')
  expect(messageText('tooManyRequests', { seconds: '3600' })).toBe('Too many requests. Try again in 1 hour')
})
