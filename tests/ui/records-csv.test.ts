import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { afterAll, expect, test, vi } from 'vitest'
import { langs } from '../../src/api/wire/first-fields.ts'
import { bcp47, showTimesIn } from '../../src/ui/format/format.ts'
import { saveFile } from '../../src/ui/forms/save-file.ts'
import { startI18n } from '../../src/ui/i18n/index.ts'
import { saveRecords } from '../../src/ui/pages/records/save-records.ts'

vi.mock('../../src/ui/forms/save-file.ts')

const textsOf = (lang: string): Record<string, string> =>
  Object.assign(
    {},
    ...['pages/records/locales/LANG', 'i18n/locales/LANG/shared'].map((path) =>
      JSON.parse(readFileSync(`src/ui/${path.replace('LANG', lang)}.json`, 'utf8')),
    ),
  )

afterAll(() => i18next.changeLanguage('en'))

test('records csv: the header of the times names their zone, and no other, in each language', async () => {
  await startI18n()
  showTimesIn('Asia/Ho_Chi_Minh')
  for (const lang of langs) {
    i18next.addResourceBundle(bcp47(lang), 'ui', textsOf(lang))
    await i18next.changeLanguage(bcp47(lang))
    await saveRecords([])
    const [time] = String(vi.mocked(saveFile).mock.lastCall?.[1]).slice(1).split(',')
    expect(time).toMatch(/^[\p{L}\p{M} ]+ \(Asia\/Ho_Chi_Minh\)$/u)
  }
  showTimesIn(undefined)
})
