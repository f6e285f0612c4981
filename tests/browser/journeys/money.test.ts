import type { Page } from '@playwright/test'
import * as deposit from '../../../src/api/money/deposit.ts'
import * as loan from '../../../src/api/money/loan.ts'
import * as plan from '../../../src/api/money/plan.ts'
import * as savings from '../../../src/api/money/savings.ts'
import { type Account, borrow, call, createTrader, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { leaveAndReload, loseAnswer, PHONE, secondTab, sendOffline } from '../kit/journey.ts'

// One server for all of them: they run in order, in one worker. What Back and a reload leave of a coin deposit and of an application for a
// loan is in `drafts.test.ts`.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: async ({ quick }, use) => use(quick.url), viewport: PHONE })

let account: Account
test.beforeEach(async ({ page, quick, faults }) => {
  faults.allow(NO_ANSWER)
  account = await createTrader(quick)
  await keepToken(page, account)
})

const sheet = (page: Page) => page.getByRole('dialog')
const amountIn = (page: Page, form: string) =>
  page.getByRole('form', { name: form, exact: true }).getByLabel('Amount', { exact: true })
const row = (page: Page, amount: string) =>
  page.getByRole('region', { name: 'Your deposits' }).locator('summary').filter({ hasText: amount })

test('journey: coins that are sent without a network arrive once, in each tab', async ({
  page,
  context,
  quick: server,
}) => {
  const place = '/pages/order/charge'
  await page.goto(`/#${place}`)
  const tab = await secondTab(context, place)
  await amountIn(page, 'Deposit').fill('500')
  await sendOffline(page, () => page.getByRole('button', { name: 'Send 500 paper USDT' }).click())
  await expect(row(page, '500.00')).toBeVisible()
  await expect(row(tab, '500.00')).toBeVisible()
  await expect(amountIn(page, 'Deposit')).toHaveValue('')
  expect(await call(server.url, deposit.log, {}, account.token)).toHaveLength(1)
})

test('journey: a bank transfer keeps its amount, and one whose answer is lost is not sent again', async ({
  page,
  context,
  quick: server,
}) => {
  const place = '/pages/order/charge?way=bank'
  await page.goto(`/#${place}`)
  const amount = amountIn(page, 'Bank transfer')
  await amount.fill('250')
  await leaveAndReload(page, () => expect(amount).toHaveValue('250'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use a sample' }).click()
  const submit = page.getByRole('button', { name: 'Submit proof · 250.00 USDT' })
  await loseAnswer(page, deposit.chargeReq, () => submit.click())
  await page.reload()
  await expect(row(page, '250.00')).toHaveCount(1)
  await expect(amount).toHaveValue('')
  const tab = await secondTab(context, place)
  await expect(row(tab, '250.00')).toHaveCount(1)
  await expect(amountIn(tab, 'Bank transfer')).toHaveValue('')
  expect(await call(server.url, deposit.log, {}, account.token)).toHaveLength(1)
})

test('journey: a fixed term keeps its amount, and begins once, in each tab', async ({
  page,
  context,
  quick: server,
}) => {
  const place = '/pages/savings/index'
  await page.goto(`/#${place}`)
  const product = page.getByRole('button', { name: /7 days/ })
  const amount = sheet(page).getByLabel('Amount', { exact: true })
  await product.click()
  await amount.fill('1000')
  await leaveAndReload(page, async () => {
    await product.click()
    await expect(amount).toHaveValue('1000')
  })
  const tab = await secondTab(context, place)
  await expect(tab.getByText('No fixed-term deposits yet')).toBeVisible()
  await sendOffline(page, () => sheet(page).getByRole('button', { name: 'Deposit 1,000 USDT · 7 days' }).click())
  await expect(sheet(page).getByText(/you receive 1,000 USDT/)).toBeVisible()
  await expect(tab.getByRole('link', { name: /7 days.*1,000\.00 USDT/ })).toBeVisible()
  await page.reload()
  await product.click()
  await expect(amount).toHaveValue('')
  expect(await call(server.url, savings.order, {}, account.token)).toHaveLength(1)
})

test('journey: a plan keeps its amount, and one whose answer is lost is not joined again', async ({
  page,
  context,
  quick: server,
}) => {
  await page.goto('/#/pages/arbitrage/detail?tier=1')
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.fill('1000')
  await leaveAndReload(page, () => expect(amount).toHaveValue('1000'))
  await loseAnswer(page, plan.order, () => page.getByRole('button', { name: 'Host 1,000 USDT for 2 days' }).click())
  await page.reload()
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await expect(amount).toHaveValue('')
  const tab = await secondTab(context, '/pages/arbitrage/order')
  await expect(tab.getByRole('link', { name: /1,000\.00 USDT/ })).toHaveCount(1)
  expect(await call(server.url, plan.orders, {}, account.token)).toHaveLength(1)
})

test('journey: a loan that is applied for without a network is made once, and another tab shows it', async ({
  page,
  context,
  quick: server,
}) => {
  await page.goto('/#/pages/loan/apply')
  const tab = await secondTab(context, '/pages/loan/order')
  await expect(tab.getByText('No loans yet')).toBeVisible()
  await page.getByLabel('Amount').fill('1000')
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await page.getByRole('checkbox').check()
  const apply = page.getByRole('button', { name: 'Apply for 1,000 USDT' })
  // Its photographs go first.
  await context.setOffline(true)
  await apply.click()
  await expect(page.getByText('What you entered is kept')).toBeVisible()
  await context.setOffline(false)
  await loseAnswer(page, loan.submit, () => apply.click())
  await expect(page.getByRole('link', { name: 'View loan' })).toBeVisible()
  await expect(tab.getByRole('link', { name: /1,000\.00/ })).toHaveCount(1)
  await page.goBack()
  await page.goForward()
  await expect(page.getByLabel('Amount')).toHaveValue('')
  expect(await call(server.url, loan.order, {}, account.token)).toHaveLength(1)
})

test('journey: a repayment keeps its amount, and one whose answer is lost is not made again', async ({
  page,
  context,
  quick: server,
}) => {
  const { id } = await borrow(server, account.token, '1000')
  const place = `/pages/loan/detail?id=${id}`
  await page.goto(`/#${place}`)
  const repay = page.getByRole('button', { name: 'Repay', exact: true })
  const amount = sheet(page).getByLabel('Amount')
  await repay.click()
  await sheet(page).getByRole('button', { name: '500' }).click()
  await amount.fill('100')
  await leaveAndReload(page, async () => {
    await repay.click()
    await expect(amount).toHaveValue('100')
  })
  const tab = await secondTab(context, place)
  await loseAnswer(page, loan.repayment, () => sheet(page).getByRole('button', { name: 'Repay 100 USDT' }).click())
  await page.reload()
  for (const each of [page, tab])
    await expect(each.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveCount(1)
  await repay.click()
  await expect(sheet(page).getByRole('button', { name: 'Repay 100 USDT' })).toHaveCount(0)
  expect(await call(server.url, loan.payments, { id }, account.token)).toHaveLength(1)
})
