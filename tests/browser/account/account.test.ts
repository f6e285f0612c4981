import { readFileSync } from 'node:fs'
import { sessions } from '../../../src/api/account/safe.ts'
import { info, login } from '../../../src/api/account/user.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { ask, call, createAccount, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { words } from '../kit/labels.ts'
import { expectNotice } from '../kit/notices.ts'

const PLACE = '/#/pages/me/security'

test('account: the security page names the next best step, the protections of money, and the reason for missing ones', async ({
  page,
  server,
}) => {
  await keepToken(page, await createAccount(server.url))
  await page.goto('/#/pages/me/index')
  await page.getByRole('link', { name: 'Security' }).click()
  const next = page.getByRole('main').getByRole('link').first()
  await expect(next).toHaveAccessibleName(/^0 of 4 done Verify your identity/)
  await expect(page.getByText(/^0x\w{4}…\w{4} · Arbitrum One$/)).toBeVisible()
  const security = page.getByRole('region', { name: 'Before money leaves' })
  await expect(security.getByText('Not submitted')).toBeVisible()
  const row = (title: keyof typeof words) => security.getByRole('link', { name: new RegExp(`^${words[title]}`) })
  await expect(row('title.kyc')).toContainText(words['check.kycWhy'])
  await expect(row('title.authenticator')).toContainText(words['check.authenticatorWhyWallet'])
  await expect(row('title.payPassword')).toContainText(words['check.payWhy'])
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await row('title.payPassword').click()
  await expect(page.getByRole('heading', { level: 1, name: words['title.payPassword'] })).toBeVisible()
})

test('account: a lost device is signed out from another one, and all others at once', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const username = newName()
  const token = await registerName(server.url, username)
  const [lost, other] = [
    await call(server.url, login, { username, password: PASSWORD }),
    await call(server.url, login, { username, password: PASSWORD }),
  ]
  await keepToken(page, { token })
  await page.goto(PLACE)
  const rows = page.getByRole('list', { name: 'Signed in on' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)

  await page.route('**/api/user/sessions', (route) => route.abort())
  const end = rows.getByRole('button', { name: /^Sign out / })
  await end.first().click()
  await expect(page.getByRole('alert').filter({ hasText: 'The server' })).toContainText('The server did not answer')
  await expect(rows).toHaveCount(3)
  await page.unroute('**/api/user/sessions')

  await end.first().click()
  await expect(rows).toHaveCount(2)
  const alive = async () =>
    (await Promise.all([lost, other].map((each) => ask(server.url, info, {}, each)))).filter(
      ({ type }) => type === 'ok',
    ).length
  expect(await alive()).toBe(1)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible()
  expect(await alive()).toBe(0)
  expect(await call(server.url, sessions, { action: 'list' }, token)).toHaveLength(1)
})

test('account: a device that is signed out from another one is at the login page at once, and back after', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(REFUSED)
  const username = newName()
  const token = await registerName(server.url, username)
  await keepToken(page, { token: await call(server.url, login, { username, password: PASSWORD }) })
  await page.goto('/#/pages/walletrade/index')
  await expect(page.getByRole('list', { name: 'Wallets' })).toBeVisible()
  await call(server.url, sessions, { action: 'endOthers' }, token)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your session has ended. Sign in again to continue.')).toBeVisible()
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('list', { name: 'Wallets' })).toBeVisible()
})

test('account: one’s data is downloaded once one has shown who one is', async ({ page, server, faults }) => {
  faults.allow(REFUSED, NO_ANSWER)
  const username = newName()
  await keepToken(page, { token: await registerName(server.url, username) })
  await page.goto(PLACE)
  await page.getByRole('button', { name: 'Download my data' }).click()
  const form = page.getByRole('dialog').getByRole('form', { name: 'Download my data' })
  const submit = form.getByRole('button', { name: 'Download data' })
  await submit.click()
  await expect(form.getByText('Fill in this field')).toBeVisible()
  await form.getByLabel('Your sign-in password').fill('not this one')
  await submit.click()
  await expect(form.getByText('Wrong user name or password')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)

  await form.getByLabel('Your sign-in password').fill(PASSWORD)
  await page.route('**/api/user/export', (route) => route.abort())
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('What you entered is kept')
  await expect(form.getByLabel('Your sign-in password')).toHaveValue(PASSWORD)
  await page.unroute('**/api/user/export')
  const [download] = await Promise.all([page.waitForEvent('download'), submit.click()])
  expect(download.suggestedFilename()).toBe('quoin-data.json')
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data).toMatchObject({ profile: { username }, sessions: [{ current: true }], cut: [] })
  await expectNotice(page, 'Your data was downloaded')
  await expect(form).toBeHidden()
})
