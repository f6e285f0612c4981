import type { Page } from '@playwright/test'
import { logout } from '../../../src/api/account/user.ts'
import { agreedPages } from '../../../src/rules/account/articles.ts'
import { call, createAccount, createTrader, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { installWallet } from '../kit/wallet.ts'

const DEPOSIT = '/#/pages/order/charge'

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('kept.drafts'))
const amountOf = (page: Page, form: string) =>
  page.getByRole('form', { name: form, exact: true }).getByLabel('Amount', { exact: true })

/** Follows a link of the page, and goes back. */
async function leaveAndReturn(page: Page, link: string) {
  const before = page.url()
  await page.getByRole('link', { name: link, exact: true }).click()
  await expect(page).not.toHaveURL(before)
  await expect(page.getByRole('form')).toHaveCount(0)
  await page.goBack()
}

async function signOut(page: Page) {
  await page.goto('/#/pages/me/index')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are browsing as a guest')).toBeVisible()
}

async function signIn(page: Page, username: string) {
  await page.goto('/#/pages/my/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('User name').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main').getByText('Total equity', { exact: true })).toBeVisible()
}

test('drafts: a typed amount outlasts other pages and a reload, and ends with its session', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(REFUSED)
  const [ada, bob] = [newName(), newName()]
  const token = await registerName(server.url, ada)
  await registerName(server.url, bob)
  await keepToken(page, { token })
  await page.goto(DEPOSIT)
  const amount = amountOf(page, 'Deposit')
  await amount.fill('4321')
  await leaveAndReturn(page, 'Records')
  await expect(amount).toHaveValue('4321')
  await page.reload()
  await expect(amount).toHaveValue('4321')

  await signOut(page)
  expect(await stored(page)).toBeNull()
  await signIn(page, bob)
  await page.goto(DEPOSIT)
  await expect(amount).toHaveValue('')
  await amount.fill('77')
  await expect.poll(() => stored(page)).toContain('77')

  await call(server.url, logout, {}, await tokenIn(page))
  await expect(page).toHaveURL(/#\/pages\/my\/login/)
  expect(await stored(page)).toBeNull()
})

test('drafts: a lost network and a sign-in by wallet in between lose no typed amount', async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.allow(REFUSED, NO_ANSWER)
  await installWallet(page, { name: 'Rabby' })
  await page.goto('/#/pages/me/index')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.goto(DEPOSIT)
  const amount = amountOf(page, 'Deposit')
  await amount.fill('432')
  await context.setOffline(true)
  await amount.fill('4321')
  await page.goto('/#/pages/me/index')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.goBack()
  // The socket stays open: only the browser's event says that the network is back.
  await expect(page.getByText('Deposits could not be loaded')).toBeVisible()
  await context.setOffline(false)
  await expect(amount).toHaveValue('4321')

  await call(server.url, logout, {}, await tokenIn(page))
  await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
  expect(await stored(page)).toBeNull()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  await expect(amount).toHaveValue('4321')
})

test('drafts: the countdown of a code goes on after Back and a reload, and the code is not stored', async ({
  page,
}) => {
  const address = `${newName()}@example.com`
  const form = page.getByRole('form', { name: 'Forgot password?' })
  const resendIn = (seconds: number) => form.getByRole('button', { name: `Resend in ${seconds}s` })
  const now = Date.now()
  await page.clock.setFixedTime(now)
  await page.goto('/#/pages/my/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await form.getByLabel('E-mail address').fill(address)
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect(resendIn(60)).toBeVisible()
  await page.goto(`/#${agreedPages.terms}`)
  await page.goBack()
  await expect(resendIn(60)).toBeVisible()
  await form.getByLabel('Verification code').fill('123456')
  await page.clock.setFixedTime(now + 20_000)
  await page.reload()
  await expect(form.getByLabel('E-mail address')).toHaveValue(address)
  await expect(resendIn(40)).toBeVisible()
  await expect(form.getByLabel('Verification code')).toHaveValue('')
  expect(await stored(page)).not.toContain('123456')
})

test('drafts: a message outlasts a reload, a bank card only other pages', async ({ page, server }) => {
  await keepToken(page, await createAccount(server.url))
  await page.goto('/#/pages/me/service')
  const message = page.getByRole('textbox', { name: 'Write a message' })
  await message.fill('Where is my deposit?')
  await page.goto('/#/pages/me/bank')
  const bank = page.getByLabel('Bank name')
  await bank.fill('Example Bank')
  await page.goBack()
  await expect(message).toHaveValue('Where is my deposit?')
  await page.goForward()
  await expect(bank).toHaveValue('Example Bank')
  expect(Object.keys(JSON.parse((await stored(page)) ?? '').forms)).toEqual(['chatMessage'])
  await page.reload()
  await expect(bank).toHaveValue('')
  await page.goBack()
  await expect(message).toHaveValue('Where is my deposit?')
})

test('drafts: reading the terms empties no registration, and after a reload the secrets are gone', async ({ page }) => {
  const username = newName()
  const form = page.getByRole('form', { name: 'Create account' })
  const readTerms = async () => {
    await page.goto(`/#${agreedPages.terms}`)
    await expect(form).toHaveCount(0)
    await page.goBack()
  }
  await page.goto('/#/pages/my/login?view=create')
  await form.getByLabel('User name').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirm password').fill(PASSWORD)
  await readTerms()
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByLabel('E-mail address').fill(`${username}@example.com`)
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect(form.getByText(`Sent to ${username}@example.com.`)).toBeVisible()
  await readTerms()
  await expect(form.getByText(`Sent to ${username}@example.com.`)).toBeVisible()
  await expect(form.getByRole('button', { name: /^Resend in \d+s$/ })).toHaveAttribute('aria-disabled', 'true')
  await form.getByRole('button', { name: 'Fill in the code' }).click()
  await form.getByRole('checkbox').first().check()
  await readTerms()
  await expect(form.getByRole('checkbox').first()).toBeChecked()
  const kept = await stored(page)
  expect(kept).toContain(username)
  expect(kept).not.toContain(PASSWORD)
  expect(kept).not.toMatch(/"\d{6}"/)
  await page.reload()
  await expect(form.getByLabel('User name')).toHaveValue(username)
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('drafts: an identity and its photographs outlast other pages, and are never stored', async ({ page, server }) => {
  await keepToken(page, await createAccount(server.url))
  await page.goto('/#/pages/me/kyc')
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await expect(page.getByText('Choose another')).toHaveCount(2)
  await page.goto('/#/pages/me/index')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Choose another')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'First name' })).not.toHaveValue('')
  expect(await stored(page)).toBeNull()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('')
  await expect(page.getByText('Choose another')).toHaveCount(0)
})

test.describe('drafts: on a server with short days', () => {
  test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

  test('of a loan’s documents and consent nothing is stored, and other pages do not lose them', async ({
    page,
    quick: server,
  }) => {
    await keepToken(page, await createTrader(server))
    await page.goto('/#/pages/loan/apply')
    const amount = page.getByLabel('Amount')
    await amount.fill('1000')
    await page.getByRole('button', { name: 'Use a sample' }).click()
    await page.getByRole('checkbox').check()
    const apply = page.getByRole('button', { name: 'Apply for 1,000 USDT' })
    await expect(apply).toBeEnabled()
    await leaveAndReturn(page, 'Your loans')
    await expect(apply).toBeEnabled()
    expect(JSON.parse((await stored(page)) ?? '').forms.loan.form).toEqual({ amount: '1000', days: 7 })
    await page.reload()
    await expect(amount).toHaveValue('1000')
    await expect(page.getByRole('button', { name: 'Add House information' })).toBeDisabled()
    await page.getByRole('button', { name: 'Use a sample' }).click()
    await page.getByRole('checkbox').check()
    await apply.click()
    await expect(page.getByRole('link', { name: 'View loan' })).toBeVisible()
    expect(await stored(page)).toBeNull()
  })
})
