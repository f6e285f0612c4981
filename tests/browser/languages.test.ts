import type { Page } from '@playwright/test'
import { langs } from '../../src/api/fields.ts'
import { messages } from '../../src/api/messages.ts'
import { bcp47 } from '../../src/ui/format.ts'
import { languageNames } from '../../src/ui/languages.ts'
import { expect } from './fixtures.ts'
import { findFlaws } from './legible.ts'
import { open } from './places.ts'
import { seeEverything, test } from './sights.ts'
import { words, wordsIn } from './words.ts'

const WIDTHS = [320, 390]

/** What would be shown where a language has no text for it. */
const keys = new Set([...Object.keys(words), ...Object.keys(messages)])

/** Whatever cannot be read whole of what the page shows now, at each width; and keys that stand in a text's place. */
async function flawsOf(page: Page, what: string): Promise<string[]> {
  const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim())
  const found = lines.filter((line) => keys.has(line)).map((key) => `${what}: a key “${key}”`)
  // The width it has comes first: what need not be laid out again is not.
  for (const width of page.viewportSize()?.width === WIDTHS[0] ? WIDTHS : WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 700 })
    const flaws = await findFlaws(page)
    found.push(...flaws.map(({ flaw, where, text }) => `${what} at ${width}: ${flaw}: ${where} “${text}”`))
  }
  return found
}

test.describe('every page can be read whole on a small screen', () => {
  test.describe.configure({ timeout: 180_000 })
  for (const lang of langs) {
    test(`in ${languageNames[lang]}`, async ({ page, trader }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, '/pages/me/language')
      await page.getByRole('radio', { name: languageNames[lang] }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      await expect(page.getByRole('radio', { name: languageNames[lang] })).toBeChecked()
      const look = (what: string) => flawsOf(page, what)
      const found = await seeEverything({ page, trader, t: wordsIn(lang), look })
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      await page.goto('/walletJump.html')
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      found.push(...(await look('the page that opens a wallet')))
      expect(found).toEqual([])
    })
  }
})
