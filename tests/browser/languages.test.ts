import type { Page } from '@playwright/test'
import { type Lang, langs } from '../../src/api/fields.ts'
import { messages } from '../../src/api/messages.ts'
import { bcp47 } from '../../src/ui/format.ts'
import { languageNames } from '../../src/ui/languages.ts'
import { expect, test } from './fixtures.ts'
import { findFlaws } from './legible.ts'
import { open } from './places.ts'
import { seeEverything } from './sights.ts'
import { words, wordsIn } from './words.ts'

type Screen = { width: number; height: number; text?: number }

/** A common screen with text twice as large, and the narrowest: what fits there fits elsewhere, but for what is laid out otherwise. */
const TIGHT: readonly Screen[] = [
  { width: 390, height: 844, text: 2 },
  { width: 320, height: 640 },
]
/** The common one as it is, a phone on its side, a tablet, a desk. */
const WIDE: readonly Screen[] = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]
/** On every screen in English; in each other language `npm run test:faults` takes the wide ones, too. */
const LONG = process.env.TEST_LONG !== undefined
const screensIn = (lang: Lang): readonly Screen[] => (LONG || lang === 'en' ? [...TIGHT, ...WIDE] : TIGHT)

/** What would be shown where a language has no text for it. */
const keys = new Set([...Object.keys(words), ...Object.keys(messages)])

/** Whatever cannot be read whole of what the page shows now, at each width; and keys that stand in a text's place. */
async function flawsOf(page: Page, what: string, screens: readonly Screen[]): Promise<string[]> {
  const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim())
  const found = lines.filter((line) => keys.has(line)).map((key) => `${what}: a key “${key}”`)
  for (const { text = 1, ...size } of screens) {
    await page.setViewportSize(size)
    await page.evaluate((scale) => {
      document.documentElement.style.fontSize = scale === 1 ? '' : `${scale * 100}%`
    }, text)
    const flaws = await findFlaws(page)
    const where = `${what} at ${size.width}x${size.height}${text === 1 ? '' : `, text ${text} times as large`}`
    found.push(...flaws.map(({ flaw, where: part, text }) => `${where}: ${flaw}: ${part} “${text}”`))
  }
  return found
}

test.describe('every page can be read whole on a small screen', () => {
  for (const lang of langs) {
    test(`in ${languageNames[lang]}`, async ({ page, trader }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, '/pages/me/language')
      await page.getByRole('radio', { name: languageNames[lang] }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      await expect(page.getByRole('radio', { name: languageNames[lang] })).toBeChecked()
      const look = (what: string) => flawsOf(page, what, screensIn(lang))
      const found = await seeEverything({ page, trader, t: wordsIn(lang), look })
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      await page.goto('/walletJump.html')
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      found.push(...(await look('the page that opens a wallet')))
      expect(found).toEqual([])
    })
  }
})
