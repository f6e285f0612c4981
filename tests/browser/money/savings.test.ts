import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'

const [product] = savingsProducts
if (!product) throw new Error('no product')
/** Of 1,000 for its days, down to the cent. */
const interest = (Math.floor((1e5 * product.rateBps * product.days) / 3_650_000) / 100).toFixed(2)

test('savings: a fixed-term deposit is calculated, made, found again, and cancelled once it was said what that costs', async ({
  page,
  server,
}) => {
  await keepToken(page, await createTrader(server))
  await page.goto('/#/pages/walletrade/index')
  await page.getByRole('link', { name: 'Fixed-term deposits' }).click()
  await expect(page.getByRole('heading', { name: 'Fixed-term deposits' })).toBeVisible()
  await expect(page.getByText('No fixed-term deposits yet')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /^USDT.*7 days|7 days/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount', { exact: true }).fill('20')
  await expect(sheet.getByText(`The minimum is ${product.min} USDT`)).toBeVisible()
  await sheet.getByLabel('Amount', { exact: true }).fill('1000')
  await expect(sheet.getByText(`${interest} USDT`, { exact: true }).first()).toBeVisible()
  await expect(
    sheet.getByText(`${(1_000 + Number(interest)).toLocaleString('en', { minimumFractionDigits: 2 })}USDT`),
  ).toBeVisible()
  await expect(sheet.getByText('Lost on early withdrawal')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Deposit 1,000 USDT · 7 days' }).click()
  await expect(sheet.getByText(`you receive 1,000 USDT and ${interest} USDT of interest.`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()

  await page.getByRole('link', { name: /7 days.*1,000\.00 USDT/ }).click()
  await expect(page.getByText(`Interest at maturity +${interest} ·`)).toBeVisible()
  await sheet.locator('label', { hasText: 'Renew principal' }).click()
  await expect(sheet.getByText('A new term starts with the same principal and rate')).toBeVisible()
  await sheet.getByRole('button', { name: 'Withdraw 1,000 USDT early' }).click()
  await expect(sheet.getByText(`lose ${interest} USDT of interest`)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Withdraw 1,000 USDT now' }).click()
  await expect(sheet.getByText('Withdrawn early')).toBeVisible()
})
