import type { Page } from '@playwright/test'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { menusFor } from '../../../src/ui/app/menus.ts'
import * as places from '../../../src/ui/router/places.ts'
import type { Route } from '../../../src/ui/router/route.ts'
import { routeOf, routes } from '../../../src/ui/router/routes.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { words } from '../kit/labels.ts'
import { goTo, isThere, open } from '../kit/places.ts'

const CHART = '/pages/kline/index?symbol=BTCUSDT'
const UNKNOWN = '/pages/none'

/** What a page is opened with: one that shows nothing without, and one that is another page with it. */
const openedWith: Readonly<Record<string, readonly string[]>> = {
  [places.CHART]: ['?symbol=BTCUSDT'],
  [places.FOREX_CHART]: ['?symbol=EURUSD'],
  [places.LOGIN]: ['', '?view=create', '?view=forget'],
  [places.ARTICLE]: ['?slug=welcome'],
  [places.HELP]: ['', '?slug=options', '?slug=costs'],
  [places.PLAN]: ['?tier=3'],
  [places.STRATEGY_START]: ['', '?type=grid'],
  [places.WALLET]: ['?currency=USDT'],
  [places.DEPOSIT]: ['', '?way=bank'],
}
const placesWhere = (is: (route: Route) => boolean) =>
  routes
    .filter(is)
    .flatMap(({ path }) => (openedWith[path] ?? ['']).map((query) => (path === places.HOME ? '/' : path) + query))

/** Pages for guests that show someone something of their own, too. */
const forBoth: readonly string[] = [places.HOME, places.CHART, places.FOREX_CHART, places.ACCOUNT, places.SERVICE]
const isForGuests = ({ path, guard }: Route) => guard === 'public' || places.isWayIn(path)
const placesOf = {
  guest: [...placesWhere(isForGuests), UNKNOWN],
  person: placesWhere((route) => !isForGuests(route) || forBoth.includes(route.path)),
}

test.describe('every page is accessible in both themes, and keeps within a narrow screen', () => {
  /** One page navigates to all places: reloading each costs more than checking it. */
  const lookAt = async (page: Page, places: readonly string[]) => {
    await open(page, '/')
    for (const place of places) {
      await test.step(place, async () => {
        // Home's last row stays in sight, over others on a screen that does not show the whole of it.
        await page.setViewportSize({ width: 390, height: place === '/' ? 2_000 : 844 })
        await goTo(page, place)
        await isThere(page)
        await expectAccessible(page)
        await page.setViewportSize({ width: 320, height: 640 })
        await expectNoOverflow(page)
      })
    }
  }

  test('for a guest', ({ page }) => lookAt(page, placesOf.guest))

  test('for someone signed in', async ({ page, resident }) => {
    await keepToken(page, resident)
    await lookAt(page, placesOf.person)
  })

  test('with an option that runs', async ({ page, server }) => {
    const account = await createTrader(server)
    const option = { symbol: 'BTCUSDT', direction: 'fall', currency: 'USDT', amount: '25', seconds: 300 } as const
    await call(server.url, submit, { ...option, requestId: 'an-option-that-runs' }, account.token)
    await keepToken(page, account)
    for (const place of ['/pages/order/trade', CHART]) {
      await open(page, place)
      await page.getByRole('tab', { name: /^Positions/ }).click()
      await expect(page.getByRole('timer')).toBeVisible()
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoOverflow(page)
      await expectAccessible(page)
    }
  })

  test('with the sheet that buys an option', async ({ page, resident }) => {
    await keepToken(page, resident)
    await open(page, CHART)
    await page.getByRole('button', { name: /^Down\b/ }).click()
    await page.getByLabel('Stake').fill('3')
    await expect(page.getByText('The minimum is 10 USDT')).toBeVisible()
    await page.getByLabel('Stake').fill('50000')
    await expect(page.getByText('The maximum is 5,000 USDT')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await expectAccessible(page)
  })
})

test.describe('pages: the look', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const colourOf = (page: Page, name: string) =>
    page.evaluate((token) => {
      const probe = document.createElement('i')
      probe.style.color = `var(--${token})`
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }, name)

  test('follows the system until a person chooses, and then stays as chosen', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, '/pages/me/index')
    const light = await background(page)
    await page.getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(() => background(page)).not.toBe(light)
    const dark = await background(page)
    await page.reload()
    await isThere(page)
    expect(await background(page)).toBe(dark)
    await page.getByRole('radio', { name: 'System' }).click()
    await expect.poll(() => background(page)).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => background(page)).toBe(dark)
  })

  test('lets red rise for those who are used to it, in the app’s every corner', async ({ page }) => {
    await open(page, '/pages/me/index')
    const [rise, fall] = [await colourOf(page, 'rise'), await colourOf(page, 'fall')]
    await page.getByRole('radio', { name: 'Red up' }).click()
    expect(await colourOf(page, 'rise')).toBe(fall)
    expect(await colourOf(page, 'fall')).toBe(rise)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Red up' })).toBeChecked()
    await page.getByRole('radio', { name: 'Green up' }).click()
    expect(await colourOf(page, 'rise')).toBe(rise)
  })
})

/** The headings that are not the title of their page: a chart's is its market. */
const shortTitles: Readonly<Record<string, string | undefined>> = {
  'menu.transaction': 'BTC/USDT',
}

test.describe('pages: ways to go', () => {
  test('each tab leads to the page that it names', async ({ page, resident }) => {
    await keepToken(page, resident)
    await open(page, '/')
    const tabs = page.getByRole('navigation', { name: 'Main pages' })
    const pages = {
      Markets: 'Markets',
      Trade: 'Trade',
      Arbitrage: 'Arbitrage',
      Assets: 'Assets',
      Account: 'Account',
      Home: 'Quoin',
    }
    for (const [tab, title] of Object.entries(pages)) {
      await tabs.getByRole('link', { name: tab }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
      await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    }
    await expect(tabs.getByRole('link')).toHaveCount(6)
  })

  test('each row of the account’s menu leads to the page that it names, and back', async ({ page, resident }) => {
    await keepToken(page, resident)
    await open(page, '/pages/me/index')
    const { pages, settings } = menusFor(routes, true)
    for (const [name, items] of [['Account menu', pages] as const, ['Settings', settings] as const]) {
      const menu = page.getByRole('navigation', { name })
      await expect(menu.getByRole('link')).toHaveCount(items.length)
      for (const [index, { label, to }] of items.entries()) {
        const row = menu.getByRole('link').nth(index)
        // The row shows the number of unread messages, too.
        await expect(row).toContainText(words[label] ?? '')
        await row.click()
        const title = shortTitles[label] ?? words[routeOf(to).title]
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await page.goBack()
      }
    }
  })

  test('each tile and card of the home page leads to the page that it names', async ({ page, resident }) => {
    await keepToken(page, resident)
    await open(page, '/')
    const titles = {
      'Wallet actions': { Deposit: 'Deposit', Withdraw: 'Withdraw', Swap: 'Swap', Loan: 'Loan application' },
      'What you hold': { 'AI arbitrage': 'Arbitrage', 'Fixed term': 'Fixed-term deposits' },
    }
    for (const [list, ways] of Object.entries(titles)) {
      for (const [name, title] of Object.entries(ways)) {
        await page.getByRole('list', { name: list }).getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await page.goBack()
      }
    }
  })

  test('a market leads to its chart, and the arrow back to where one was', async ({ page }) => {
    await open(page, '/pages/market/index')
    await page.getByRole('searchbox').fill('gold')
    const rows = page.getByRole('list', { name: 'Markets' }).getByRole('link')
    await expect(rows).toHaveCount(1)
    await rows.click()
    await expect(page.getByRole('heading', { level: 1, name: 'XAU/USD' })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('gold')
    await expect(rows).toHaveCount(1)
  })
})
