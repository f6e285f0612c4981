import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createTrader, keepToken } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'

test('a swap is quoted, confirmed in its seconds, and found again with its recorded price', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(REFUSED)
  await keepToken(page, await createTrader(server))
  await page.goto('/#/pages/walletrade/swap')
  const form = page.getByRole('form', { name: 'Swap currencies' })
  const sheet = page.getByRole('dialog')
  await expect(form.getByText('Available 10,000.00 USDT')).toBeVisible()
  await expect(page.getByText('No swaps yet')).toBeVisible()
  await expectAccessible(page)

  await form.getByRole('button', { name: 'Max' }).click()
  await expect(form.getByLabel('Amount')).toHaveValue('10000')
  await form.getByLabel('Amount').fill('10001')
  await expect(form.getByText('Insufficient balance in this wallet')).toBeVisible()
  await form.getByLabel('Amount').fill('400')
  await form.getByRole('button', { name: /^You receive: BTC/ }).click()
  await sheet.getByRole('searchbox').fill('ether')
  await sheet.getByRole('button', { name: /^ETH/ }).click()
  await expect(form.getByText('Spread, included in the rate')).toBeVisible()
  await form.getByRole('button', { name: /^Swap 400 USDT for about 0\.\d+ ETH$/ }).click()

  await expect(sheet.getByRole('timer')).toBeVisible()
  await expect(sheet.locator('p', { hasText: 'Cost of this swap' })).toContainText(/1\.2\d USDT/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  const confirm = sheet.getByRole('button', { name: /^Swap 400 USDT to ETH$|^Get new quote$/ })
  // A fast market withdraws a quote: another is requested, as a user would.
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 2_000 })
    await expect(sheet.getByText('Swapped', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()

  await expect(form.getByText('Available 9,600.00 USDT')).toBeVisible()
  await page.getByRole('link', { name: /USDT to ETH/ }).click()
  await expect(sheet.getByText('Recorded price of ETH')).toBeVisible()
  await expect(sheet.getByText('Verified', { exact: true })).toBeVisible()
  await expect(sheet.getByText('Stated by the server, not proven')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})
