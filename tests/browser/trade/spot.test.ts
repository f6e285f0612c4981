import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'

const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })

test('spot: a coin is bought from the chart and sold from the orders, one is taken back, and each fill is checked here', async ({
  page,
  server,
}) => {
  await keepToken(page, await createTrader(server))
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await choose(page, 'What to trade', 'Spot')
  for (const name of ['Bids', 'Asks']) {
    const levels = page.getByRole('table', { name }).locator('tbody').getByRole('row')
    await expect(levels).toHaveCount(20)
    const level = name === 'Bids' ? /^0\.\d{4}[\d,]+\.\d\d$/ : /^[\d,]+\.\d\d0\.\d+$/
    for (const at of [0, 19]) await expect(levels.nth(at)).toHaveText(level)
  }
  await page.getByRole('tab', { name: 'Trades' }).click()
  const tape = page.getByRole('table', { name: 'Trades' }).locator('tbody').getByRole('row')
  await expect(tape).toHaveCount(19)
  for (const at of [0, 18]) await expect(tape.nth(at)).toHaveText(/^\d\d:\d\d:\d\d(Buy|Sell)[\d,]+\.\d\d0\.\d{4}$/)
  await expect(page.getByText(/^Simulated trades: one per recorded price/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: /^Buy/ }).click()
  const sheet = page.getByRole('dialog')
  const form = sheet.getByRole('form', { name: 'Buy or sell a coin' })
  await expect(form.getByRole('button', { name: 'Available 10,000.00 USDT' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Enter a size' })).toBeDisabled()
  await expect(form.getByText(/^On \d+ of the last \d+ days, the price fell 5%/)).toBeVisible()
  await form.getByLabel('Size', { exact: true }).fill('0,1,5')
  await expect(form.getByRole('button', { name: 'Enter a size' })).toBeDisabled()
  await form.getByLabel('Size', { exact: true }).fill('0.15')
  await expect(form.getByText('Max loss')).toBeVisible()
  await expect(form.getByText('Est. spread and slippage')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  // A second tap is no second order.
  await form.getByRole('button', { name: /^Buy · 0\.15 BTC/ }).dblclick()
  await expect(sheet).toHaveCount(0)
  const card = page.getByRole('listitem').filter({ hasText: 'Buy' })
  await expect(card).toHaveCount(1)
  await expect(card.getByText('Filled', { exact: true }).first()).toBeVisible()
  await expect(card.getByText('Average price')).toBeVisible()
  await card.getByRole('button', { name: 'Receipt' }).click()
  await expect(sheet.getByText('Verified', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  // The fill is on the tape, marked as the user's own.
  await page.getByRole('tab', { name: 'Trades' }).click()
  await expect(tape.filter({ hasText: /You bought[\d,]+\.\d\d0\.1500$/ })).toHaveCount(1)

  await page.goto('/#/pages/order/trade?tab=open')
  await page.getByRole('button', { name: 'New order' }).last().click()
  await choose(page, 'Product', 'Spot')
  await page.getByRole('button', { name: 'Sell', exact: true }).click()
  await choose(page, 'Order type', 'Limit')
  await form.getByLabel('Limit price').fill('1')
  await form.getByLabel('Size', { exact: true }).fill('0.05')
  await expect(form.getByText(/price/i).first()).toBeVisible()
  await expect(form.getByRole('button', { name: /^Sell · 0\.05 BTC/ })).toBeDisabled()
  await form.getByLabel('Limit price').fill('900000')
  await choose(page, 'Time in force', 'Post only')
  await expectNoOverflow(page)
  await form.getByRole('button', { name: /^Sell · 0\.05 BTC/ }).click()
  const open = page.getByRole('region', { name: 'Open orders' }).getByRole('listitem').filter({ hasText: 'Sell' })
  await expect(open.getByText('Waiting for price')).toBeVisible()
  await expectAccessible(page)
  await open.getByRole('button', { name: 'Cancel order' }).click()
  await sheet.getByRole('button', { name: 'Cancel order' }).dblclick()
  await expect(open).toHaveCount(0)

  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('Not filled, refunded')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await choose(page, 'Product', 'Spot')
  await choose(page, 'Result', 'Filled')
  await page.getByRole('button', { name: 'Show orders' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await expect(history.getByText('Bought', { exact: true })).toBeVisible()
  await history.getByRole('listitem').getByRole('button').click()
  await expect(sheet.getByText('Verified', { exact: true })).toBeVisible()
  await expect(sheet.getByText(/^Fill 1 · 0\.1?\d* BTC$/)).toBeVisible()
  await expect(sheet.getByText(/recorded prices? recomputed on this device/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('spot: an order that filled before its answer came is shown all the same', async ({ page, server }) => {
  await keepToken(page, await createTrader(server))
  await page.route('**/api/coin/trade', async (route) => {
    const response = await route.fetch()
    await expect(page.getByText('Available 0.15 BTC')).toBeAttached()
    await route.fulfill({ response })
  })
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await choose(page, 'What to trade', 'Spot')
  await page.getByRole('button', { name: /^Buy/ }).click()
  const form = page.getByRole('form', { name: 'Buy or sell a coin' })
  await form.getByLabel('Size', { exact: true }).fill('0.15')
  await form.getByRole('button', { name: /^Buy · 0\.15 BTC/ }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Buy' })
  await expect(card.getByText('Filled', { exact: true }).first()).toBeVisible()
  await expect(card.getByRole('button', { name: 'Receipt' })).toBeVisible()
})
