import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { google } from '../../../src/api/account/safe.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'

/** An authenticator of the browser, whose user is always present and verified. */
async function deviceOf(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verifies: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

// A passkey belongs to a domain, which a network address is not.
test.use({ baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) })

const login = (page: Page) => page.getByRole('form', { name: 'Sign in' })

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/before-the-app')
  await page.goto('/#/pages/my/login?next=%2Fpages%2Fme%2Fpasskeys')
}

test('a passkey is added, signs in alone and in place of a code, and is removed', async ({ page, server, faults }) => {
  faults.allow(REFUSED)
  const device = await deviceOf(page)
  const username = newName()
  const token = await registerName(server.url, username)
  await keepToken(page, { token })
  await page.goto('/#/pages/me/passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('form', { name: 'Add a passkey' })
  await expectAccessible(page)
  await add.getByLabel('Name').fill('My phone')
  await add.getByLabel('Your sign-in password').fill(PASSWORD)
  await add.getByRole('button', { name: 'Add a passkey' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'My phone' })
  await expect(row).toContainText('Not used yet')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)

  await signOut(page)
  await device.verifies(false)
  await login(page).getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await expect(login(page).getByText('The passkey was not used or not accepted')).toBeVisible()
  await device.verifies(true)
  await login(page).getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await expect(row).toContainText('Last used')

  const { offer } = await call(server.url, google, { action: 'offer', proof: { password: PASSWORD } }, token)
  const totp = new TOTP({ secret: offer?.secret ?? '' })
  await call(server.url, google, { action: 'bind', code: totp.generate({ timestamp: server.now() }) }, token)
  await signOut(page)
  await login(page).getByLabel('User name').fill(username)
  await login(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await login(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await login(page).getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: 'Remove My phone' }).click()
  await expect(page.getByText('This is your last passkey')).toBeVisible()
  await expectAccessible(page)
  const remove = page.getByRole('form', { name: 'Remove passkey' })
  await remove.getByLabel('Your sign-in password').fill(PASSWORD)
  const next = totp.generate({ timestamp: server.now() + 30_000 })
  await remove.getByLabel('Authenticator code').fill(next)
  await remove.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expect(row).toHaveCount(0)

  await signOut(page)
  await login(page).getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await expect(login(page).getByText('The passkey was not used or not accepted')).toBeVisible()
})

test.describe('passkeys: at a network address', () => {
  test.use({ baseURL: async ({ server }, use) => use(server.url) })

  test('are not offered, and their page says where they are', async ({ page, server }) => {
    await page.goto('/#/pages/my/login?next=%2Fpages%2Fme%2Fpasskeys')
    await expect(login(page).getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(login(page).getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
    await keepToken(page, { token: await registerName(server.url, newName()) })
    await page.goto('/#/pages/me/passkeys')
    await expect(page.getByText('this page is open at 127.0.0.1')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
    await expectAccessible(page)
  })
})
