import type { Page } from '@playwright/test'
import { payPassword } from '../../../src/api/account/safe.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'

const PLACE = '/#/pages/me/paypassword'
const form = (page: Page) => page.getByRole('form', { name: 'Transaction password' })
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await form(page).getByLabel(label, { exact: true }).fill(text)
}
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click()

test('a transaction password is set, changed by the old one, and reset by a code', async ({ page, server, faults }) => {
  faults.allow(REFUSED)
  const username = newName()
  const token = await registerName(server.url, username)
  // The address of the registration has a cooldown of a minute for the next code.
  server.change(`update users set email = 'other.${username}@example.com' where username = '${username}'`)
  await keepToken(page, { token })
  await page.goto(PLACE)
  const first = { 'New transaction password': 'Money Leaves 1', 'Confirm new password': 'Money Leaves 1' }
  await fill(page, { ...first, 'Confirm new password': 'Money Leaves 2' })
  await press(page, 'Set transaction password')
  await expect(form(page).getByText('The passwords do not match')).toBeVisible()
  await expect(form(page).getByText('Fill in this field')).toBeVisible()
  await fill(page, { ...first, 'Your sign-in password': 'not this one' })
  await press(page, 'Set transaction password')
  await expect(form(page).getByText('Wrong user name or password')).toBeVisible()
  await fill(page, { 'Your sign-in password': PASSWORD })
  await press(page, 'Set transaction password')
  await expectNotice(page, 'Setup complete')
  await expect(page.getByRole('heading', { name: 'Signed in on' })).toBeVisible()
  expect(await call(server.url, payPassword, { action: 'state' }, token)).toMatchObject({ set: true })

  await page.goto(PLACE)
  const second = { 'New transaction password': 'Money Leaves 2', 'Confirm new password': 'Money Leaves 2' }
  await fill(page, { ...second, 'Old transaction password': 'not this one' })
  await press(page, 'Change transaction password')
  await expect(form(page).getByText('Wrong transaction password')).toBeVisible()

  await press(page, 'I forgot the old password')
  await press(page, 'Send code')
  await form(page).getByRole('button', { name: 'Fill in the code' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await fill(page, { 'Your sign-in password': PASSWORD })
  await press(page, 'Reset transaction password')
  await expectNotice(page, 'Updated')
  await expect(page.getByRole('heading', { name: 'Signed in on' })).toBeVisible()

  await page.goto(PLACE)
  const third = { 'New transaction password': 'Money Leaves 3', 'Confirm new password': 'Money Leaves 3' }
  await fill(page, { ...third, 'Old transaction password': 'Money Leaves 2' })
  await press(page, 'Change transaction password')
  await expect(page.getByRole('heading', { name: 'Signed in on' })).toBeVisible()
})
