import type { Page } from '@playwright/test'
import { type Lang, langs } from '../../../src/api/wire/fields.ts'
import { messages } from '../../../src/api/wire/messages.ts'
import { bcp47 } from '../../../src/ui/format/format.ts'
import { languageNames } from '../../../src/ui/format/languages.ts'
import { expect, test } from '../kit/fixtures.ts'
import { type Labels, widest, words, wordsIn } from '../kit/labels.ts'
import { findFlaws } from '../kit/legible.ts'
import { open } from '../kit/places.ts'
import { speak } from '../kit/pseudo.ts'
import { PARTS, seeEverything } from '../kit/sights.ts'

type Screen = { width: number; height: number; text?: number }

/** A common screen with text twice as large, the narrowest, and a common narrow one. */
const TIGHT: readonly Screen[] = [
  { width: 390, height: 844, text: 2 },
  { width: 320, height: 640 },
  { width: 384, height: 844 },
]
/** The widths of most other phones, a phone on its side, a tablet, a desktop. */
const WIDE: readonly Screen[] = [
  ...[360, 375, 390, 393, 412].map((width) => ({ width, height: 844 })),
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]
const LONG = process.env.TEST_LONG !== undefined

type Visit = { name: string; lang: Lang; screens: readonly Screen[]; texts?: Readonly<Record<string, string>> }
/**
 * Characters, and the widest texts of all languages that have letters: what they fit in fits each. `npm run test:faults`
 * takes every language on every screen.
 */
const visits: readonly Visit[] = LONG
  ? langs.map((lang) => ({ name: languageNames[lang], lang, screens: [...TIGHT, ...WIDE] }))
  : [
      { name: languageNames.jp, lang: 'jp', screens: TIGHT },
      { name: 'the widest texts of all', lang: 'vn', screens: TIGHT, texts: widest },
    ]

/** What would be shown where a language has no text for it. */
const keys = new Set([...Object.keys(words), ...Object.keys(messages)])

/** All clipped texts of the current page, at each width; and catalogue keys shown instead of texts. */
async function flawsOf(page: Page, what: string, screens: readonly Screen[]): Promise<string[]> {
  const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim())
  const found = lines.filter((line) => keys.has(line)).map((key) => `${what}: a key “${key}”`)
  for (const { text = 1, ...size } of screens) {
    await page.setViewportSize(size)
    await page.evaluate((scale) => {
      document.documentElement.style.fontSize = scale === 1 ? '' : `${scale * 100}%`
    }, text)
    // What follows its size, such as a row that scrolls to its selected tab, does so before the next frame but one.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const flaws = await findFlaws(page)
    const where = `${what} at ${size.width}x${size.height}${text === 1 ? '' : `, text ${text} times as large`}`
    found.push(...flaws.map(({ flaw, where: part, text }) => `${where}: ${flaw}: ${part} “${text}”`))
  }
  return found
}

test.describe('languages: no text is cut off on a small screen', () => {
  for (const { name, lang, screens, texts } of visits) {
    for (const part of PARTS) {
      test(`on ${part}, in ${name}`, async ({ page, trader }) => {
        if (texts) await speak(page, lang, (key) => texts[key] ?? key)
        await open(page, '/pages/me/language')
        await page.getByRole('radio', { name: languageNames[lang] }).click()
        await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
        await expect(page.getByRole('radio', { name: languageNames[lang] })).toBeChecked()
        const look = (what: string) => flawsOf(page, what, screens)
        const t = (texts as Labels | undefined) ?? wordsIn(lang)
        const found = await seeEverything({ page, trader, t, look }, [part])
        await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
        if (part === 'pages') {
          await page.goto('/walletJump.html')
          await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
          found.push(...(await look('the page that opens a wallet')))
        }
        expect(found).toEqual([])
      })
    }
  }
})
