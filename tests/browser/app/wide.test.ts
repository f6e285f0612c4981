import type { Locator, Page } from '@playwright/test'
import * as places from '../../../src/ui/router/places.ts'
import { expectNoOverflow } from '../kit/accessible.ts'
import { keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'
import { ownPlaces } from '../kit/sights.ts'

const BTC = `${places.CHART}?symbol=BTCUSDT`

const boxOf = async (part: Locator) => {
  await expect(part).toBeVisible()
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
}
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main pages' })
const list = (page: Page) => page.getByRole('complementary', { name: 'Markets' })

/** What is fixed to the screen and reaches beyond the page's column, but for what is empty or covers all on purpose. */
const barsBeyond = (page: Page, from: number) =>
  page.evaluate((start) => {
    const fixed = [...document.querySelectorAll('main *, main ~ *')].filter(
      (each) => getComputedStyle(each).position === 'fixed' && each.getBoundingClientRect().width > 0,
    )
    return fixed.filter((each) => each.getBoundingClientRect().left < start).map((each) => each.className)
  }, from)

test.describe('wide: a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } })

  test('has a rail of 72, the list of markets of 268, and the chart with its bar in the rest', async ({
    page,
    resident,
  }) => {
    await keepToken(page, resident)
    await open(page, BTC)
    expect(await boxOf(nav(page))).toMatchObject({ x: 0, y: 0, width: 72, height: 1180 })
    expect(await boxOf(list(page))).toMatchObject({ x: 72, width: 268, height: 1180 })
    expect(await boxOf(page.getByRole('main'))).toMatchObject({ x: 340, width: 480 })
    expect(await barsBeyond(page, 340)).toEqual([])
    await expect(nav(page).getByRole('link', { name: 'Trade' })).toHaveAttribute('aria-current', 'page')
    await expectNoOverflow(page)

    await list(page).getByRole('link', { name: /ETH/ }).click()
    await expect(page).toHaveURL(/symbol=ETHUSDT/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH')
    await expect(list(page).locator('[aria-current]')).toContainText('ETH')
  })

  test('opens a sheet as a panel within the column of the page', async ({ page, resident }) => {
    await keepToken(page, resident)
    await open(page, BTC)
    await page.getByRole('button', { name: 'Buy down' }).click()
    const { x, y, width, height } = await boxOf(page.getByRole('dialog'))
    expect(x).toBeGreaterThanOrEqual(340)
    expect({ y, height, end: x + width }).toEqual({ y: 0, height: 1180, end: 820 })
  })

  test('keeps words and fields of other pages within 640 px, beside the rail', async ({ page, resident }) => {
    await keepToken(page, resident)
    for (const place of ownPlaces.filter((each) => !LISTED.includes(each))) {
      await open(page, place)
      const { x, width } = await boxOf(page.getByRole('main'))
      expect({ place, beside: x >= 72, narrow: width <= 672 }).toEqual({
        place,
        beside: true,
        narrow: !TABLES.includes(place),
      })
      expect(await barsBeyond(page, 72), place).toEqual([])
      await expectNoOverflow(page)
    }
  })
})

const LISTED: readonly string[] = [places.MARKETS, places.CHART, places.FOREX_CHART, places.ORDERS]
/** Pages of orders, which fill what there is. */
const TABLES: readonly string[] = [places.FOREX_ORDERS, places.CONTRACTS]

test.describe('wide: a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('has neither a rail nor a list beside its page', async ({ page }) => {
    await open(page, BTC)
    await expect(nav(page)).toBeHidden()
    await expect(list(page)).toHaveCount(0)
    await expectNoOverflow(page)
  })
})
