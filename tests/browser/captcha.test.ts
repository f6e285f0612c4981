import { mailCode } from '../../src/api/user.ts'
import { ask } from './api.ts'
import { expect, REFUSED, test } from './fixtures.ts'
import { open } from './places.ts'

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
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('welcome@example.com')
  const said = page.getByText('Many tries from your network: this device solves a captcha first').waitFor()
  await page.getByRole('button', { name: 'Send code' }).click()
  await said
  await expect(page.getByRole('paragraph').filter({ hasText: 'Your code is' })).toBeVisible()
  expect(await codeFor('one.too.many')).toMatchObject({ key: 'tooManyRequests' })
})
