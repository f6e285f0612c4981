import * as api from '../../../src/api/money/plan.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, QUICK_DAY_MS, test } from '../kit/fixtures.ts'

test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

test('a plan says what it is, takes an order, shows each day with its proof, and is ended early for a fee', async ({
  page,
  quick: server,
}) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'AI arbitrage' }).click()
  await expect(page.getByText('For demonstration, a day lasts 600s here.')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Arbitrage' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByText(/“200 exchanges” is a number in the description/)).toBeVisible()
  await page
    .getByRole('link', {
      name: /^500 to under 5,000 USDT.*\+3\.46%.*95% range: \+0\.47% to \+3\.98%.*×520 in a year, which nobody can have$/,
    })
    .click()
  await expect(page.getByText('One order of 2 days, on average')).toBeVisible()
  await expect(page.getByText('+3.46%')).toBeVisible()
  await expect(page.getByText('95% range: +0.47% to +3.98%')).toBeVisible()
  await expect(page.getByText('1.83% – 2.01% a day, estimated')).toBeVisible()
  await expect(page.getByText(/5,000 USDT belongs to the next tier/)).toBeVisible()
  await expect(page.getByText(/a year would come to ×520, compounded day by day/)).toBeVisible()
  await expect(page.getByText(/Nobody can have that here: an order lasts 2 days.*2 times/)).toBeVisible()
  await expect(page.getByText(/No real investment pays this/)).toBeVisible()
  await expect(page.getByText(/about one day in twenty is a loss/)).toBeVisible()
  await expect(page.getByText('No day of this plan is over yet.')).toBeVisible()
  const amount = page.getByLabel('Amount to host')
  await amount.fill('400')
  await expect(page.getByText('The minimum is 500 USDT')).toBeVisible()
  await page.getByRole('button', { name: 'Max' }).click()
  await expect(page.getByRole('button', { name: 'Join with 4,999.999999 USDT' })).toBeEnabled()
  await amount.fill('1000')
  await expect(page.getByText('+34.56 USDT', { exact: true })).toBeVisible()
  await expect(page.getByText('+4.72 USDT – +39.75 USDT')).toBeVisible()
  await expect(page.getByText('+36.60 USDT – +40.20 USDT')).toBeVisible()
  await expect(page.getByText('−36.60 USDT')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Join with 1,000 USDT' }).click()
  await page.getByRole('link', { name: 'See the order' }).click()

  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('In progress')).toBeVisible()
  const early = sheet.getByRole('button', { name: 'End early', exact: true })
  await expect(early).toBeVisible()
  await server.advance(2 * QUICK_DAY_MS)
  await expect(sheet.getByText(/^Day \d+/)).toBeVisible()
  // It is on its last day, and ends with it anyway.
  await expect(early).toHaveCount(0)
  const [order] = await call(server.url, api.orders, {}, account.token)
  await sheet.getByRole('button', { name: 'Check this rate' }).click()
  await expect(sheet.getByText('Checked on this device')).toBeVisible()
  await expect(sheet.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  expect(order?.daysAccrued).toBeLessThan(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('For demonstration, a day lasts 600s here.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()

  // Another one, ended before its first day.
  const pid = (await call(server.url, api.project, {}, account.token))[0]?.id ?? ''
  const { id } = await call(
    server.url,
    api.order,
    { requestId: 'an-order-to-end-early', pid, amount: '500' },
    account.token,
  )
  await page.goto(`/#/pages/arbitrage/order?order=${id}`)
  await early.click()
  await expect(sheet.getByText(/has part in none. You pay 5 USDT, and the rest is available at once/)).toBeVisible()
  await sheet.getByRole('button', { name: 'End early for 5 USDT' }).click()
  await expect(sheet.getByText(/Ending early|Ended/).first()).toBeVisible()
  await page.goto(`/#/pages/arbitrage/detail?tier=1`)
  await expect(page.getByRole('img', { name: /The daily rates of the plan/ })).toBeVisible()
  // Each day has its proof, the earlier ones too.
  const checks = page.getByRole('button', { name: 'Check this rate' })
  await expect(checks).toHaveCount(1)
  await page.getByText(/^Earlier days \(\d+\)$/).click()
  await checks.last().click()
  await expect(page.getByRole('listitem').last().getByText('Checked on this device')).toBeVisible()
  await expectAccessible(page)
})
