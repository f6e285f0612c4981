import type { Page } from '@playwright/test'
import { keepToken, newName, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'

/** A form, how to reach it, and its input. The first field is the one that a refusal of the server concerns. */
type Case = {
  place: string
  /** The button that opens it, where it is a sheet. */
  opener?: string
  form: string
  fields: Record<string, string>
  submit: string
  call: string
  /** What the server says of the first field, when it is asked again. */
  refusal: string
}

// A new account, identity, bank card, e-mail, authenticator and forgotten password show the same in tests of their own.
const cases: Record<string, Case> = {
  'signing in': {
    place: '/#/pages/my/login',
    form: 'Sign in',
    fields: { Password: 'not the password', 'User name': 'nobody' },
    submit: 'Sign in',
    call: 'user/login',
    refusal: 'Wrong user name or password',
  },
  'changing the password': {
    place: '/#/pages/me/security',
    opener: 'Change password',
    form: 'Change password',
    fields: {
      'Old password': 'not the password',
      'New password': 'Money 123456',
      'Confirm new password': 'Money 123456',
    },
    submit: 'Change password',
    call: 'safe/update_password',
    refusal: 'The old password is wrong',
  },
  'setting a transaction password': {
    place: '/#/pages/me/paypassword',
    form: 'Transaction password',
    fields: {
      'Your sign-in password': 'not the password',
      'New transaction password': 'Money 123456',
      'Confirm new password': 'Money 123456',
    },
    submit: 'Set transaction password',
    call: 'safe/pay_password',
    refusal: 'Wrong user name or password',
  },
  'taking one’s data along': {
    place: '/#/pages/me/security',
    opener: 'Download my data',
    form: 'Download my data',
    fields: { 'Your sign-in password': 'not the password' },
    submit: 'Download data',
    call: 'user/export',
    refusal: 'Wrong user name or password',
  },
}

const isGuest = ({ place }: Case) => place.startsWith('/#/pages/my/login')

const people = new Map<string, Promise<string>>()
/** The token of one person for all forms on a server, which refuses each: an address may register twenty people an hour. */
function personOn(url: string): Promise<string> {
  const token = people.get(url) ?? registerName(url, newName())
  people.set(url, token)
  return token
}

async function open(page: Page, url: string, each: Case) {
  if (!isGuest(each)) await keepToken(page, { token: await personOn(url) })
  await page.goto(each.place)
  if (each.opener) await page.getByRole('button', { name: each.opener, exact: true }).click()
  return page.getByRole('form', { name: each.form })
}

for (const [what, each] of Object.entries(cases)) {
  test(`${what} keeps what was typed where no answer comes, and says beside the field what is wrong`, async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(NO_ANSWER, REFUSED)
    const form = await open(page, server.url, each)
    const submit = form.getByRole('button', { name: each.submit, exact: true })
    for (const [label, text] of Object.entries(each.fields)) await form.getByLabel(label, { exact: true }).fill(text)

    await page.route(`**/api/${each.call}`, (route) => route.abort())
    await submit.click()
    await expect(form.getByText('The server did not answer. What you entered is kept')).toBeVisible()
    for (const [label, text] of Object.entries(each.fields))
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)

    await page.unroute(`**/api/${each.call}`)
    await submit.click()
    const [wrong = ''] = Object.keys(each.fields)
    const field = form.getByLabel(wrong, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(each.refusal))
    await expect(page.getByText(each.refusal), 'said in one place').toHaveCount(1)
    for (const [label, text] of Object.entries(each.fields))
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
  })
}
