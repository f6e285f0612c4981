import type { Page } from '@playwright/test'
import { info } from '../../../src/api/account/user.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { ask, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'

const NEW = 'Battery Staple 2'
const login = (page: Page) => page.getByRole('form', { name: 'Sign in' })
const form = (page: Page) => page.getByRole('form', { name: 'Forgot password?' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click()

test.describe('a forgotten password', () => {
  test('is set again by the code that the operator tells', async ({ page, server, faults }) => {
    faults.allow(REFUSED, NO_ANSWER)
    const username = newName()
    const token = await registerName(server.url, username)
    const target = `other.${username}@example.com`
    // The address of the registration has a cooldown of a minute for the next code.
    server.change(`update users set email = '${target}' where username = '${username}'`)
    await page.goto('/#/pages/my/login?next=%2Fpages%2Fme%2Flanguage')
    await login(page).getByLabel('User name').fill(username)
    await login(page).getByRole('button', { name: 'Forgot password?' }).click()
    await press(page, 'Set new password')
    await expect(form(page).getByText('Fill in this field')).toHaveCount(3)

    await field(page, 'E-mail address').fill(target)
    await press(page, 'Send code')
    await expect(form(page).getByText(`If ${target} belongs to an account`)).toBeVisible()
    await expect(form(page).getByText('The operator can read the code and give it to you.')).toBeVisible()
    await expect(form(page).getByText('npm run')).toHaveCount(0)
    await expect(form(page).getByText('Fill in the code')).toHaveCount(0)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await expectAccessible(page)

    const code = await server.operator('outbox', target, '--json').then((out) => String(JSON.parse(out)[0].code))
    await field(page, 'Verification code').fill(code === '000000' ? '111111' : '000000')
    await field(page, 'New password').fill(NEW)
    await field(page, 'Confirm new password').fill('Battery Staple 3')
    await press(page, 'Set new password')
    await expect(form(page).getByText('The passwords do not match')).toBeVisible()
    await field(page, 'Confirm new password').fill(NEW)
    await press(page, 'Set new password')
    await expect(field(page, 'Verification code')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Verification code').fill(code)
    await page.route('**/api/user/forget', (route) => route.abort())
    await press(page, 'Set new password')
    await expect(form(page).getByText('The server did not answer. What you entered is kept')).toBeVisible()
    await page.unroute('**/api/user/forget')
    await press(page, 'Set new password')

    await expect(login(page).getByLabel('User name')).toHaveValue(username)
    expect(await ask(server.url, info, {}, token)).toMatchObject({ type: 999 })
    await login(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await login(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(login(page).getByText('Wrong user name or password')).toBeVisible()
    await login(page).getByLabel('Password', { exact: true }).fill(NEW)
    await login(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible()
  })

  test('accepts a telephone as registration does, and leads back to the typed input', async ({ page }) => {
    await page.goto('/#/pages/my/login')
    await login(page).getByLabel('User name').fill('someone')
    await login(page).getByRole('button', { name: 'Forgot password?' }).click()
    await form(page).getByRole('radio', { name: 'Phone' }).click()
    await form(page)
      .getByRole('button', { name: /^Country code/ })
      .click()
    await page.getByRole('searchbox').fill('IT')
    await page.getByRole('list', { name: 'Country code' }).getByRole('button', { name: /Italy/ }).click()
    await field(page, 'Phone number').fill('312 345 6789')
    await press(page, 'Send code')
    await expect(form(page).getByText('If +39 312 345 6789 belongs to an account')).toBeVisible()
    await press(page, 'Back to user name and password')
    await expect(login(page).getByLabel('User name')).toHaveValue('someone')
  })
})
