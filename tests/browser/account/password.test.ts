import type { Page } from '@playwright/test'
import { info, logout } from '../../../src/api/account/user.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { ask, call, createAccount, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'

const CREATE = '/#/pages/my/login?view=create'

const form = (page: Page, name: 'Sign in' | 'Create account') => page.getByRole('form', { name })
const isSignedIn = (page: Page) =>
  expect(page.getByRole('main').getByText('Total equity', { exact: true })).toBeVisible()
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

/** The text of a field: its error, or its hint. */
const beside = (page: Page, label: string) => {
  const field = page.getByRole('textbox', { name: label, exact: true })
  return expect.poll(async () => {
    const id = await field.getAttribute('aria-describedby')
    return id === null ? '' : page.locator(`[id="${id}"]`).textContent()
  }).toBe
}

/** Fills in the first step, and goes on to the second if nothing is wrong with it. */
async function fillIn(page: Page, username: string, more: { password?: string; confirm?: string } = {}) {
  const { password = PASSWORD, confirm = password } = more
  const fields = form(page, 'Create account')
  await fields.getByLabel('User name').fill(username)
  await fields.getByLabel('Password', { exact: true }).fill(password)
  await fields.getByLabel('Confirm password').fill(confirm)
  await fields.getByRole('button', { name: 'Continue' }).click()
  return fields
}

/** Copies the code and invitation that the page shows while money is paper: that opens the last step. */
async function takePaper(page: Page) {
  const paper = page.getByText(/^With paper money, no message is sent\. Your code is \d{6}\.$/)
  await expect(paper).toBeVisible()
  await paper.locator('..').getByRole('button', { name: 'Fill in the code' }).click()
  await expect(form(page, 'Create account').getByLabel('Invitation code')).not.toHaveValue('')
}

/** Accepts the documents, and sends the form. */
async function create(page: Page) {
  const fields = form(page, 'Create account')
  for (const box of await fields.getByRole('checkbox').all()) await box.check()
  await fields.getByRole('button', { name: 'Create account' }).click()
}

async function signIn(page: Page, username: string, password = PASSWORD) {
  const fields = form(page, 'Sign in')
  await fields.getByLabel('User name').fill(username)
  await fields.getByLabel('Password', { exact: true }).fill(password)
  await fields.getByRole('button', { name: 'Sign in' }).click()
}

test.describe('password: creating an account', () => {
  test('by e-mail, with the code and the invitation of the paper outbox, begins with 10,000 USDT', async ({ page }) => {
    const username = newName()
    await page.goto(CREATE)
    const fields = await fillIn(page, username)
    await expect(fields.getByText(`${username} · password set`)).toBeVisible()
    await expect(fields.getByLabel('E-mail address')).toBeFocused()
    await fields.getByLabel('E-mail address').fill(`${username}@example.com`)
    await fields.getByRole('button', { name: 'Send code' }).click()
    await expect(fields.getByText(`Sent to ${username}@example.com.`)).toBeVisible()
    await expect(fields.getByRole('button', { name: /^Resend in \d+s$/ })).toHaveAttribute('aria-disabled', 'true')
    await fields.getByLabel('Verification code').fill('123')
    const missing = fields.getByRole('button', { name: 'Enter 3 more digits' })
    await expect(missing).toHaveAttribute('aria-disabled', 'true')
    await takePaper(page)
    const boxes = fields.getByRole('button', { name: 'Tick both boxes to continue' })
    await expect(boxes).toHaveAttribute('aria-disabled', 'true')
    await expect(fields.getByRole('checkbox').first()).toBeFocused()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await create(page)
    await expectNotice(page, 'Account created')
    await isSignedIn(page)
    await expect(page.getByRole('main')).toContainText('10,000.00')
  })

  test('by telephone, with the country found by its name', async ({ page }) => {
    await page.goto(CREATE)
    const fields = await fillIn(page, newName())
    await fields.getByRole('button', { name: 'Use phone' }).click()
    await fields.getByRole('button', { name: /^Country code/ }).click()
    const countries = page.getByRole('dialog', { name: 'Country code' })
    await countries.getByRole('searchbox').fill('ital')
    await countries.getByRole('button', { name: /^Italy/ }).click()
    await expect(fields.getByRole('button', { name: /^Country code: \+39 Italy/ })).toBeVisible()
    const number = `312${String(process.pid).padStart(7, '0')}`
    await fields.getByLabel('Phone number').fill(number)
    await fields.getByRole('button', { name: 'Send code' }).click()
    await expect(fields.getByText(`Sent to +39 ${number}.`)).toBeVisible()
    await takePaper(page)
    await create(page)
    await isSignedIn(page)
  })

  test('shows each field’s error beside it, and keeps typed input', async ({ page }) => {
    await page.goto(CREATE)
    const fields = await fillIn(page, 'a', { password: 'short', confirm: 'other' })
    await beside(
      page,
      'User name',
    )('Use 3 to 32 letters, digits, dots, hyphens or underscores, starting with a letter or digit')
    await beside(page, 'Password')('Your password must have 6 to 16 characters')
    await beside(page, 'Confirm password')('The passwords do not match')
    await expect(fields.getByLabel('User name')).toBeFocused()
    await fields.getByLabel('Password', { exact: true }).fill('longer one')
    await beside(page, 'Password')('6 to 16 characters.')
    await fillIn(page, newName())
    await fields.getByLabel('E-mail address').fill('nobody')
    await fields.getByRole('button', { name: 'Send code' }).click()
    await beside(page, 'E-mail address')('Enter a valid e-mail address')
    await expect(fields.getByLabel('E-mail address')).toBeFocused()
    await expect(fields.getByLabel('E-mail address')).toHaveValue('nobody')
  })

  test('goes back to a step and on again without losing anything, and reads the documents beside it', async ({
    page,
    context,
  }) => {
    const username = newName()
    await page.goto(CREATE)
    const fields = await fillIn(page, username)
    await fields.getByLabel('E-mail address').fill(`${username}@example.com`)
    await fields.getByRole('button', { name: 'Send code' }).click()
    await takePaper(page)
    await expect(fields.getByText(`${username}@example.com · code entered`)).toBeVisible()
    await fields.getByRole('button', { name: 'Change Sign-in' }).click()
    await expect(fields.getByLabel('User name')).toHaveValue(username)
    await fields.getByRole('button', { name: 'Continue' }).click()
    await expect(fields.getByLabel('Invitation code')).not.toHaveValue('')
    await fields.getByRole('checkbox', { name: 'I accept the terms' }).check()
    await fields.getByRole('button', { name: 'Change E-mail address' }).click()
    await expect(fields.getByLabel('Verification code')).toHaveValue(/^\d{6}$/)
    await fields.getByRole('button', { name: 'Continue' }).click()
    await expect(fields.getByRole('checkbox', { name: 'I accept the terms' })).toBeChecked()
    const [document] = await Promise.all([
      context.waitForEvent('page'),
      fields.getByRole('link', { name: 'Read the risk disclosure' }).click(),
    ])
    await expect(document).toHaveURL(/pages\/news\/dc/)
    await document.close()
    await create(page)
    await isSignedIn(page)
  })

  test('says what only the server knows: a wrong code, a wrong invitation, a name that is taken', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(REFUSED, NO_ANSWER)
    const taken = newName()
    await registerName(server.url, taken)
    await page.goto(CREATE)
    const fields = await fillIn(page, taken)
    await fields.getByLabel('E-mail address').fill(`another.${taken}@example.com`)
    await fields.getByRole('button', { name: 'Send code' }).click()
    await takePaper(page)
    const invitation = await fields.getByLabel('Invitation code').inputValue()
    await fields.getByRole('button', { name: 'Change E-mail address' }).click()
    const code = await fields.getByLabel('Verification code').inputValue()
    const next = fields.getByRole('button', { name: 'Continue' })

    await fields.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000')
    await next.click()
    await page.route('**/api/user/register', (route) => route.abort())
    await create(page)
    await expect(fields.getByText('The server did not answer. What you entered is kept')).toBeVisible()
    await page.unroute('**/api/user/register')
    await create(page)
    await beside(page, 'Verification code')('Wrong verification code')
    await expect(fields.getByLabel('Verification code')).toBeFocused()

    await fields.getByLabel('Verification code').fill(code)
    await next.click()
    await fields.getByLabel('Invitation code').fill('NOBODY')
    await create(page)
    await beside(page, 'Invitation code')('Wrong invitation code')

    await fields.getByLabel('Invitation code').fill(invitation)
    await create(page)
    await beside(page, 'User name')('This user name is taken')

    await fields.getByLabel('User name').fill(newName())
    await next.click()
    await create(page)
    await isSignedIn(page)
  })

  test('keeps typed input while the other form is shown', async ({ page }) => {
    await page.goto(CREATE)
    await form(page, 'Create account').getByLabel('User name').fill('half.a.name')
    await page.locator('header').getByRole('button', { name: 'Sign in' }).click()
    await expect(form(page, 'Sign in').getByLabel('User name')).toBeVisible()
    await page.locator('header').getByRole('button', { name: 'Create account' }).click()
    await expect(form(page, 'Create account').getByLabel('User name')).toHaveValue('half.a.name')
  })
})

test.describe('signing in by a password', () => {
  test('goes on to the page that asked for it', async ({ page, server }) => {
    const username = newName()
    await registerName(server.url, username)
    await page.goto('/#/pages/walletrade/index')
    await expect(page).toHaveURL(/#\/pages\/my\/login\?next=%2Fpages%2Fwalletrade%2Findex$/)
    await signIn(page, username)
    await expectNotice(page, 'Signed in')
    await expect(page).toHaveURL(/#\/pages\/walletrade\/index$/)
    await isSignedIn(page)
    await page.goBack()
    await expect(page).not.toHaveURL(/login/)
  })

  test('refuses a wrong password beside the field, and takes the right one then', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    const username = newName()
    await registerName(server.url, username)
    await page.goto('/#/pages/my/login')
    await signIn(page, username, 'Correct Horse 2')
    await beside(page, 'Password')('Wrong user name or password')
    await expect(form(page, 'Sign in').getByLabel('User name')).toHaveValue(username)
    // The typed name, as the draft of the form; never the password.
    expect(await storedKeys(page)).toEqual(['kept.drafts'])
    expect(await page.evaluate(() => localStorage.getItem('kept.drafts'))).not.toContain('Correct Horse')
    await signIn(page, username)
    await isSignedIn(page)
    expect(await storedKeys(page)).not.toContain('kept.drafts')
  })

  test('says nothing more of a name that does not exist', async ({ page, faults }) => {
    faults.allow(REFUSED)
    await page.goto('/#/pages/my/login')
    await signIn(page, newName())
    await beside(page, 'Password')('Wrong user name or password')
  })

  test('asks for both fields', async ({ page }) => {
    await page.goto('/#/pages/my/login')
    await form(page, 'Sign in').getByRole('button', { name: 'Sign in' }).click()
    await beside(page, 'User name')('Enter your user name and password')
    await beside(page, 'Password')('Enter your user name and password')
  })

  test('goes nowhere but to a page of this app', async ({ page, server }) => {
    const username = newName()
    await registerName(server.url, username)
    await page.goto('/#/pages/my/login?next=https%3A%2F%2Fexample.com%2F')
    await signIn(page, username)
    await expect(page).toHaveURL(`${server.url}/#/`)
  })
})

test.describe('password: a session', () => {
  test('keeps only the token, the user and the language on the device', async ({ page, server }) => {
    const username = newName()
    const token = await registerName(server.url, username)
    await keepToken(page, { token })
    await page.goto('/')
    await isSignedIn(page)
    await page.goto('/#/pages/me/language')
    await page.getByRole('radio', { name: 'Español' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-419')
    for (const place of ['/pages/order/trade', '/pages/kline/index?symbol=BTCUSDT', '/pages/market/index']) {
      await page.goto(`/#${place}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(await storedKeys(page)).toEqual(['lang', 'token', 'userInfo'])
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
    expect(user).toMatchObject({ username, method: 'password' })
    await expect.poll(async () => (await call(server.url, info, {}, token)).lang).toBe('es')
  })

  test('is forgotten at signing out, on this device and on the server; the language stays', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(REFUSED)
    const token = await registerName(server.url, newName())
    await keepToken(page, { token })
    await page.evaluate(() => localStorage.setItem('lang', 'en'))
    await page.goto('/#/pages/me/index')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const sheet = page.getByRole('dialog', { name: 'Sign out of Quoin' })
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await sheet.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('You are browsing as a guest')).toBeVisible()
    await expectNotice(page, 'Signed out')
    expect(await storedKeys(page)).toEqual(['lang'])
    // The page waits for the server's answer for three seconds at most.
    await expect.poll(async () => (await ask(server.url, info, {}, token)).type).toBe(999)
    await page.goto('/#/pages/walletrade/index')
    await expect(page).toHaveURL(/#\/pages\/my\/login/)
  })

  test('that is ended elsewhere leads to the login page at once, and back after signing in', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(REFUSED)
    const username = newName()
    const token = await registerName(server.url, username)
    await keepToken(page, { token })
    await page.goto('/#/pages/walletrade/index')
    await isSignedIn(page)
    await call(server.url, logout, {}, token)
    await expect(page).toHaveURL(/#\/pages\/my\/login\?next=%2Fpages%2Fwalletrade%2Findex$/)
    await expect(page.getByText('Your session has ended. Sign in again to continue.')).toBeVisible()
    expect(await storedKeys(page)).toEqual([])
    await signIn(page, username)
    await expect(page).toHaveURL(/#\/pages\/walletrade\/index$/)
    await isSignedIn(page)
  })

  test('that ended while the app was closed leads to the login page', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    const token = await registerName(server.url, newName())
    await keepToken(page, { token })
    await page.goto('/')
    await isSignedIn(page)
    await page.goto('about:blank')
    await call(server.url, logout, {}, token)
    await page.goto('/#/pages/order/trade')
    await expect(page.getByText('Your session has ended. Sign in again to continue.')).toBeVisible()
    await expect(page).toHaveURL(/#\/pages\/my\/login/)
  })

  test('of a wallet that is ended elsewhere leads to the wallet page instead', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    const account = await createAccount(server.url)
    await keepToken(page, account)
    await page.goto('/')
    await isSignedIn(page)
    await call(server.url, logout, {}, account.token)
    await expect(page).toHaveURL(/#\/pages\/tipWallet\/index/)
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    expect(await tokenIn(page)).toBeNull()
  })

  test('of an account that is frozen shows why, and who to ask', async ({ page, server, faults }) => {
    faults.allow(REFUSED)
    const account = await createAccount(server.url)
    await keepToken(page, account)
    await page.goto('/')
    await isSignedIn(page)
    // While no page is open: an open one would drop the token, and a reload would find a guest.
    await page.goto('about:blank')
    server.change(`update users set status = 'frozen' where address = '${account.address}'`)
    await page.goto('/')
    await expect(page).toHaveURL(/#\/pages\/error\/index/)
    await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
    await expect(page.getByRole('main').locator('a, button').first()).toHaveText('Write to customer service')
    expect(await storedKeys(page)).toEqual([])
    await page.getByRole('button', { name: 'Look around' }).click()
    await expect(page.getByText('Practise with paper money')).toBeVisible()
  })
})

test.describe('password: the language', () => {
  test('that a guest chose is there after loading again, in every request, and goes along with the account', async ({
    page,
    server,
  }) => {
    const username = newName()
    const token = await registerName(server.url, username)
    await page.goto('/#/pages/me/language')
    await page.getByRole('radio', { name: '日本語' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    const asked = page.waitForRequest(/currency\/quotation_new\?.*lang=jp/)
    await page.reload()
    await asked
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await keepToken(page, { token })
    await page.goto('/')
    await expect.poll(async () => (await call(server.url, info, {}, token)).lang).toBe('jp')
  })
})
