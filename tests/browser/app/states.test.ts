import type { Page } from '@playwright/test'
import { info, login } from '../../../src/api/account/user.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { ask, call, createTrader, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'

const WHY = ['--why', 'a test', '--as', 'tester'] as const

test('states: an account that an operator freezes is on the error page of every open device at once', async ({
  page,
  browser,
  server,
  contextOptions,
  faults,
}) => {
  faults.allow(REFUSED)
  const username = newName()
  const token = await registerName(server.url, username)
  const device = await browser.newContext({ ...contextOptions, baseURL: server.url })
  faults.watch(device)
  const other = await device.newPage()
  await keepToken(page, { token })
  await keepToken(other, { token: await call(server.url, login, { username, password: PASSWORD }) })
  await page.goto('/#/pages/walletrade/index')
  await other.goto('/#/pages/me/index')
  await expect(page.getByRole('list', { name: 'Wallets' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()

  await server.operator('user', 'freeze', username, ...WHY)
  for (const each of [page, other]) {
    await expect(each).toHaveURL(/#\/pages\/error\/index/)
    await expect(each.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible()
    await expect(each.getByRole('heading', { name: 'What happens next' })).toBeVisible()
    await expect(each.getByText('Take profit and stop loss')).toBeVisible()
    await expect(each.getByText('Sign in, trade, swap, withdraw, change security settings')).toBeVisible()
  }
  expect(await ask(server.url, info, {}, token)).toMatchObject({ type: 'error', key: 'accountFrozen' })

  await page.getByRole('button', { name: 'Sign in with another account' }).click()
  await signIn(page, username)
  await expect(page).toHaveURL(/#\/pages\/error\/index/)
  await server.operator('user', 'unlock', username, ...WHY)
  await page.getByRole('button', { name: 'Sign in with another account' }).click()
  await signIn(page, username)
  await expect(page.getByRole('link', { name: 'Account' })).toBeVisible()
  expect(await ask(server.url, info, {}, token)).toMatchObject({ type: 999 })
  await device.close()
})

async function signIn(page: Page, username: string) {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

test('states: an account that an operator locks says so at once, looks on, and buys nothing', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(REFUSED)
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto('/#/pages/me/index')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  const word = page.getByText('You can view everything and repay loans, but you cannot place orders.')
  await expect(word).toBeHidden()
  await server.operator('user', 'lock', account.address, ...WHY)
  await expect(word).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)

  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await page.getByRole('button', { name: /^Up\b/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Stake').fill('50')
  await sheet.getByRole('button', { name: / · 50 USDT/ }).click()
  await expect(page.getByText('Your account is locked').first()).toBeVisible()
  await page.goto('/#/pages/walletrade/index')
  await expect(page.getByRole('list', { name: 'Wallets' })).toContainText('10,000.00')

  await page.goto('/#/pages/me/index')
  await expect(word).toBeVisible()
  await server.operator('user', 'unlock', account.address, ...WHY)
  await expect(word).toBeHidden()
})
