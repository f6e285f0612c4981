import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { heightsOf, noteHeights } from '../kit/heights.ts'

const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })

test('a contract is opened from the chart, gets its stops, is closed in two parts, and shows a receipt that holds', async ({
  page,
  server,
}) => {
  await keepToken(page, await createTrader(server))
  await noteHeights(page)
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await choose(page, 'What to trade', 'Contracts')
  await page.getByRole('button', { name: /^Long/ }).click()
  const sheet = page.getByRole('dialog')
  const form = sheet.getByRole('form', { name: 'Open a contract' })
  await expect(form.getByRole('button', { name: 'Available 10,000.00 USDT' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Enter a size' })).toBeDisabled()
  await form.getByRole('button', { name: '100%' }).click()
  await expect(form.getByText(/^On \d+ of the last \d+ days, the price fell/)).toBeVisible()
  await expect(form.getByRole('button', { name: /^Open long · [\d.]+ BTC$/ })).toBeEnabled()
  await form.getByLabel('Size', { exact: true }).fill('0.1')
  await form.getByLabel('Stop loss').fill('1000000')
  await expect(form.getByText(/cannot be above the entry price/)).toBeVisible()
  await form.getByLabel('Stop loss').fill('1')
  await expect(form.getByText(/^Would be liquidated first at [\d,]+\.\d\d$/)).toBeVisible()
  await expect(
    form.getByText(/already past one of them, nothing opens and the reserved amount is refunded\.$/),
  ).toBeVisible()
  await expect(form.getByRole('definition').filter({ hasText: 'up to 50×' })).toHaveText(/^[\d,.]+ USDT · up to 50×$/)
  await form.getByLabel('Take profit').fill('1000000')
  await expect(form.getByText(/^\+[\d.,]{6,}$/)).toBeVisible()
  await form.getByLabel('Take profit').fill('')
  await form.getByLabel('Stop loss').fill('')
  await form.getByRole('button', { name: 'Leverage 5×' }).click()
  await form.getByRole('button', { name: '50×', exact: true }).click()
  for (const leverage of ['20×', '10×']) {
    await form.getByRole('button', { name: 'Decrease' }).click()
    await expect(form.getByRole('button', { name: `Leverage ${leverage}` })).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoOverflow(page)
  // A second tap is no second order.
  await form.getByRole('button', { name: /^Open long · 0\.1 BTC/ }).dblclick()
  await expect(sheet).toHaveCount(0)

  const card = page.getByRole('listitem').filter({ hasText: 'Long 10×' })
  await expect(card).toHaveCount(1)
  await expect(card.getByText(/^ROE [+−]?[\d.]+%$/)).toBeVisible()
  await expect(card.getByText(/^[+−][\d.]+$/).first()).toBeVisible()
  // Nothing below it moved when it opened.
  expect((await heightsOf(page)).map(({ length }) => length)).toEqual([1])

  await card.getByRole('button', { name: 'TP/SL' }).click()
  await sheet.getByLabel('Stop loss').fill('1')
  await sheet.getByRole('button', { name: 'Set TP/SL' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(card.getByText(/^SL −[\d.]+%$/)).toBeVisible()
  await card.getByRole('button', { name: 'Receipt' }).click()
  await expect(sheet.getByText('Verified', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()

  await page.goto('/#/pages/order/contract')
  await expect(card.getByText(/^ROE /)).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Close', exact: true }).click()
  await sheet.getByLabel('Quantity').fill('0.04')
  await sheet.getByRole('button', { name: 'Close 0.04 BTC' }).click()
  await expect(card.getByText('0.06 BTC')).toBeVisible()
  await expect(card.getByText(/^ROE /)).toBeVisible()
  await page.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('button', { name: 'Short', exact: true }).click()
  await form.getByLabel('Size', { exact: true }).fill('0.02')
  await form.getByRole('button', { name: /^Open short · 0\.02 BTC/ }).click()
  await expect(page.getByText(/^ROE /)).toHaveCount(2)
  await page.getByRole('button', { name: 'Close all' }).click()
  await sheet.getByRole('button', { name: 'Close 2 positions' }).click()

  await page.getByRole('tab', { name: 'History' }).click()
  const ended = page.getByRole('region', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Long 10×' })
  await expect(ended.getByText('Closed by you')).toBeVisible()
  await ended.getByRole('button').click()
  await expect(sheet.getByText('Verified', { exact: true })).toBeVisible()
  await expect(sheet.getByText('3 recorded prices recomputed on this device', { exact: false })).toBeVisible()
  await expect(sheet.getByText(/^Closed by you · 0\.0[46] BTC$/)).toHaveCount(2)
  await expectAccessible(page)
  await expectNoOverflow(page)
})
