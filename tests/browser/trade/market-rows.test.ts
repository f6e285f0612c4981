import type { Page } from '@playwright/test'
import { type Lang, langs } from '../../../src/api/wire/fields.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { expect, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'

/** The widths of most phones. */
const WIDTHS = [320, 360, 375, 384, 390, 393, 412]
/** Of a row and its hairline. */
const HEIGHT = 61

/** What breaks, spills or differs in height among the rows of the list in sight, as most Android phones draw it. */
const faultsOf = (page: Page) =>
  page.evaluate((height) => {
    const root = document.querySelector('[role="dialog"]') ?? document.body
    const rows = [...root.querySelectorAll('li:has(a[href*="symbol="])')]
    const linesOf = (node: Node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].filter(({ width }) => width > 0)
    }
    const faults = rows.flatMap((row) => {
      const name = row.textContent ?? ''
      const found: string[] = []
      const box = row.getBoundingClientRect()
      if (Math.abs(box.height - height) > 0.5) found.push(`${name}: ${box.height} high`)
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const own = texts.currentNode.parentElement
        if (!own?.checkVisibility() || own.closest('.visually-hidden')) continue
        const lines = linesOf(texts.currentNode)
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) found.push(`${name}: breaks`)
        const cut = own.closest('[data-may-cut]')
        const room = (cut ?? own).getBoundingClientRect()
        if (!cut && lines.some(({ right }) => right > room.right + 1)) found.push(`${name}: spills`)
      }
      const [end] = [...row.querySelectorAll('[data-fresh]')].slice(-1)
      const words = row.querySelector('[data-may-cut]')
      if (words && end && words.getBoundingClientRect().right > end.getBoundingClientRect().left) {
        found.push(`${name}: its words lie over its figures`)
      }
      const spark = row.querySelector('svg[data-direction]')
      const change = row.querySelector('span[data-direction]')
      // Neither is updated out of sight, as where the narrowest rows have no line.
      const isInSight = box.top >= 0 && box.bottom <= innerHeight
      if (
        isInSight &&
        spark?.checkVisibility() &&
        spark.getAttribute('data-direction') !== change?.getAttribute('data-direction')
      ) {
        found.push(`${name}: its line differs from its change`)
      }
      return found
    })
    return { rows: rows.length, faults }
  }, HEIGHT)

async function framesPass(): Promise<void> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
}

async function faultsAtEachWidth(page: Page, lang: Lang): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // What a wider row shows again is updated from the next frame on.
    await page.evaluate(framesPass)
    const { rows, faults } = await faultsOf(page)
    expect(rows).toBe(instruments.length)
    found.push(...faults.map((fault) => `${lang} at ${width}: ${fault}`))
  }
  return found
}

for (const lang of langs) {
  test(`market rows: each has one line and one height on every phone, as the head of a chart has, in ${lang}`, async ({
    page,
  }) => {
    await page.addInitScript((chosen) => {
      localStorage.setItem('lang', chosen)
      addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('--font', 'Roboto, sans-serif'),
      )
    }, lang)
    await open(page, '/pages/market/index')
    await expect(page.locator('li svg[data-direction]').first()).toBeAttached()
    expect(await faultsAtEachWidth(page, lang)).toEqual([])
    // The longest symbol. On the narrowest phones its head may take two rows.
    await open(page, '/pages/kline/index?symbol=DOGEUSDT')
    for (const width of WIDTHS.filter((each) => each >= 360)) {
      await page.setViewportSize({ width, height: 800 })
      const head = await page.locator('header').first().boundingBox()
      expect(head?.height, `the head of the chart in ${lang} at ${width}`).toBe(52)
    }
    await page.locator('h1 button').click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(instruments.length)
    expect(await faultsAtEachWidth(page, lang)).toEqual([])
  })
}
