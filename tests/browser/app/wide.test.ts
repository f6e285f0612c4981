import type { Locator, Page } from '@playwright/test'
import * as places from '../../../src/ui/router/places.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createTrader, keepToken } from '../kit/api.ts'
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
    await page.getByRole('button', { name: /^Down\b/ }).click()
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

/** The regions of the desk. */
const desk = (page: Page) => {
  const part = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
  return {
    bar: nav(page),
    list: list(page),
    chart: part('Chart'),
    book: part('Order book'),
    form: part('Order form'),
    orders: part('Positions and orders'),
    status: part('Keyboard shortcuts'),
  }
}

type Box = Awaited<ReturnType<typeof boxOf>>

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** No two of these lie over each other. */
function expectApart(boxes: Readonly<Record<string, Box>>): void {
  const all = Object.entries(boxes)
  const lying = all.flatMap(([name, box], at) =>
    all.slice(at + 1).flatMap(([other, under]) => (overlap(box, under) ? [`${name} over ${other}`] : [])),
  )
  expect(lying).toEqual([])
}

/** What sticks or is fixed in a region, or is its title, and is wider than that. */
const widerThan = (region: Locator) =>
  region.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    const bars = [...element.querySelectorAll('*')].filter(
      (each) => ['fixed', 'sticky'].includes(getComputedStyle(each).position) && !each.closest('table'),
    )
    const isWider = (each: Element) => {
      const box = each.getBoundingClientRect()
      return box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5)
    }
    return bars.filter(isWider).map(({ className }) => className)
  })

for (const { width, height, pane } of [
  { width: 1100, height: 800, pane: 56 },
  { width: 1280, height: 800, pane: 264 },
  { width: 1440, height: 900, pane: 264 },
  { width: 1700, height: 1000, pane: 264 },
]) {
  test.describe(`wide: a desk of ${width} px`, () => {
    test.use({ viewport: { width, height }, isMobile: false, hasTouch: false })

    test('has list, chart, book, order form, orders and status where the sheet draws them', async ({
      page,
      resident,
    }) => {
      await keepToken(page, resident)
      await open(page, BTC)
      const regions = desk(page)
      const boxes: Record<string, Box> = {}
      for (const [name, region] of Object.entries(regions)) boxes[name] = await boxOf(region)
      const [end, bottom] = [width - 300, height - 28]
      const middle = { y: 48, height: bottom - 236 - 48 }
      expect(boxes).toEqual({
        bar: { x: 0, y: 0, width, height: 48 },
        list: { x: 0, width: pane, ...middle },
        chart: { x: pane, width: end - 236 - pane, ...middle },
        book: { x: end - 236, width: 236, ...middle },
        form: { x: end, y: 48, width: 300, height: bottom - 48 },
        orders: { x: 0, y: bottom - 236, width: end, height: 236 },
        status: { x: 0, y: bottom, width, height: 28 },
      })
      expectApart(boxes)
      for (const [name, region] of Object.entries(regions)) expect(await widerThan(region), name).toEqual([])
      await expect(nav(page).getByText('Account equity')).toBeVisible()
      await expect(nav(page).getByRole('link')).toHaveCount(7)
      await expect(regions.orders.getByRole('tab')).toHaveCount(3)
      await expect(regions.book.getByRole('tab')).toHaveCount(pane === 56 ? 2 : 0)
      await expect(list(page).locator('svg[class*="spark"]').first()).toBeVisible({ visible: width >= 1700 })
      for (const kind of ['Options', 'Contracts', 'Spot']) {
        await regions.form.getByRole('tab', { name: kind }).click()
        const button = await boxOf(regions.form.locator('button[type="submit"]'))
        expect(button.y + button.height, kind).toBeLessThanOrEqual(bottom)
      }
      await expectNoOverflow(page)
    })
  })
}

test.describe('wide: the desk', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

  test('opens an order in its form, and then the next one on the same side', async ({ page, server }) => {
    await keepToken(page, await createTrader(server))
    await open(page, BTC)
    const { form, orders } = desk(page)
    await form.getByRole('tab', { name: 'Contracts' }).click()
    await form.getByRole('radio', { name: 'Short' }).check()
    await form.getByLabel('Size', { exact: true }).fill('0.01')
    await form.getByRole('button', { name: /Open short/ }).click()
    await expect(form.getByLabel('Size', { exact: true })).toHaveValue('')
    await expect(form.getByRole('radio', { name: 'Short' })).toBeChecked()
    await expect(orders.getByRole('row', { name: /BTC.USDT/ })).toHaveCount(1)
    await expectAccessible(page)
  })

  test('has working shortcuts outside fields, none of which sends an order', async ({ page, server }) => {
    await keepToken(page, await createTrader(server))
    await open(page, BTC)
    const { form, orders } = desk(page)
    const away = () => page.locator('h1').focus()
    await form.getByRole('tab', { name: 'Contracts' }).click()
    await expect(form.getByRole('radio', { name: 'Long' })).toBeChecked()
    await away()
    await page.keyboard.press('6')
    await expect(page.getByRole('radio', { name: '1 hour', exact: true })).toBeChecked()
    await page.keyboard.press('s')
    await expect(form.getByRole('radio', { name: 'Short' })).toBeChecked()
    const size = form.getByLabel('Size', { exact: true })
    await expect(size).toBeFocused()
    await page.keyboard.press('b')
    await expect(form.getByRole('radio', { name: 'Short' })).toBeChecked()
    await size.fill('0.01')
    await form.getByRole('button', { name: /Open short/ }).click()
    await expect(orders.getByRole('button', { name: 'Close' })).toHaveCount(1)

    await away()
    await page.keyboard.press('x')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(orders.locator('tbody tr').first().getByRole('button').first()).toBeFocused()
    await page.keyboard.press('x')
    await expect(page.getByRole('dialog', { name: /Close/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(orders.getByRole('button', { name: 'Close' })).toHaveCount(1)

    await away()
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: 'Search markets' })).toBeFocused()
    await page.keyboard.type('ether')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/symbol=ETHUSDT/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ETH')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('switch').click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await away()
    await page.keyboard.press('1')
    await expect(page.getByRole('radio', { name: '1 hour', exact: true })).toBeChecked()
  })

  test('gives the chart of a market without an order book its place', async ({ page }) => {
    await open(page, places.FOREX_CHART)
    const { chart, book, form } = desk(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('EUR/USD')
    expect(await boxOf(chart)).toMatchObject({ x: 264, width: 1440 - 264 - 300 })
    await expect(book).toHaveCount(0)
    await expect(form.getByRole('tab', { name: 'Forex' })).toBeVisible()
    await list(page).getByRole('link', { name: /BTC/ }).click()
    await expect(book).toBeVisible()
    await expectNoOverflow(page)
  })

  test('gives a guest prices, and the way to sign in in place of the form', async ({ page }) => {
    await open(page, places.MARKETS)
    await expect(desk(page).form.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expectNoOverflow(page)
  })
})

test.describe('wide: a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('has neither a rail nor a list beside its page', async ({ page }) => {
    await open(page, BTC)
    await expect(nav(page)).toBeHidden()
    await expect(list(page)).toHaveCount(0)
    await expectNoOverflow(page)
  })

  test('has a bar as wide as a page of tables', async ({ page, resident }) => {
    await keepToken(page, resident)
    await open(page, places.FOREX_ORDERS)
    expect(await boxOf(nav(page))).toMatchObject({ x: 0, width: 844 })
  })

  test('has a row of 40 px, the chart at full height, and 214 px for products, book and buttons', async ({ page }) => {
    await open(page, BTC)
    const main = page.getByRole('main')
    const intervals = main.getByRole('group', { name: 'Interval' })
    const chart = main.getByRole('application')
    const kinds = main.getByRole('group', { name: 'What to trade' })
    const book = main.getByRole('region', { name: 'Order book' })
    const [up, down] = [/^Up\b/, /^Down\b/].map((name) => main.getByRole('button', { name }))
    const parts = { intervals, chart, kinds, book, up, down, price: main.locator('[data-fresh="true"]').first() }
    await expect(book.getByRole('row').first()).toBeVisible()
    const boxes: Record<string, Box> = {}
    for (const [name, part] of Object.entries(parts)) if (part) boxes[name] = await boxOf(part)
    expect(Object.keys(boxes)).toEqual(Object.keys(parts))
    expect(boxes.chart).toEqual({ x: 0, y: 40, width: 630, height: 350 })
    expectApart(boxes)
    for (const name of ['intervals', 'price'])
      expect((boxes[name]?.y ?? 0) + (boxes[name]?.height ?? 99)).toBeLessThan(42)
    for (const name of ['kinds', 'book', 'up', 'down']) {
      const { x = 0, y = 0, width = 0, height = 0 } = boxes[name] ?? {}
      expect({ name, beside: x >= 630 && x + width <= 844, seen: y >= 40 && y + height <= 390 }).toEqual({
        name,
        beside: true,
        seen: true,
      })
    }
  })
})
