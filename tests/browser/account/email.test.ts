import type { Page } from '@playwright/test'
import { email } from '../../../src/api/account/safe.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createAccount, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'

const PLACE = '/#/pages/me/email'
const form = (page: Page) => page.getByRole('form', { name: 'E-mail' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click()
/** Requests a code and reads it where the page shows it while money is paper. */
async function sendAndFill(page: Page, label: string, button = 'Send code') {
  await press(page, button)
  await expect(form(page).getByText('With paper money, no message is sent.')).toBeVisible()
  await press(page, 'Fill in the code')
  await expect(field(page, label)).toHaveValue(/^\d{6}$/)
}

test.describe('email: an e-mail address', () => {
  test('is changed by a code to each of the two and the password', async ({ page, server, faults }) => {
    faults.allow(REFUSED, NO_ANSWER)
    const username = newName()
    const token = await registerName(server.url, username)
    // The address of the registration has a cooldown of a minute for the next code.
    server.change(`update users set email = 'other.${username}@example.com' where username = '${username}'`)
    await keepToken(page, { token })
    await page.goto(PLACE)
    await expect(page.getByText('Your e-mail address is o•••@example.com.')).toBeVisible()
    await press(page, 'Change e-mail')
    await expect(form(page).getByText('Fill in this field')).toHaveCount(4)
    await expect(field(page, 'New e-mail address')).toBeFocused()

    await field(page, 'New e-mail address').fill(`new.${username}@example.com`)
    await sendAndFill(page, 'Code sent to the new address', 'Send code: new address')
    await expectAccessible(page)
    await sendAndFill(page, 'Code sent to the old address', 'Send code: old address')
    await field(page, 'Your sign-in password').fill('not this one')
    await press(page, 'Change e-mail')
    await expect(form(page).getByText('Wrong user name or password')).toBeVisible()
    await field(page, 'Your sign-in password').fill(PASSWORD)
    const code = await field(page, 'Code sent to the old address').inputValue()
    await field(page, 'Code sent to the old address').fill(code === '000000' ? '111111' : '000000')
    await press(page, 'Change e-mail')
    await expect(field(page, 'Code sent to the old address')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Code sent to the new address')).not.toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Code sent to the old address').fill(code)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)

    await page.route('**/api/user/email', (route) => route.abort())
    await press(page, 'Change e-mail')
    await expect(form(page).getByText('The server did not answer. What you entered is kept')).toBeVisible()
    await expect(field(page, 'New e-mail address')).toHaveValue(`new.${username}@example.com`)
    await page.unroute('**/api/user/email')
    await press(page, 'Change e-mail')
    await expect(page.getByRole('heading', { name: 'Signed in on' })).toBeVisible()
    expect(await call(server.url, email, { action: 'state' }, token)).toMatchObject({ email: 'n•••@example.com' })
  })

  test('is asked for no old code where none is bound', async ({ page, server }) => {
    await keepToken(page, await createAccount(server.url))
    await page.goto(PLACE)
    await expect(page.getByText('You have no e-mail address yet.')).toBeVisible()
    await expect(form(page).getByText('Your wallet will ask you to sign a message.')).toBeVisible()
    await field(page, 'E-mail address').fill(`${newName()}@example.com`)
    await sendAndFill(page, 'Verification code')
    await field(page, 'E-mail address').fill('another@example.com')
    await expect(form(page).getByText('With paper money, no message is sent.')).toBeHidden()
    await expect(form(page).getByRole('button', { name: 'Send code' })).toBeEnabled()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await expectAccessible(page)
  })
})
