import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { google, payPassword } from '../../../src/api/account/safe.ts'
import { chargeReq, log as deposits } from '../../../src/api/money/deposit.ts'
import { addAddress, log } from '../../../src/api/money/withdrawal.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { WITHDRAWAL_MIN_USDT } from '../../../src/rules/withdrawal/withdrawal.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { becomeKnown, call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'

const PLACE = '/pages/order/withdraw'
const PAY_PASSWORD = 'Money Leaves 1'
/** Of ERC-55. */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const conditions = (page: Page) => page.getByRole('list', { name: 'Before you can withdraw' })
const condition = (page: Page, name: string) => conditions(page).getByRole('listitem').filter({ hasText: name })
const form = (page: Page) => page.getByRole('form', { name: 'Withdraw', exact: true })
const sheet = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
// Nothing is approved or sent before the test says so.
test.use({ baseURL: async ({ slow }, use) => use(slow.url) })

/** Where all are met, they are one line. */
const isMet = (page: Page, name: string) =>
  expect(condition(page, name).or(form(page).getByText(/^\d of \d$/))).toHaveText(/\bmet$|^(\d) of \1$/)
const isUnmet = (page: Page, name: string) => expect(condition(page, name)).toContainText('not met')

async function fillSheet(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await sheet(page).getByLabel(label, { exact: true }).fill(text)
}

test('a withdrawal shows each condition with its way, and then goes step by step', async ({ page, slow, faults }) => {
  const server = slow
  faults.allow(REFUSED)
  const token = await registerName(server.url, newName())
  await keepToken(page, { token })
  await page.goto(`/#${PLACE}`)
  await isUnmet(page, 'Identity verified')
  await isUnmet(page, 'Transaction password set')
  await isUnmet(page, 'Withdrawal address added')
  await isMet(page, 'No open trades')
  await isMet(page, 'No request under review')
  await isMet(page, 'Trading requirement met')
  await expect(form(page).getByRole('button', { name: 'Continue' })).toBeDisabled()
  await expect(condition(page, 'Identity verified').getByRole('link')).toHaveAttribute('href', /\/pages\/me\/kyc/)
  await expectAccessible(page)

  // A requirement fulfilled elsewhere counts here at once, or on return.
  await becomeKnown(server, token)
  await isMet(page, 'Identity verified')
  await condition(page, 'Transaction password set').getByRole('link', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction password' })).toBeVisible()
  const set = { action: 'set' as const, password: PAY_PASSWORD, confirm: PAY_PASSWORD, proof: { password: PASSWORD } }
  await call(server.url, payPassword, set, token)
  await page.goBack()
  await isMet(page, 'Transaction password set')

  await condition(page, 'Withdrawal address added').getByRole('button', { name: 'Add address' }).click()
  await sheet(page).getByLabel('Network', { exact: true }).selectOption('ethereum')
  // What can be named is named as it is typed, and nothing is sent before it is mended.
  await fillSheet(page, { Address: ADDRESS.replace('C9', 'CH') })
  await expect(sheet(page).getByText('“H” cannot be part of an address. Paste the address again.')).toBeVisible()
  await expect(sheet(page).locator('mark')).toHaveText('H')
  await expect(sheet(page).getByRole('button', { name: 'Edit address' })).toBeDisabled()
  await expectAccessible(page)
  await fillSheet(page, { Address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })
  await expect(sheet(page).getByText('This address is for TRON, not for Ethereum.')).toBeVisible()
  await fillSheet(page, { Address: ADDRESS.replace('0x5a', '0x5A'), Label: 'Cold wallet' })
  await expect(sheet(page).getByText('11 of 40')).toBeVisible()
  await press(page, 'Add address')
  await expect(sheet(page).getByText('This is not a valid address on this network')).toBeVisible()
  await expect(sheet(page).getByText('you can use a new address at once')).toBeVisible()
  await fillSheet(page, { Address: ADDRESS.toLowerCase() })
  await expect(sheet(page).getByText('has no checksum')).toBeVisible()
  await expectAccessible(page)
  await fillSheet(page, { Address: ADDRESS, 'Transaction password': 'Money Leaves 2' })
  await expect(sheet(page).getByText('has no checksum')).toHaveCount(0)
  await press(page, 'Add address')
  await expect(sheet(page).getByText('Wrong transaction password')).toBeVisible()
  await fillSheet(page, { 'Transaction password': PAY_PASSWORD })
  await press(page, 'Add address')
  await expectNotice(page, 'Address added')
  await isMet(page, 'Withdrawal address added')
  await expect(form(page).getByRole('button', { name: 'Change, To: 0x5aAeb6…1BeAed Cold wallet' })).toBeVisible()

  // What is deleted is gone, and can be added again.
  await form(page).getByRole('button', { name: /To: / }).click()
  await expect(sheet(page).getByRole('list', { name: 'Ready' }).getByRole('listitem')).toContainText('Cold wallet')
  await press(page, 'Add address')
  await sheet(page).getByLabel('Network', { exact: true }).selectOption('ethereum')
  await fillSheet(page, { Address: ADDRESS.toLowerCase() })
  await expect(sheet(page).getByText('This address is already in your address book')).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await form(page).getByRole('button', { name: /To: / }).click()
  await press(page, 'Delete Cold wallet')
  await expectNotice(page, 'Address deleted')
  await press(page, 'Add address')
  await sheet(page).getByLabel('Network', { exact: true }).selectOption('ethereum')
  await fillSheet(page, { Address: ADDRESS, Label: 'Cold wallet', 'Transaction password': PAY_PASSWORD })
  await press(page, 'Add address')
  await expect(sheet(page)).toHaveCount(0)
  await isMet(page, 'Withdrawal address added')
  const amount = form(page).getByLabel('Amount', { exact: true })
  await amount.fill('29')
  await press(page, 'Continue · 29.00 USDT')
  await expect(form(page).getByText(`The minimum is ${WITHDRAWAL_MIN_USDT} USDT`)).toBeVisible()
  await form(page).getByRole('button', { name: 'Max' }).click()
  await expect(amount).not.toHaveValue('29')
  await form(page)
    .getByRole('button', { name: /^Continue · / })
    .click()
  await expect(sheet(page).getByText('you withdraw the lower amount.')).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await amount.fill('500')
  await expect(form(page).getByText('499.50 USDT')).toBeVisible()
  await press(page, 'Continue · 500.00 USDT')
  await expect(sheet(page).getByText(ADDRESS)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await fillSheet(page, { 'Transaction password': 'Money Leaves 2' })
  await press(page, 'Withdraw 500 USDT')
  await expect(sheet(page).getByText('Wrong transaction password')).toBeVisible()
  await fillSheet(page, { 'Transaction password': PAY_PASSWORD })
  await press(page, 'Withdraw 500 USDT')
  await expectNotice(page, 'Withdrawal submitted, awaiting approval')
  await expect(sheet(page)).toHaveCount(0)
  await isUnmet(page, 'No request under review')
  await expectAccessible(page)
  await expectNoOverflow(page)

  // The locked amount links to the withdrawal, which is cancelled there.
  await page.getByRole('banner').getByRole('link', { name: 'Records' }).click()
  await page.getByRole('button', { name: /^Reserved for withdrawal/ }).click()
  await sheet(page).getByRole('link', { name: 'View details' }).click()
  await expect(sheet(page).getByText('500 USDT', { exact: true })).toBeVisible()
  await expect(sheet(page).getByText(ADDRESS)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await press(page, 'Cancel withdrawal')
  await expectNotice(page, 'Cancelled')
  const taken = sheet(page).getByRole('list', { name: 'Steps' })
  await expect(taken.getByRole('listitem').filter({ hasText: 'Cancelled' })).toContainText(/\d\d:\d\d:\d\d/)
  await expect(sheet(page).getByRole('button', { name: 'Cancel withdrawal' })).toHaveCount(0)
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('The full amount is available again.')).toBeVisible()
  await isMet(page, 'No request under review')
  await amount.fill('500')
  await press(page, 'Continue · 500.00 USDT')
  await fillSheet(page, { 'Transaction password': PAY_PASSWORD })
  await press(page, 'Withdraw 500 USDT')
  await isUnmet(page, 'No request under review')
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps.getByRole('listitem').filter({ hasText: 'Under review' })).toHaveAttribute('aria-current', 'step')
  const [newest] = await call(server.url, log, {}, token)
  await server.operator('withdrawal', 'approve', newest?.id ?? '', '--why', 'looked at')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Waiting to be sent' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await server.operator('withdrawal', 'bounce', newest?.id ?? '', '--why', 'The network sent it back')
  await expect(steps.getByText('The network sent it back')).toBeVisible()
  await expect(page.getByText('Available 10,000.00 USDT', { exact: false })).toBeVisible()

  // The one before it is listed below, with its steps.
  const earlier = page.getByRole('region', { name: 'Withdrawal history' }).getByRole('group')
  await expect(earlier).toHaveCount(1)
  await earlier.getByText('500.00 USDT').click()
  await expect(earlier.getByRole('listitem').filter({ hasText: 'Submitted' })).toContainText(/\d\d:\d\d:\d\d/)
  await expect(earlier.getByRole('listitem').filter({ hasText: 'Cancelled' })).toContainText(/\d\d:\d\d:\d\d/)
  await expect(earlier.getByText(ADDRESS)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('banner').getByRole('link', { name: 'Records' }).click()
  await expect(page).toHaveURL(/order\/finance\?cause=withdrawal/)

  // There each movement has its words.
  await expect(page.getByText('Withdrawal returned')).toBeVisible()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Withdrawal reserve released/ }).click()
  await sheet(page).getByRole('link', { name: 'View details' }).click()
  await expect(sheet(page).getByRole('listitem').filter({ hasText: 'Cancelled' })).toBeVisible()
})

test('each condition that is unmet shows with its way, in turn', async ({ page, slow, faults }) => {
  const server = slow
  faults.allow(REFUSED)
  const { url } = server
  const token = await registerName(url, newName())
  await keepToken(page, { token })
  await page.goto(`/#${PLACE}`)
  /** What is not met, each with its way: where a link leads, or what a button says. */
  const unmet = () =>
    conditions(page)
      .getByRole('listitem')
      .filter({ hasText: 'not met' })
      .evaluateAll((rows) =>
        rows.map((row) => {
          const way = row.querySelector('a, button')
          return way?.getAttribute('href')?.replace(/^#/, '') ?? way?.textContent ?? row.textContent
        }),
      )
  const ways = {
    verified: '/pages/me/kyc',
    payPassword: '/pages/me/paypassword',
    address: 'Add address',
    turnover: '/pages/market/index',
    noTrades: '/pages/order/trade',
    noReview: 'No request under review not met',
  }
  const isWanting = async (...names: readonly (keyof typeof ways)[]) => {
    await page.reload()
    await expect.poll(unmet).toEqual(names.map((name) => ways[name]))
    // With all met, the amount is next; an empty one sends nothing.
    const goesOn = form(page).getByRole('button', { name: names.length > 0 ? 'Continue' : 'Enter an amount' })
    await expect(goesOn).toBeDisabled()
  }

  await isWanting('verified', 'payPassword', 'address')
  await becomeKnown(server, token)
  await isWanting('payPassword', 'address')
  const set = { action: 'set' as const, password: PAY_PASSWORD, confirm: PAY_PASSWORD, proof: { password: PASSWORD } }
  await call(url, payPassword, set, token)
  await isWanting('address')
  const cold = { network: 'ethereum', address: ADDRESS, label: 'Cold wallet', payPassword: PAY_PASSWORD } as const
  await call(url, addAddress, cold, token)
  await isWanting()

  const { offer } = await call(url, google, { action: 'offer', proof: { password: PASSWORD } }, token)
  const code = () => new TOTP({ secret: Secret.fromBase32(offer?.secret ?? '') }).generate({ timestamp: server.now() })
  await call(url, google, { action: 'bind', code: code() }, token)
  const charge = { requestId: 'a-deposit-to-trade-for', way: 'crypto', currency: 'USDT', amount: '100' } as const
  await call(url, chargeReq, charge, token)
  await server.advance(30_000)
  await expect.poll(async () => (await call(url, deposits, {}, token))[0]?.state).toBe('succeeded')
  await isWanting('turnover')
  await expect(condition(page, 'Trading requirement met')).toContainText('0.00 of 100.00 USDT traded')
  const option = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', amount: '100', seconds: 30 } as const
  await call(url, submit, { ...option, requestId: 'an-option-before-leaving' }, token)
  await isWanting('noTrades', 'turnover')
  await passPeriod(server, token)
  await isMet(page, 'No open trades')
  await isWanting()
  await expect(form(page).getByText('100.00 of 100.00 USDT traded')).toBeVisible()
  await expect(form(page).getByText('Authenticator set up. You will enter its code')).toBeVisible()

  const amount = form(page).getByLabel('Amount', { exact: true })
  await amount.fill(`${WITHDRAWAL_MIN_USDT - 1n}.99`)
  await press(page, `Continue · ${WITHDRAWAL_MIN_USDT - 1n}.99 USDT`)
  await expect(form(page).getByText(`The minimum is ${WITHDRAWAL_MIN_USDT} USDT`)).toBeVisible()
  await amount.fill(String(WITHDRAWAL_MIN_USDT))
  await press(page, `Continue · ${WITHDRAWAL_MIN_USDT}.00 USDT`)
  await fillSheet(page, { 'Transaction password': PAY_PASSWORD })
  await press(page, `Withdraw ${WITHDRAWAL_MIN_USDT} USDT`)
  await expect(sheet(page).getByText('Enter your authenticator code')).toBeVisible()
  await fillSheet(page, { 'Authenticator code': code() })
  await press(page, `Withdraw ${WITHDRAWAL_MIN_USDT} USDT`)
  await expect(sheet(page)).toHaveCount(0)
  await isWanting('noReview')
  await press(page, 'Cancel withdrawal')
  await expect(page.getByText('The full amount is available again.')).toBeVisible()
  await isWanting()

  await page.goto(`/#${PLACE}?currency=ETH`)
  await page.reload()
  await expect(form(page).getByText(/^Minimum 0\.\d+ ETH$/)).toBeVisible()
})
