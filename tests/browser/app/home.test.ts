import type { Page } from '@playwright/test'
import { list } from '../../../src/api/trade/orders.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { askAgain } from '../kit/again.ts'
import { keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'

const HOME = '/pages/index/index'
const banners = (page: Page) => page.getByRole('region', { name: 'Worth knowing' })
const button = (page: Page, name: string) => banners(page).getByRole('button', { name })

test.describe('home: for someone who wants motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('banners turn by themselves until someone stops them, and are still the next time', async ({ page }) => {
    await open(page, HOME)
    await expect(banners(page).getByRole('link', { name: 'AI arbitrage in plain words' })).toBeVisible()
    await expect(banners(page).getByText('2 of 3')).toBeVisible()
    await button(page, 'Pause slides').click()
    await expect(button(page, 'Play slides')).toBeVisible()
    await page.reload()
    await expect(button(page, 'Play slides')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Previous').click()
    await banners(page).getByRole('link', { name: 'Protect your account' }).click()
    await expect(page).toHaveURL(/google/)
  })
})

test.describe('home: with reduced motion', () => {
  test('banners turn once one asks for it', async ({ page }) => {
    await open(page, HOME)
    await expect(banners(page).getByText('1 of 3')).toBeVisible()
    await button(page, 'Play slides').click()
    await expect(button(page, 'Pause slides')).toBeVisible()
    await button(page, 'Next').click()
    await expect(banners(page).getByText('2 of 3')).toBeVisible()
    await expect(banners(page).getByRole('link')).toHaveAccessibleName(/AI arbitrage in plain words/)
  })
})

test('home: the Movers tab lists the largest moves, with the time of the ranking', async ({ page, resident }) => {
  await keepToken(page, resident)
  await open(page, HOME)
  await page.getByRole('tab', { name: 'Movers' }).click()
  const rows = page.getByRole('list', { name: 'Largest moves in 24 hours' }).getByRole('listitem')
  await expect(rows).toHaveCount(8)
  const ranked = page.getByText(/^Largest moves in 24 hours, ranked at \d{4}-/)
  const before = await ranked.textContent()
  await expect(async () => {
    await page.getByRole('button', { name: 'Rank again' }).click()
    expect(await ranked.textContent()).not.toBe(before)
  }).toPass()
  // In that order, but for what prices did since.
  const moves = (await rows.allTextContents()).map((text) => Number(/([\d.]+)\s?%/.exec(text)?.[1]))
  for (const [place, move] of moves.slice(1).entries()) expect(move).toBeLessThan((moves[place] ?? 0) + 0.3)
  await expectAccessible(page)
})

test('home: the balance says what came of it today, and asks again where that did not come', async ({
  page,
  trader,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  await trader.ended()
  await keepToken(page, trader)
  await page.route('**/api/wallet/history*', (route) => route.abort())
  await page.goto('/')
  const today = page.getByRole('main').getByText('today', { exact: false }).first()
  await today.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/wallet/history*')
  await askAgain(today)
  await expect(today).toHaveText(/^(?:[▲▼] [+−-])?[\d,]+\.\d\d · [+−-]?\d+\.\d\d% today$/)
})

test('home: nothing is said of open orders before they are loaded', async ({ page, trader }) => {
  await trader.quiet()
  await keepToken(page, trader)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  const orders = page.waitForRequest(`**/api/${list.path}*`)
  await page.route(`**/api/${list.path}*`, async (route) => {
    await asked
    await route.continue()
  })
  await open(page, HOME)
  await orders
  const row = page.getByRole('main').getByRole('link', { name: 'Positions and orders' })
  await expect(row).toContainText(/[+−]?\d\.\d\d/)
  await expect(row).not.toContainText('They appear here once open')
  answer()
  await expect(page.getByRole('main').getByRole('link', { name: /^1 open now EUR\/USD/ })).toBeVisible()
})

test('home: what there is to read says that it did not come, below what did, and is asked for again', async ({
  page,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  await page.route('**/api/news/list*', (route) => route.abort())
  await open(page, HOME)
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Markets' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/news/list*')
  // Both are to be there: of two that failed the second may be asked for once the first has come.
  await expect(async () => {
    await askAgain(page)
    await expect(banners(page)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Latest news' })).toBeVisible()
})
