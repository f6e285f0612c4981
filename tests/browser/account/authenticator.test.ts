import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { google } from '../../../src/api/account/safe.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'
import type { ServerProcess } from '../kit/server.ts'

/** The code of a key by the server's clock. `more`: added to it, so that it is wrong. */
const codeOf = (server: ServerProcess, key: string, more = 0) => {
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: server.now() })
  return String((Number(code) + more) % 1_000_000).padStart(6, '0')
}

async function openAs(page: Page, url: string, place: string) {
  const username = newName()
  const token = await registerName(url, username)
  await keepToken(page, { token })
  await page.goto(`/#${place}`)
  return { username, token }
}

const start = (page: Page) => page.getByRole('form', { name: 'Set up authenticator' })
const bind = (page: Page) => page.getByRole('form', { name: 'Turn on authenticator' })
const unbind = (page: Page) => page.getByRole('form', { name: 'Remove authenticator' })
const login = (page: Page) => page.getByRole('form', { name: 'Sign in' })

/** Sets up an authenticator as a user does. */
async function setUp(page: Page) {
  await start(page).getByLabel('Your sign-in password').fill(PASSWORD)
  await start(page).getByRole('button').last().click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = ((await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? '').replaceAll(' ', '')
  const link = page.getByRole('link', { name: 'Open in authenticator' })
  await expect(link).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${key}`))
  return key
}

test.describe('an authenticator', () => {
  test('is bound by its code, asked for at sign-in, stood in for by a recovery code, and removed', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(REFUSED)
    const { username } = await openAs(page, server.url, '/pages/me/google')
    const key = await setUp(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await bind(page)
      .getByLabel('Authenticator code')
      .fill(codeOf(server, key, 1))
    await bind(page).getByRole('button', { name: 'Turn on authenticator' }).click()
    await expect(bind(page).getByText(/^Wrong authenticator code.*the server’s time is \d\d:\d\d:\d\d$/)).toBeVisible()
    await expectNoOverflow(page)
    await bind(page).getByLabel('Authenticator code').fill(codeOf(server, key))
    await bind(page).getByRole('button', { name: 'Turn on authenticator' }).click()
    await expect(page.getByText('Your recovery codes')).toBeVisible()
    const codes = await page
      .getByRole('main')
      .getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
      .allTextContents()
    expect(codes).toHaveLength(10)
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: 'I have written them down' }).click()
    await expect(page.getByText('Recovery codes left: 10')).toBeVisible()
    await expectAccessible(page)

    await page.evaluate(() => localStorage.clear())
    await page.goto('/before-the-app')
    await page.goto('/#/pages/my/login?next=%2Fpages%2Fme%2Fgoogle')
    await login(page).getByLabel('User name').fill(username)
    await login(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await login(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(login(page).getByText('Your password is correct.')).toBeVisible()
    await expectAccessible(page)
    await login(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(login(page).getByText('Enter your authenticator code')).toBeVisible()
    await login(page)
      .getByLabel('Authenticator code')
      .fill(codeOf(server, key, 1))
    await login(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(login(page).getByText('Wrong authenticator code')).toBeVisible()
    await login(page)
      .getByLabel('Authenticator code')
      .fill(codes[0] ?? '')
    await login(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Recovery codes left: 9')).toBeVisible()

    await unbind(page).getByLabel('Your sign-in password').fill('not this one')
    await unbind(page)
      .getByLabel('Authenticator code')
      .fill(codes[1] ?? '')
    await unbind(page).getByRole('button').last().click()
    await expect(unbind(page).getByText('Wrong user name or password')).toBeVisible()
    await unbind(page).getByLabel('Your sign-in password').fill(PASSWORD)
    await unbind(page).getByRole('button').last().click()
    await expect(start(page)).toBeVisible()
  })

  test('is not set up without the password, and keeps typed input without an answer', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(REFUSED, NO_ANSWER)
    const { token } = await openAs(page, server.url, '/pages/me/google')
    const submit = () => start(page).getByRole('button').last().click()
    await submit()
    await expect(start(page).getByText('Fill in this field')).toBeVisible()
    await start(page).getByLabel('Your sign-in password').fill('not this one')
    await submit()
    await expect(start(page).getByText('Wrong user name or password')).toBeVisible()
    await page.route('**/api/safe/google', (route) => route.abort())
    await submit()
    await expect(start(page).getByText('The server did not answer. What you entered is kept')).toBeVisible()
    await expect(start(page).getByLabel('Your sign-in password')).toHaveValue('not this one')
    expect(await call(server.url, google, { action: 'state' }, token)).toMatchObject({ bound: false })
  })
})

test.describe('authenticator: a password', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Change password' })

  test('is changed on the account page by the old one', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    await openAs(page, server.url, '/pages/me/security')
    await page.getByRole('button', { name: 'Change password' }).click()
    const fill = async (old: string, next: string, confirm: string) => {
      await form(page).getByLabel('Old password').fill(old)
      await form(page).getByLabel('New password', { exact: true }).fill(next)
      await form(page).getByLabel('Confirm new password').fill(confirm)
      await form(page).getByRole('button', { name: 'Change password' }).click()
    }
    await fill(PASSWORD, 'Battery Staple 2', 'Battery Staple 3')
    await expect(form(page).getByText('The passwords do not match')).toBeVisible()
    await expectAccessible(page)
    await fill('not this one', 'Battery Staple 2', 'Battery Staple 2')
    await expect(form(page).getByText('The old password is wrong')).toBeVisible()
    await fill(PASSWORD, 'Battery Staple 2', 'Battery Staple 2')
    await expect(form(page)).toBeHidden()
    await expectNotice(page, 'Password changed')
    await expect(page.getByRole('heading', { name: 'Signed in on' })).toBeVisible()
  })
})
