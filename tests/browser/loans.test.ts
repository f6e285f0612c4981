import * as api from '../../src/api/loan.ts'
import { submit } from '../../src/api/microtrade.ts'
import { expectAccessible, expectNoOverflow } from './accessible.ts'
import { borrow, call, createTrader, keepToken } from './api.ts'
import { expect, QUICK_DAY_MS, test } from './fixtures.ts'

test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

test('a loan says all that it costs, asks for papers and consent, is repaid in part, told overdue, and settled', async ({
  page,
  context,
  quick: server,
}) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto('/#/pages/walletrade/index')
  await page.getByRole('link', { name: 'Loan application' }).click()
  await expect(page.getByText('For demonstration, a day lasts 600s here.')).toBeVisible()
  await expect(page.getByText('11.68% a year, simple')).toBeVisible()
  await expect(page.getByText(/never more than 10% of the loan/)).toBeVisible()
  await expect(page.getByText(/new plans and fixed terms take only your own money/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Apply for a loan' }).click()

  const amount = page.getByLabel('Amount')
  await amount.fill('99')
  await expect(page.getByText('The minimum is 100 USDT')).toBeVisible()
  await amount.fill('1000')
  for (const [term, value] of [
    ['Simple interest for 365 days', '18.25%'],
    ['Interest by the due date', '3.5 USDT'],
    ['Due in all', '1,003.5 USDT'],
    ['Each late day', '1 USDT'],
    ['Being late costs at most', '100 USDT'],
    ['You repay at most', '1,103.5 USDT'],
  ] as const) {
    await expect(page.locator('dl div', { hasText: term }).filter({ hasText: value })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Apply for 1,000 USDT' }).click()
  await expect(page.getByText('Add a photograph of this document')).toHaveCount(4)
  await expect(page.getByText('Read the loan agreement and agree to it')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await expect(page.getByText('Add a photograph of this document')).toHaveCount(0)
  const agreement = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Loan agreement · Version \d+$/ }).click()
  const read = await agreement
  await expect(read.getByRole('heading', { name: 'If you are late' })).toBeVisible()
  await read.close()
  await page.getByRole('checkbox').check()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Apply for 1,000 USDT' }).click()
  await page.getByRole('link', { name: 'See the loan' }).click()
  await expect(page.getByText('Transfer successful')).toBeVisible()
  await expect(page.getByText('1,000.5 USDT').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  // Its agreement is the text that was signed.
  await page.getByRole('link', { name: /^Loan agreement/ }).click()
  await expect(page.getByText('Version 4, in the words that were agreed to')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'If you are late' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Back' }).click()

  const sheet = page.getByRole('dialog')
  const repay = page.getByRole('button', { name: 'Repay', exact: true })
  // A notice lies over the sheet's head for as long as it stands.
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0)
  await repay.click()
  await expect(sheet.getByRole('button', { name: 'Repay 1,000.5 USDT' })).toBeEnabled()
  await sheet.getByRole('radio', { name: 'A part' }).check()
  await sheet.getByLabel('Amount').fill('100.5')
  await expect(sheet.locator('dl div', { hasText: 'Principal' })).toContainText('100 USDT')
  await expect(sheet.locator('dl div', { hasText: 'Still owed after it' })).toContainText('900 USDT')
  await expect(sheet.locator('dl div', { hasText: 'Interest that you save' })).toContainText('0.3 USDT')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Repay 100.5 USDT' }).click()
  await expect(sheet.getByText('900 USDT are still owed.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(page.getByText('Fee 0.00 · interest 0.50 · principal 100.00')).toBeVisible()

  // The six days that are left, and one more: 900 at 0.05%, then at 0.1%.
  await server.advance(7 * QUICK_DAY_MS)
  await expect(page.getByText(/^Overdue since/)).toBeVisible()
  await expect(page.locator('dl div', { hasText: 'Late fee' }).first()).toContainText('0.9 USDT')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.goto('/#/pages/loan/order')
  await expect(page.getByRole('link', { name: /Overdue/ })).toBeVisible()
  await expect(page.getByText('For demonstration, a day lasts 600s here.')).toBeVisible()
  await expectAccessible(page)
  // 10,000 of one's own, less 4.10 of interest and fee: what is lent is as much owed.
  const room = page.getByRole('main')
  for (const path of ['/pages/walletrade/index', '/pages/index/index']) {
    await page.goto(`/#${path}`)
    await expect(room.getByText('Total equity', { exact: true })).toBeVisible()
    await expect(room.getByText('9,995.90', { exact: true })).toBeVisible()
    await expect(room.getByRole('link', { name: 'Debt 903.60 USDT' })).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
  await page.getByRole('link', { name: 'Debt 903.60 USDT' }).click()
  await expect(page.getByText('1 loan is overdue')).toBeVisible()
  await expect(page.getByText('A loan of yours is overdue. Repay it first')).toBeVisible()
  await page.getByRole('link', { name: 'Your loans' }).first().click()
  await page.getByRole('link', { name: /Overdue/ }).click()
  await repay.click()
  await sheet.getByRole('button', { name: /^Repay 903\.6 USDT$/ }).click()
  await expect(sheet.getByText('Nothing more is owed of this loan.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(repay).toHaveCount(0)
  const [loan] = await call(server.url, api.order, {}, account.token)
  await page.goto('/#/pages/index/index')
  await expect(page.getByText('9,995.90', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Debt/ })).toHaveCount(0)
  expect(loan).toMatchObject({ state: 'settled', paid: '1004.100000', agreement: { version: 4 } })
})

test('forms say how much an unpaid loan leaves free, and why, and take no more; without one none asks', async ({
  page,
  quick: server,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('orders/coverage')) asked.push(request.url())
  })
  const { token } = await createTrader(server)
  await keepToken(page, { token })
  const sheet = page.getByRole('dialog')
  const amount = sheet.getByLabel('Amount', { exact: true })
  const openOption = async () => {
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await page.getByRole('button', { name: /^Buy up/ }).click()
    await expect(amount).toBeVisible()
  }
  const openTerm = async () => {
    await page.goto('/#/pages/savings/index')
    await page.getByRole('button', { name: /7 days/ }).click()
    await expect(amount).toBeVisible()
  }
  const why = sheet.getByText(/Available while your loan is open/)
  await openOption()
  await expect(why).toHaveCount(0)
  await openTerm()
  await expect(sheet.getByText('Available 10,000.00 USDT')).toBeVisible()
  await expect(why).toHaveCount(0)
  expect(asked).toEqual([])

  // Of 20,000 a half is lent, and 5,000 are staked.
  const { id } = await borrow(server, token, '10000')
  const option = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', seconds: 300 } as const
  await call(server.url, submit, { ...option, amount: '5000', requestId: 'five-thousand-at-once' }, token)

  await openOption()
  await expect(why).toHaveText(
    'Available while your loan is open: 4,925.00 USDT. Your loan, up to 10,075.00 USDT, must stay covered. See your loan',
  )
  await amount.fill('4926')
  await expect(sheet.getByText(/so you can put at most 4,925 USDT at risk now/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Max' }).click()
  await expect(amount).toHaveValue('4925')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)

  await openTerm()
  await expect(why).toContainText('4,925.00 USDT')
  await amount.fill('4925.01')
  await expect(sheet.getByText(/take only your own money: at most 4,925 USDT now/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Max' }).click()
  await expect(amount).toHaveValue('4925')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await why.getByRole('link', { name: 'See your loan' }).click()
  await expect(page).toHaveURL(new RegExp(`pages/loan/detail\\?id=${id}`))
  expect(asked.length).toBeGreaterThan(0)
})
