import type { Page } from '@playwright/test'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { withoutPageQuotes } from '../kit/places.ts'

const MARKETS = '/pages/market/index'
const open = (page: Page, place: string) => page.goto(`/#${place}`)
const rows = (page: Page) => page.getByRole('list', { name: 'Markets' }).getByRole('listitem')
const figure = async (page: Page, row: number) =>
  Number((await rows(page).nth(row).locator('[data-fresh]').first().textContent())?.replaceAll(',', ''))

/** The steps by which the changed digits of the first price fade, and whether these were coloured at the first. */
const fadeOf = (page: Page) =>
  rows(page)
    .first()
    .locator('[data-fresh]')
    .first()
    .evaluate(
      (price: HTMLElement) =>
        new Promise<{ steps: (string | undefined)[]; isColoured: boolean }>((resolve) => {
          const steps: (string | undefined)[] = []
          let isColoured = false
          const watching = new MutationObserver(() => {
            const { step } = price.dataset
            if (steps.length === 0 && step !== '4') return
            const digits = price.lastElementChild
            if (steps.length === 0 && digits) {
              isColoured = digits.textContent !== '' && getComputedStyle(digits).color !== getComputedStyle(price).color
            }
            steps.push(step)
            if (step !== undefined) return
            watching.disconnect()
            resolve({ steps, isColoured })
          })
          watching.observe(price, { attributeFilter: ['data-step'] })
        }),
    )

test.describe('markets, with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })
  test('the changed digits of a price take the colour of the move, and fade', async ({ page }) => {
    await open(page, MARKETS)
    await expect(rows(page)).toHaveCount(instruments.length)
    expect(await fadeOf(page)).toEqual({ steps: ['4', '3', '2', '1', undefined], isColoured: true })
  })
})

test.describe('a guest in the markets', () => {
  test('sees every market with a price that moves', async ({ page }) => {
    await open(page, MARKETS)
    await expect(rows(page)).toHaveCount(instruments.length)
    const price = rows(page).first().locator('[data-fresh]').first()
    await expect(price).toHaveText(/^[\d,]+\.\d\d$/)
    const before = await price.textContent()
    await expect(price).not.toHaveText(before ?? '')
    // Without motion nothing is coloured.
    const steps = await price.evaluate(
      (element) =>
        new Promise((resolve) => {
          let steps = 0
          let changes = 0
          new MutationObserver((records) => {
            steps += records.filter(({ type }) => type === 'attributes').length
            changes += records.some(({ type }) => type === 'childList') ? 1 : 0
            if (changes === 3) resolve(steps)
          }).observe(element, { subtree: true, childList: true, attributeFilter: ['data-step'] })
        }),
    )
    expect(steps).toBe(0)
  })

  test('finds a market by its name, and hears where none matches', async ({ page }) => {
    await open(page, MARKETS)
    const search = page.getByRole('searchbox', { name: 'Search markets' })
    await search.fill('gold')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('XAU/USD')
    await search.fill('no such thing')
    await expect(page.getByText('Nothing matches “no such thing”')).toBeVisible()
    await page.getByRole('button', { name: 'Show all markets' }).click()
    await expect(rows(page)).toHaveCount(instruments.length)
  })

  test('sorts by price, the other way round, and back to as listed', async ({ page }) => {
    await open(page, MARKETS)
    await page.getByRole('tab', { name: 'Crypto' }).click()
    const price = page.getByRole('button', { name: /^Price/ })
    await expect(rows(page).first()).toContainText('Bitcoin')
    await price.click()
    const column = page.getByRole('columnheader', { name: 'Price' })
    await expect(column).toHaveAttribute('aria-sort', 'descending')
    // The list follows the heading in a render of its own.
    const falls = async () => (await figure(page, 0)) > (await figure(page, 1))
    await expect.poll(falls).toBe(true)
    await price.click()
    await expect(column).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(falls).toBe(false)
    await price.click()
    await expect(column).not.toHaveAttribute('aria-sort')
    await expect(rows(page).first()).toContainText('Bitcoin')
  })

  test('comes back to the markets as they were left', async ({ page }) => {
    await open(page, MARKETS)
    await page.getByRole('tab', { name: 'Metals' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
    await expect(page.getByText('Practise with paper money')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Metals' })).toHaveAttribute('aria-selected', 'true')
    await expect(rows(page)).toHaveCount(2)
  })

  test('sees why there are no prices, and gets them once available', async ({ page, faults }) => {
    faults.allow(NO_ANSWER)
    await withoutPageQuotes(page)
    await page.route('**/api/**', (route) => route.abort())
    await page.routeWebSocket('**/api/socket', (socket) => socket.close())
    await open(page, MARKETS)
    await expect(page.getByText('Prices could not be loaded')).toBeVisible()
    await page.unroute('**/api/**')
    await expect(rows(page)).toHaveCount(instruments.length)
    await expect(page.getByRole('button', { name: /Reconnecting/ })).toBeVisible()
  })
})
