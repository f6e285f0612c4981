import type { Page } from '@playwright/test'
import { chain } from '../../../src/machines/session/wallet-chain.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { intervals } from '../../../src/rules/market/intervals.ts'
import { currencies } from '../../../src/rules/money/currencies.ts'
import { bcp47 } from '../../../src/ui/format/format.ts'
import { languageNames } from '../../../src/ui/format/languages.ts'
import { formatMonth, longInterval } from '../../../src/ui/format/period.ts'
import { bankCard } from '../../server/bank/card.ts'
import { PERSON } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'
import { outside, pseudoWords, speakPseudo } from '../kit/pseudo.ts'
import { seeEverything } from '../kit/sights.ts'

/** The language whose texts this test replaces; texts from Intl remain in it. */
const LANG = 'es'

/** Names that are the same in all languages, and how long an interval lasts. */
const names = new Set([
  ...Object.values(languageNames),
  ...currencies.map(({ name }) => name),
  ...instruments.filter(({ kind }) => kind === 'crypto').map(({ name }) => name),
  ...intervals.map((interval) => longInterval(interval, LANG)),
  chain.chainName,
  `${PERSON.firstName} ${PERSON.lastName}`,
  ...Object.values(bankCard),
])

/** The browser's names of countries, currencies, their pairs and the last two days; Node's may differ. */
const namesOfBrowser = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ lang, pairs }) => {
      const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
      const regions = new Intl.DisplayNames(lang, { type: 'region' })
      const money = new Intl.DisplayNames(lang, { type: 'currency' })
      const nameOf = (code: string) => (money.of(code) ?? code).replace(/^./, (first) => first.toUpperCase())
      return [
        ...letters.flatMap((first) => letters.map((second) => regions.of(first + second) ?? '')),
        ...pairs.map(({ base, quote }) => `${nameOf(base)} / ${nameOf(quote)}`),
        ...pairs.map(({ base }) => nameOf(base)),
        ...[0, -1].map((days) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(days, 'day')),
      ]
    },
    { lang: bcp47(LANG), pairs: instruments.filter(({ kind }) => kind === 'forex') },
  )

/** Data rather than text: hashes first, since they may begin like a code, then symbols, codes, addresses, the person's details, abbreviated numbers, days, dates. */
const DATA =
  /[\da-f]{8}…[\da-f]{8}|\b[A-Z][A-Z\d]+\b|\b\d[A-Z\d]{7}\b|https?:\S+|person\.[\d.]+|\S•+@\S+|[\d,.]+\smil\b|\b\d+\sdías?\b|\d+\s?–\s?\d+ de [a-z]{3} de \d{4}/g

/** Visible or spoken text that is not from the catalogue. */
async function strangers(page: Page, what: string): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const root = document.querySelector('[role="dialog"]') ?? document.body
    const found: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    // A text shown in two parts has brackets in both.
    const isOpen = (text = '') => text.split('⟦').length > text.split('⟧').length
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement?.closest('script, style, noscript, [lang]:not(html), [translate="no"], input, select')) continue
      const before = isOpen(found.at(-1)) ? found.pop() : ''
      found.push(`${before}${textContent}`)
    }
    for (const element of root.querySelectorAll('[aria-label], [title], [alt], [placeholder]'))
      if (!element.closest('[lang]:not(html)'))
        for (const name of ['aria-label', 'title', 'alt', 'placeholder']) found.push(element.getAttribute(name) ?? '')
    return found
  })
  // Screen readers read a field's value after its label.
  const bare = (text: string) =>
    text
      .replace(DATA, '')
      .replace(/^[\s:]+/, '')
      .trim()
  const left = texts
    .map((text) => outside(text).trim())
    .filter((text) => /\p{L}{2}/u.test(bare(text)) && !names.has(text) && !names.has(bare(text)))
  return [...new Set(left)].map((text) => `${what}: ${text}`)
}

test('pseudo: no text stands outside of the catalogue', async ({ page, trader, server }) => {
  await speakPseudo(page, LANG)
  await open(page, '/pages/me/language')
  await page.getByRole('radio', { name: languageNames[LANG] }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pseudoWords['title.language'])
  for (const name of await namesOfBrowser(page)) names.add(name)
  names.add(formatMonth(new Date(server.now()).toISOString().slice(0, 7), LANG))
  const found = await seeEverything({ page, trader, t: pseudoWords, look: (what) => strangers(page, what) })
  expect(found).toEqual([])
})
