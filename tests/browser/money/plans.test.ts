import * as api from '../../../src/api/money/plan.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, QUICK_DAY_MS, test } from '../kit/fixtures.ts'

test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

test('a plan states its risks, takes an order, shows each day with its verification, and ends early for a fee', async ({
  page,
  quick: server,
}) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'AI arbitrage' }).click()
  await expect(page.getByText('In this demo, a day lasts 600s.')).toBeVisible()
  await expect(page.getByText('Hosted', { exact: true })).toBeVisible()
  await expect(page.getByText(/No real investment pays this\..*5% of days lose money\./)).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Arbitrage' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expectAccessible(page)
  await page
    .getByRole('link', {
      name: /^500 to under 5,000.*1\.83% – 2\.01% a day.*×520 a year, which nobody can get.*\+3\.46%.*0\.47% to 3\.98%$/,
    })
    .click()
  await expect(page.getByText('One term of 2 days pays, on average')).toBeVisible()
  await expect(page.getByText('+3.46%', { exact: true })).toBeVisible()
  await expect(page.getByText('95% of terms: +0.47% to +3.98% · 1 in 200 terms loses money')).toBeVisible()
  await expect(page.getByText(/from 5,000, the plan of 3 days applies/)).toBeVisible()
  await expect(page.getByText('×520, not achievable')).toBeVisible()
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  await expect(page.getByText(/No real investment pays this/)).toBeVisible()
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.fill('400')
  await expect(page.getByText('The minimum is 500 USDT')).toBeVisible()
  await page.getByRole('button', { name: /^Available/ }).click()
  await expect(page.getByRole('button', { name: 'Host 4,999.999999 USDT for 2 days' })).toBeEnabled()
  await amount.fill('1000')
  await expect(page.getByText('One term of 1,000 USDT pays, on average')).toBeVisible()
  await expect(page.getByText('+34.56', { exact: true })).toBeVisible()
  await expect(page.getByText(/95% of terms: \+4\.72 to \+39\.75/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^worst −36\.60, mean \+34\.56/ })).toBeVisible()
  await expect(page.getByText('36.60 USDT', { exact: true })).toBeVisible()
  await expect(page.getByText('Fee 1% · 10.00 USDT')).toBeVisible()
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: 'How it works' }).click()
  await expect(sheet.getByText(/about one day in twenty loses money/)).toBeVisible()
  // Other tests let days pass on this server.
  const history = sheet.getByText('No day of this plan has ended yet.')
  await expect(history.or(sheet.getByRole('img', { name: /^Daily rates of the plan/ }))).toBeVisible()
  await expect(sheet.getByText(/“200 exchanges” is a number in the description/)).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(amount).toHaveValue('1000')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Host 1,000 USDT for 2 days' }).click()
  await page.getByRole('link', { name: 'View order' }).click()

  await expect(sheet.getByText('In progress')).toBeVisible()
  await expect(sheet.getByText(/on 1,000\.00 · day 1 of 2/)).toBeVisible()
  await expect(sheet.getByText('Can still be lost').locator('..')).toContainText('36.60 USDT')
  const early = sheet.getByRole('button', { name: /^End early · fee \d+ USDT$/ })
  await expect(early).toBeVisible()
  await server.advance(2 * QUICK_DAY_MS)
  await expect(sheet.getByText(/^[+−][\d.]+ on 1,000\.00 · day 2 of 2$/)).toBeVisible()
  // It is on its last day, and ends with it anyway.
  await expect(early).toHaveCount(0)
  const [order] = await call(server.url, api.orders, {}, account.token)
  await expect(sheet.getByText('You cannot end early on the last day.')).toBeVisible()
  await expect(sheet.getByText('Can still be lost').locator('..')).toContainText('18.30 USDT')
  await sheet.getByRole('button', { name: 'Check this rate' }).click()
  await expect(sheet.getByText('Matches the published one')).toBeVisible()
  await expect(sheet.getByText(/^[+−]\d\.\d+%, matches the rate paid$/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expect(sheet.getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  expect(order?.daysAccrued).toBeLessThan(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('In this demo, a day lasts 600s.')).toBeVisible()
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
  await expect(
    sheet.getByText(/you gain and lose nothing\. You pay 5 USDT; the rest is available at once/),
  ).toBeVisible()
  await sheet.getByRole('button', { name: 'End early for 5 USDT' }).click()
  await expect(sheet.getByText(/Ending early|Ended/).first()).toBeVisible()
  await page.goto(`/#/pages/arbitrage/detail?tier=1`)
  await expect(page.getByText('0 of 2', { exact: true })).toBeVisible()
  await page.getByLabel('Amount', { exact: true }).fill('1000')
  await expect(page.getByText('You have used all 2 terms of this plan')).toBeVisible()
  await page.getByRole('button', { name: /^Rates fixed before day 1/ }).click()
  await expect(sheet.getByRole('img', { name: /Daily rates of the plan/ })).toBeVisible()
  // Each day has its proof, the earlier ones too.
  const checks = sheet.getByRole('button', { name: 'Check this rate' })
  await expect(checks).toHaveCount(1)
  await sheet.getByText(/^Earlier days \(\d+\)$/).click()
  await checks.last().click()
  await expect(sheet.getByRole('listitem').last().getByText('Matches the published one')).toBeVisible()
  await expectAccessible(page)
})
