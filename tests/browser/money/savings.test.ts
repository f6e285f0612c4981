import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'

const [product] = savingsProducts
if (!product) throw new Error('no product')
/** Of 1,000 for its days, to the next millionth. */
const interest = (Math.ceil((1e9 * product.rateBps * product.days) / 3_650_000) / 1e6).toString()

test('savings: a fixed-term deposit is calculated, made, found again, and cancelled once it was said what that costs', async ({
  page,
  server,
}) => {
  await keepToken(page, await createTrader(server))
  await page.goto('/#/pages/walletrade/index')
  await page.getByRole('link', { name: 'Fixed-term deposits' }).click()
  await expect(page.getByRole('heading', { name: 'Fixed-term deposits' })).toBeVisible()
  await expect(page.getByText('No deposits yet')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /^USDT.*7 days|7 days/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount').fill('20')
  await expect(sheet.getByText(`The minimum is ${product.min} USDT`)).toBeVisible()
  await sheet.getByLabel('Amount').fill('1000')
  await expect(sheet.getByText(`${interest} USDT`, { exact: true })).toBeVisible()
  await expect(sheet.getByText(/the interest of the term is forfeited/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Set aside 1,000 USDT' }).click()
  await expect(sheet.getByText(`1,000 USDT and ${interest} USDT of interest on`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()

  await page.getByRole('link', { name: /7 days.*1,000\.00 USDT/ }).click()
  await sheet.getByRole('button', { name: 'Begin again at the end' }).click()
  await expect(sheet.getByRole('button', { name: 'Pay out at the end' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel this deposit' }).click()
  await expect(sheet.getByText(`lose ${interest} USDT of interest`)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Cancel, and get 1,000 USDT back' }).click()
  await expect(sheet.getByText('Cancelled')).toBeVisible()
})
