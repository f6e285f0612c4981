import * as api from '../../../src/api/money/loan.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { findLoanCycle, loanCycles, loanLateness, loanLimits } from '../../../src/rules/loan/loan.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { borrow, call, createTrader, keepToken } from '../kit/api.ts'
import { expect, QUICK_DAY_MS, test } from '../kit/fixtures.ts'

const { latePpm, lateCapPpm, collectAfterDays } = loanLateness
const WEEK_PPM = findLoanCycle(7)?.ratePpm ?? 0
/** Interest on an amount of a loan for a week for a number of days, and the late fee of a number of days. */
const interest = (amount: number, days: number) => (amount * WEEK_PPM * days) / 1e6
const lateFee = (amount: number, days: number) => (amount * latePpm * days) / 1e6
/** An amount as it is said, and with two decimals. */
const said = (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: 6 })
const cents = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

test('a loan states its whole cost, requires documents and consent, is repaid in part, becomes overdue, and is settled', async ({
  page,
  context,
  quick: server,
}) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto('/#/pages/walletrade/index')
  await page.getByRole('link', { name: 'Loan application' }).click()
  await expect(page.getByText('In this demo, a day lasts 600s.')).toBeVisible()
  await expect(page.getByText(`${((loanCycles.at(-1)?.ratePpm ?? 0) * 365) / 10_000}% a year`)).toBeVisible()
  await expect(page.getByText(`never more than ${lateCapPpm / 10_000}% of the loan`)).toBeVisible()
  await expect(page.getByText(/you can put only your own money into new plans and fixed terms/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Apply for a loan' }).click()

  const amount = page.getByLabel('Amount')
  await amount.fill(String(Number(loanLimits.min) - 1))
  await expect(page.getByText(`The minimum is ${loanLimits.min} USDT`)).toBeVisible()
  await amount.fill('1000')
  await expect(page.getByText(cents(1_000 + interest(1_000, 7))).first()).toBeVisible()
  await expect(
    page.getByText(`${cents(interest(1_000, 7))} interest · ${WEEK_PPM / 10_000}% a day`).first(),
  ).toBeVisible()
  for (const [term, value] of [
    ['Per day started', `${cents(lateFee(1_000, 1))} USDT`],
    ['Maximum late fees', `${cents(lateCapPpm / 1_000)} USDT`],
  ] as const) {
    await expect(page.locator('dl div', { hasText: term }).filter({ hasText: value })).toBeVisible()
  }
  const most = `${cents(interest(1_000, 7) + lateCapPpm / 1_000)} USDT`
  await expect(page.locator('p', { hasText: 'Maximum cost' })).toContainText(most)
  await expect(page.getByRole('button', { name: 'Add House information' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await expect(page.getByRole('button', { name: 'Agree to the loan agreement' })).toBeDisabled()
  const agreement = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Loan agreement · Version \d+$/ }).click()
  const read = await agreement
  await expect(read.getByRole('heading', { name: 'Late repayment' })).toBeVisible()
  await read.close()
  await page.getByRole('checkbox').check()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Apply for 1,000 USDT' }).click()
  await page.getByRole('link', { name: 'View loan' }).click()
  await expect(page.getByText('Day 1 of 7')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Loan, 1,000.00' })).toBeVisible()
  await expect(page.getByText(`${cents(1_000 + interest(1_000, 1))} USDT`).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  // Its agreement is the text that was signed.
  await page.getByRole('link', { name: /^Loan agreement/ }).click()
  await expect(page.getByText(/^Version \d+, as you agreed to it$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Late repayment' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Back' }).click()

  const sheet = page.getByRole('dialog')
  const repay = page.getByRole('button', { name: 'Repay', exact: true })
  // A notice covers the sheet's head while shown.
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0)
  await repay.click()
  await expect(sheet.getByRole('button', { name: `Repay ${said(1_000 + interest(1_000, 1))} USDT` })).toBeEnabled()
  await sheet.getByRole('button', { name: '500' }).click()
  await expect(sheet.getByRole('button', { name: 'Repay 500 USDT' })).toBeEnabled()
  await sheet.getByLabel('Amount').fill(String(100 + interest(1_000, 1)))
  await expect(sheet.locator('dl div', { hasText: 'Principal' })).toContainText('100.00 USDT')
  await expect(sheet.locator('p', { hasText: 'Owed after this payment' })).toContainText('900.00 USDT')
  await expect(sheet.locator('dl div', { hasText: 'Interest saved' })).toContainText(`${cents(interest(100, 6))} USDT`)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: `Repay ${said(100 + interest(1_000, 1))} USDT` }).click()
  await expect(sheet.getByText('You still owe 900 USDT.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(page.getByText(`Late fee 0.00 · interest ${cents(interest(1_000, 1))} · principal 100.00`)).toBeVisible()

  // The six days that are left, and one more: the first late one.
  const cost = interest(900, 6) + lateFee(900, 1)
  const [debt, equity] = [900 + cost, 10_000 - interest(1_000, 1) - cost]
  await server.advance(7 * QUICK_DAY_MS)
  await expect(page.getByText(/^Overdue since/)).toBeVisible()
  const taken = cents(900 + interest(900, 6) + lateFee(900, collectAfterDays + 1))
  await expect(
    page.getByText(new RegExp(`^On [^ ]+ [^ ]+, ${taken} USDT will be collected from your available balance`)),
  ).toBeVisible()
  await expect(page.locator('dl div', { hasText: 'Late fee' }).first()).toContainText(`${cents(lateFee(900, 1))} USDT`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.goto('/#/pages/loan/order')
  await expect(page.getByRole('link', { name: /Overdue/ })).toBeVisible()
  await expect(page.getByText('In this demo, a day lasts 600s.')).toBeVisible()
  await expectAccessible(page)
  // 10,000 of one's own, less interest and fee: what is lent is as much owed.
  const room = page.getByRole('main')
  for (const path of ['/pages/walletrade/index', '/pages/index/index']) {
    await page.goto(`/#${path}`)
    await expect(room.getByText('Total equity', { exact: true })).toBeVisible()
    await expect(room.getByText(cents(equity), { exact: true })).toBeVisible()
    await expect(room.getByRole('link', { name: `Debt ${cents(debt)} USDT` })).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
  await page.getByRole('link', { name: `Debt ${cents(debt)} USDT` }).click()
  await expect(page.getByText('1 loan is overdue')).toBeVisible()
  await expect(page.getByText('Your loan is overdue. Repay it first')).toBeVisible()
  await page.getByRole('link', { name: 'Your loans' }).first().click()
  await page.getByRole('link', { name: /Overdue/ }).click()
  await repay.click()
  await sheet.getByRole('button', { name: `Repay ${said(debt)} USDT`, exact: true }).click()
  await expect(sheet.getByText('You owe nothing more on this loan.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(repay).toHaveCount(0)
  const [loan] = await call(server.url, api.order, {}, account.token)
  await page.goto('/#/pages/index/index')
  await expect(page.getByText(cents(equity), { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Debt/ })).toHaveCount(0)
  expect(loan).toMatchObject({
    state: 'settled',
    paid: (1_000 + interest(1_000, 1) + cost).toFixed(6),
  })
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
  const amount = sheet.getByLabel(/^(Amount|Stake)$/)
  const openOption = async () => {
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await page.getByRole('button', { name: /^Up\b/ }).click()
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

  // As much is lent as may be, and 5,000 are staked.
  const lent = Number(loanLimits.max)
  const due = lent + interest(lent, 7) + lateFee(lent, collectAfterDays + 1)
  const free = 5_000 + lent - due
  const { id } = await borrow(server, token, loanLimits.max)
  const option = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', seconds: 300 } as const
  await call(server.url, submit, { ...option, amount: '5000', requestId: 'five-thousand-at-once' }, token)

  await openOption()
  await expect(why).toHaveText(
    `Available while your loan is open: ${cents(free)} USDT. Your loan, up to ${cents(due)} USDT, must stay covered. View your loan`,
  )
  await amount.fill(String(Math.floor(free) + 1))
  await expect(sheet.getByText(`so you can put at most ${said(free)} USDT at risk now`)).toBeVisible()
  await amount.fill(String(Math.floor(free)))
  await expect(sheet.getByRole('button', { name: /^Up · / })).toBeEnabled()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)

  await openTerm()
  await expect(why).toContainText(`${cents(free)} USDT`)
  await amount.fill((free + 0.01).toFixed(2))
  await expect(
    sheet.getByText(`only your own money into plans and fixed terms: up to ${said(free)} USDT now`),
  ).toBeVisible()
  await sheet.getByRole('button', { name: 'Max' }).click()
  await expect(amount).toHaveValue(String(free))
  await expectAccessible(page)
  await expectNoOverflow(page)
  await why.getByRole('link', { name: 'View your loan' }).click()
  await expect(page).toHaveURL(new RegExp(`pages/loan/detail\\?id=${id}`))
  expect(asked.length).toBeGreaterThan(0)
})
