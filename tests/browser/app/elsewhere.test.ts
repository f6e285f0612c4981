import type { Page } from '@playwright/test'
import { createTrader, keepToken } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, test } from '../kit/fixtures.ts'
import { findFlaws } from '../kit/legible.ts'

const sheet = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })

async function buy(page: Page, stake: string) {
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await page.getByRole('button', { name: /^Up\b/ }).click()
  await sheet(page).getByLabel('Stake').fill(stake)
  await sheet(page)
    .getByRole('button', { name: ` · ${stake} USDT` })
    .click()
  await expect(page.getByRole('main').getByRole('timer').first()).toBeVisible()
}

test('elsewhere: an option that settles on another page is counted, listed on home, and announced with a link to its receipt', async ({
  page,
  server,
}) => {
  const someone = await createTrader(server)
  await keepToken(page, someone)
  await buy(page, '5,000')
  await page.goto('/#/pages/index/index')
  await expect(tab(page, 'Trade')).toHaveAccessibleDescription('1 open')
  await expect(page.getByRole('link', { name: /^1 open now BTC\/USDT/ })).toBeVisible()
  await tab(page, 'Account').click()
  await expect(tab(page, 'Trade')).toHaveAccessibleDescription('1 open')
  const notice = page.getByRole('status').filter({ hasText: /^BTC\/USDT: (Won|Lost|Tie, stake refunded)/ })
  // It shows for six seconds, and as long as the pointer is on it.
  const held = notice.hover()
  await passPeriod(server, someone.token)
  await held
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await findFlaws(page)).toEqual([])
  await notice.getByRole('link', { name: 'Receipt' }).click()
  await expect(sheet(page).getByText('Verified', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
  await page.goto('/#/pages/index/index')
  await expect(tab(page, 'Trade')).toHaveAccessibleDescription('')
  await expect(page.getByText('1 open now')).toBeHidden()
})

test('elsewhere: interval, indicators and the last stake survive a reload', async ({ page, server }) => {
  const someone = await createTrader(server)
  await keepToken(page, someone)
  await buy(page, '100')
  await page.getByRole('button', { name: /^Up\b/ }).click()
  await expect(sheet(page).getByLabel('Stake')).toHaveValue('100')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  // The page shows what was bought, below the intervals.
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('radio', { name: '1 hour' }).check({ force: true })
  await page.getByRole('button', { name: 'Indicators' }).click()
  await page.getByRole('checkbox', { name: /^RSI/ }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: '1 hour' })).toBeChecked()
  await page.getByRole('button', { name: 'Indicators' }).click()
  await expect(page.getByRole('checkbox', { name: /^RSI/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Down\b/ }).click()
  await expect(sheet(page).getByLabel('Stake')).toHaveValue('100')
})
