import { login, mailCode } from '../../../src/api/account/user.ts'
import { ask, PASSWORD } from '../kit/api.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'
import { open } from '../kit/places.ts'

test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

test('a device whose network asked for many codes solves a captcha, says so, and gets its code', async ({
  page,
  quick,
  faults,
}) => {
  faults.allow(REFUSED)
  const codeFor = (name: string) => ask(quick.url, mailCode, { email: `${name}@example.com`, purpose: 'register' })
  for (let count = 0; count < 20; count++) expect(await codeFor(`one.of.many.${count}`)).toMatchObject({ type: 'ok' })
  expect(await codeFor('one.too.many')).toMatchObject({ key: 'tooManyRequests', params: { captcha: '1' } })

  await open(page, '/pages/my/login?view=create')
  await page.getByLabel('User name').fill('some.body')
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('welcome@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expectNotice(page, 'Many requests from your network. Your device is solving a captcha first')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Your code is' })).toBeVisible()
  expect(await codeFor('one.too.many')).toMatchObject({ key: 'tooManyRequests' })
})

test('captcha: the sign-in form solves one and goes on where its network guessed too often', async ({
  page,
  quick,
  faults,
}) => {
  faults.allow(REFUSED)
  const wrong = (place: number) => ask(quick.url, login, { username: `nobody.${place}`, password: 'Wrong Horse 1' })
  // Unused names, so that no account is rate limited.
  for (let count = 0; count < 100; count++) expect(await wrong(count)).toMatchObject({ key: 'wrongPassword' })
  expect(await wrong(100)).toMatchObject({ key: 'tooManyRequests', params: { captcha: '1' } })

  await open(page, '/pages/my/login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('User name').fill('nobody.here')
  await form.getByLabel('Password', { exact: true }).fill('Wrong Horse 1')
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expectNotice(page, 'Many requests from your network. Your device is solving a captcha first')
  // The server checked the password: without the captcha it would have refused with a wait.
  await expect(page.getByText('Wrong user name or password')).toBeVisible()
})
