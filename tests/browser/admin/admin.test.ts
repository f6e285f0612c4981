import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { TOTP, URI } from 'otpauth'
import { sendChat } from '../../../src/api/account/chat.ts'
import { newsDetail } from '../../../src/api/account/news.ts'
import { payPassword } from '../../../src/api/account/safe.ts'
import { addAddress, log, out } from '../../../src/api/money/withdrawal.ts'
import { langs } from '../../../src/api/wire/fields.ts'
import { photo } from '../../server/kyc/support.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { becomeKnown, call, createAccount, keepToken, newName, PASSWORD, registerName, showWho } from '../kit/api.ts'
import { test as base, expect, NO_ANSWER, REFUSED } from '../kit/fixtures.ts'
import { freePort, type ServerProcess, startServerProcess } from '../kit/server.ts'

const OPERATORS = { sue: 'support', tom: 'treasurer', tess: 'treasurer', rex: 'review', ada: 'auditor' } as const
const OPERATOR_PASSWORD = 'correct horse 9 battery'
const PAY_PASSWORD = 'Money Leaves 1'

type AdminServer = {
  server: ServerProcess
  /** The admin console's URL. */
  url: string
  /** The authenticator's code, valid once: the clock advances if the admin console has already used it. */
  codeOf(name: keyof typeof OPERATORS): Promise<string>
}

const test = base.extend<object, { admin: AdminServer }>({
  baseURL: async ({ admin }, use) => use(admin.server.url),
  admin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const port = await freePort()
      const settings = { REVIEW_SECONDS: '86400', ADMIN_PORT: String(port), ADMIN_SECOND_PERSON: 'yes' }
      const server = await startServerProcess(settings)
      const uris = new Map<string, string>()
      for (const [name, roles] of Object.entries(OPERATORS)) {
        const told = [OPERATOR_PASSWORD, OPERATOR_PASSWORD]
        const said = await server.operatorTold(told, 'desk', 'add', name, '--roles', roles, '--json')
        uris.set(name, JSON.parse(said)[0].authenticator)
      }
      const given = new Map<string, number>()
      const codeOf = async (name: string) => {
        const totp = URI.parse(uris.get(name) ?? '')
        if (!(totp instanceof TOTP)) throw new Error(`no authenticator of ${name}`)
        if (totp.counter({ timestamp: server.now() }) === given.get(name)) await server.advance(totp.period * 1000)
        const timestamp = server.now()
        given.set(name, totp.counter({ timestamp }))
        return totp.generate({ timestamp })
      }
      await use({ server, url: `http://127.0.0.1:${port}`, codeOf })
      await server.dispose()
    },
    { scope: 'worker' },
  ],
})

// One admin console for all of them.
test.describe.configure({ mode: 'default' })

/** The admin console's refresh interval, in ms. */
const LOOK_MS = 10_000

/**
 * An operator's wide screen at the admin console's sign-in.
 *
 * @param lookMs refresh interval in ms; without it, no refresh
 */
async function sitDown(
  browser: Browser,
  { url }: AdminServer,
  watch: (device: ReturnType<Page['context']>) => void,
  lookMs?: number,
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    hasTouch: false,
  })
  watch(context)
  const page = await context.newPage()
  await page.addInitScript(
    ({ own, wanted }) => {
      const later = globalThis.setTimeout
      const soon = (done: () => void, ms?: number) => {
        if (ms !== own) return later(done, ms)
        return wanted === undefined ? 0 : later(done, wanted)
      }
      Object.assign(globalThis, { setTimeout: soon })
    },
    { own: LOOK_MS, wanted: lookMs },
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Quoin admin console' })).toBeVisible()
  return page
}

async function signIn(page: Page, admin: AdminServer, name: keyof typeof OPERATORS, code?: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(OPERATOR_PASSWORD)
  await page.getByLabel('Code of the authenticator').fill(code ?? (await admin.codeOf(name)))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const list = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: new RegExp(`^${name}( \\d+ waiting.*)?$`) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens the case of a person in a queue. */
const openCase = (page: Page, person: string) =>
  page.getByRole('table').getByRole('row').filter({ hasText: person }).getByRole('link').first().click()

/** Chooses an act, gives its reason, and does it. */
async function act(page: Page, title: string, why: string, button = title) {
  await press(page, title)
  const form = page.getByRole('form', { name: title })
  await form.getByLabel('Reason').fill(why)
  await form.getByRole('button', { name: button, exact: true }).click()
}

/** Nothing overflows on a phone, nor on a wide screen at 200% text. */
async function expectToFit(page: Page) {
  for (const scale of [1, 2]) {
    await page.evaluate((text) => {
      document.documentElement.style.fontSize = `${text * 100}%`
    }, scale)
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      { width: 320, height: 640 },
    ]) {
      await page.setViewportSize(size)
      await expectNoOverflow(page)
      // Nor does the sidebar overlap adjacent content.
      const over = await page.getByRole('banner').evaluate((side) => side.scrollWidth - side.clientWidth)
      expect(over, `at ${size.width} px, ${scale} times as large`).toBe(0)
    }
  }
}

/** A user whose withdrawal of 500 USDT is under review. @returns the name, and the id of the withdrawal */
async function leaving(server: ServerProcess) {
  const username = newName()
  const token = await registerName(server.url, username)
  await becomeKnown(server, token)
  const set = { action: 'set' as const, password: PAY_PASSWORD, confirm: PAY_PASSWORD, proof: { password: PASSWORD } }
  await call(server.url, payPassword, set, token)
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const { id: addressId } = await call(
    server.url,
    addAddress,
    { network: 'ethereum', address, label: 'Cold', payPassword: PAY_PASSWORD },
    token,
  )
  const order = { requestId: 'a-withdrawal-by-two', currency: 'USDT', amount: '500', addressId }
  const { id } = await call(server.url, out, { ...order, payPassword: PAY_PASSWORD }, token)
  return { username, token, id }
}

test('admin console: a withdrawal is proposed by one treasurer and carried out by another', async ({
  browser,
  admin,
  faults,
}) => {
  faults.allow(REFUSED)
  const { server } = admin
  const { id, token, username } = await leaving(server)
  const tom = await sitDown(browser, admin, faults.watch)
  await expectAccessible(tom)
  await signIn(tom, admin, 'tom', '000000')
  await expect(tom.getByRole('alert')).toHaveText('name, password or code are not right')
  await signIn(tom, admin, 'tom')
  await expect(tom.getByText('tom, treasurer')).toBeVisible()
  // What others are there for is not there.
  await expect(list(tom, 'Conversations')).toHaveCount(0)
  await expect(list(tom, 'Audit log')).toHaveCount(0)

  await list(tom, 'Withdrawals').click()
  await expect(tom.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible()
  await expectAccessible(tom)
  // By the keyboard alone: the filter, out of it, the row, and its case; and back.
  await tom.keyboard.press('f')
  await tom.keyboard.type(username)
  await expect(tom.getByRole('main').getByRole('row')).toHaveCount(2)
  await expect(tom.getByRole('main').getByRole('status')).toContainText('500.00 USDT')
  for (const key of ['Escape', 'j', 'Enter']) await tom.keyboard.press(key)
  await expect(tom.getByRole('heading', { level: 2, name: 'Withdrawal' })).toBeVisible()
  await expect(tom.getByText('−500.00 USDT')).toBeVisible()
  await tom.keyboard.press('Escape')
  await expect(tom.getByRole('heading', { level: 2, name: 'Withdrawal', exact: true })).toHaveCount(0)
  await tom.reload()
  await expect(tom.getByLabel('Filter')).toHaveValue(username)
  await press(tom, `Remove Words: ${username}`)
  await expect(tom.getByLabel('Filter')).toHaveValue('')
  await openCase(tom, username)
  await expect(tom.getByText('Under review').first()).toBeVisible()
  // The list of the keys that work here; one of them opens a form, and in its field it is a letter.
  await tom.keyboard.press('?')
  const shortcuts = tom.getByRole('dialog', { name: 'Shortcuts' })
  for (const words of ['Refuse', 'Person', 'Close']) {
    await expect(shortcuts.getByText(words, { exact: true }).first()).toBeVisible()
  }
  await expect(shortcuts.getByText('Next picture')).toHaveCount(0)
  await expectAccessible(tom)
  await tom.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await tom.keyboard.press('x')
  await tom.keyboard.type('xp?')
  await expect(tom.getByRole('form', { name: 'Refuse' }).getByLabel('Reason')).toHaveValue('xp?')
  await tom.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(tom, `Copy …${id.slice(-6)}`)
  await expect(tom.getByText('Copied')).toBeVisible()
  expect(await tom.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await act(tom, 'Approve', 'known to us', 'Propose: Approve −500.00 USDT')
  await expect(tom.getByText('Proposed. It is done once another treasurer has agreed')).toBeVisible()
  await expectAccessible(tom)
  expect((await call(server.url, log, {}, token))[0]?.state).toBe('underReview')
  await expect(list(tom, 'Second person')).toHaveAccessibleName('Second person 1 waiting')
  await list(tom, 'Second person').click()
  await tom.getByRole('table').getByRole('link').first().click()
  await expect(tom.getByRole('button', { name: 'Decline' })).toBeVisible()
  await expect(tom.getByRole('button', { name: 'Agree and carry out' })).toHaveCount(0)
  await expectAccessible(tom)

  const tess = await sitDown(browser, admin, faults.watch)
  await signIn(tess, admin, 'tess')
  await list(tess, 'Second person').click()
  const row = tess.getByRole('table').getByRole('row').filter({ hasText: username })
  for (const words of [id.slice(-6), '−500.00 USDT', 'known to us']) await expect(row).toContainText(words)
  await tess.getByRole('table').getByRole('link').first().click()
  await act(tess, 'Agree and carry out', 'looked at it', 'Agree and carry out −500.00 USDT')
  await expect(tess.getByText('Done: Agree and carry out.')).toBeVisible()
  await expect(tess.getByText('It is not in the list any more.')).toBeVisible()
  await expect(list(tess, 'Second person')).toHaveAccessibleName('Second person')
  expect((await call(server.url, log, {}, token))[0]?.state).toBe('approved')

  await list(tess, 'Overview').click()
  await expect(tess.getByRole('row').filter({ hasText: 'Withdrawals' }).getByRole('cell').nth(5)).toHaveText('1')
  await expectAccessible(tess)

  // A user's full page, also on a phone.
  await tess.getByLabel('Find a person').fill(username)
  await tess.getByLabel('Find a person').press('Enter')
  await expect(tess.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect(tess.getByText('9,500.00 USDT').first()).toBeVisible()
  await expect(tess.getByRole('button', { name: 'Look again' })).toHaveCount(1)
  for (const key of ['g', 'o']) await tess.keyboard.press(key)
  await expect(tess.locator('[data-view="user orders"]')).toBeFocused()
  await expect(tess.getByText('First withdrawal')).toBeVisible()
  await act(tess, 'Note', 'Called on Monday')
  await expect(tess.getByText('Done: Note.')).toBeVisible()
  await expect(tess.getByText('Called on Monday').first()).toBeVisible()
  await expectAccessible(tess)

  await press(tess, 'Sign out')
  await expect(tess.getByLabel('Code of the authenticator')).toBeVisible()
  await tess.reload()
  await expect(tess.getByLabel('Code of the authenticator')).toBeVisible()
  await tess.context().close()
  await tom.context().close()
})

test('someone writes, and is answered in the admin console, with a picture between them', async ({
  browser,
  page,
  admin,
  faults,
}) => {
  faults.allow(REFUSED, NO_ANSWER)
  const { server } = admin
  const account = await createAccount(server.url)
  await keepToken(page, account)
  await page.goto('/#/pages/me/service')
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await field.fill('Where is <b>my</b> money?')
  await field.press('Enter')
  const said = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem')
  await expect(said.first()).toContainText('Delivered')
  await page.getByLabel('Add a picture').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await press(page, 'Send')
  await expect(said.nth(1)).toContainText('Delivered')

  const sue = await sitDown(browser, admin, faults.watch, 300)
  await signIn(sue, admin, 'sue')
  await list(sue, 'Conversations').click()
  await sue.getByLabel('Also conversations in which nobody waits, newest first').check()
  await expect(
    sue
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: account.address.slice(-4) }),
  ).toBeVisible()
  await sue.getByLabel('Also conversations in which nobody waits, newest first').uncheck()
  await openCase(sue, account.address.slice(-4))
  await expect(sue.getByText('Where is <b>my</b> money?')).toBeVisible()
  const picture = sue.getByRole('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  await expect(said.first()).toContainText('Read')
  await expect(sue.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(sue)
  await press(sue, 'Answer')
  const form = sue.getByRole('form', { name: 'Answer' })
  await press(sue, 'Settled')
  await expect(form.getByLabel('Text')).toHaveValue('This is settled now. If anything is unclear, write here again.')
  await form.getByLabel('Text').fill('It is on its way.')
  await form.getByRole('button', { name: 'Answer' }).click()
  await expect(sue.getByText('Done: Answer.')).toBeVisible()
  await expect(said.nth(2)).toContainText('It is on its way.')
  // The user's next message appears in the admin console automatically, and is read there.
  await field.fill('Thank you')
  await field.press('Enter')
  await expect(sue.getByRole('list', { name: 'Messages' }).getByText('Thank you')).toBeVisible()
  await expect(said.nth(3)).toContainText('Read')

  await sue.keyboard.press('e')
  await expect(sue.locator('[data-evidence]')).toBeFocused()
  // Somebody else writes: the list that is being read says so, and does not move.
  const conversations = sue.getByRole('region', { name: 'Conversations', exact: true }).getByRole('row')
  const before = await conversations.count()
  const other = await createAccount(server.url)
  await call(server.url, sendChat, { clientId: 'somebody-else-writes', text: 'Hello' }, other.token)
  await expect(sue.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(conversations).toHaveCount(before)
  await press(sue, '1 new')
  await expect(conversations).toHaveCount(before + 1)
  await expect(sue.getByRole('button', { name: '1 new' })).toHaveCount(0)

  // Without a session this browser does not get the picture.
  const address = await picture.getAttribute('src')
  const stranger = await browser.newContext({ baseURL: admin.url })
  expect((await stranger.request.get(address ?? '')).status()).toBe(401)
  await stranger.close()
  await sue.context().close()
})

test('admin console: a verification is reviewed with its photographs, and the user is notified', async ({
  browser,
  page,
  admin,
  faults,
}) => {
  faults.allow(REFUSED)
  const { url } = admin.server
  const username = newName()
  const token = await registerName(url, username)
  const number = await showWho(url, token)
  await keepToken(page, { token })
  await page.goto('/#/pages/me/kyc')
  const rex = await sitDown(browser, admin, faults.watch)
  await signIn(rex, admin, 'rex')
  // What others are there for is not there.
  await expect(list(rex, 'Verifications')).toHaveAccessibleName('Verifications 1 waiting')
  await expect(list(rex, 'Withdrawals')).toHaveCount(0)
  await list(rex, 'Verifications').click()
  await openCase(rex, username)
  await expect(rex.getByText(number)).toBeVisible()
  const pictures = rex.getByRole('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600)
  }
  await expectAccessible(rex)
  await expectToFit(rex)
  await act(rex, 'Accept', 'as on the passport')
  await expect(rex.getByText('Done: Accept.')).toBeVisible()
  await expect(list(rex, 'Verifications')).toHaveAccessibleName('Verifications')
  // The person's page has the state; who they are is shown on request, because that is noted.
  await rex.keyboard.press('/')
  await rex.keyboard.type(username)
  await rex.keyboard.press('Enter')
  await expect(rex.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect(rex.getByRole('main').getByText('Verified', { exact: true })).toBeVisible()
  await expect(rex.getByText(number)).toHaveCount(0)
  await press(rex, 'Show identity')
  await expect(rex.getByText(number)).toBeVisible()
  await expectAccessible(rex)
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible()
  await rex.context().close()
})

test('admin console: an auditor sees figures and the audit log, exports it, and has no act on a person', async ({
  browser,
  admin,
  faults,
}) => {
  faults.allow(REFUSED)
  await admin.server.operator('ledger', 'verify')
  const { username } = await leaving(admin.server)
  await admin.server.operator('user', 'lock', username, '--why', 'asked for it', '--as', 'ann')
  // An account of ten days ago: figures over time have eleven days.
  admin.server.change(`update users set created_at = created_at - 864000 where username = '${username}'`)
  const ada = await sitDown(browser, admin, faults.watch)
  await signIn(ada, admin, 'ada')
  await expect(list(ada, 'Audit log')).toBeVisible()
  const names = await ada.getByRole('navigation', { name: 'Lists' }).getByRole('link').allTextContents()
  expect(names.length).toBeGreaterThan(8)
  for (const name of names.map((each) => each.replace(/\d+ waiting.*$/, ''))) {
    await list(ada, name).click()
    await expect(ada.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(ada.getByRole('main').locator('[aria-busy="false"]').first()).toBeVisible()
    await expectAccessible(ada)
  }
  await list(ada, 'Audit log').click()
  await expect(
    ada.getByRole('row').filter({ hasText: 'User locked' }).filter({ hasText: 'asked for it' }),
  ).toBeVisible()
  await expectAccessible(ada)
  await ada.getByLabel('Act', { exact: true }).fill('user lock')
  await press(ada, 'Show')
  await expect(ada.getByRole('row').filter({ hasText: 'Signed in' })).toHaveCount(0)
  await press(ada, 'Remove Act: user lock')
  await expect(ada.getByRole('row').filter({ hasText: 'Signed in' }).first()).toBeVisible()
  await act(ada, 'Export', 'a review')
  const download = ada.waitForEvent('download')
  await ada.getByRole('button', { name: /\.csv$/ }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/^\uFEFFline,utc,/)
  expect(file).toContain('user lock')
  await list(ada, 'Audit log').click()
  await expect(ada.getByRole('row').filter({ hasText: 'Audit log exported' }).first()).toBeVisible()
  await expectAccessible(ada)
  // The count made at the server's start is shown for a minute, and renewed at the first request after that.
  await admin.server.advance(60_000)
  await expect(async () => {
    await list(ada, 'Audit log').click()
    await list(ada, 'User balances').click()
    await expect(ada.getByText('USDT').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(async () => {
    await list(ada, 'User balances').click()
    await list(ada, 'Over time').click()
    await expect(ada.getByRole('main').locator('canvas')).toHaveCount(2, { timeout: 1_000 })
  }).toPass()
  await expect(ada.getByRole('main').getByRole('row')).toHaveCount(12)
  await expectAccessible(ada)
  await list(ada, 'Withdrawals').click()
  await ada.getByRole('table').getByRole('link').first().click()
  await expect(ada.getByText('Under review').first()).toBeVisible()
  await expectAccessible(ada)
  await expect(ada.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectToFit(ada)
  await ada.goto(`/#/user/${username}`)
  await expect(ada.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expectToFit(ada)
  await expect(ada.getByText('10,000.00 USDT').first()).toBeVisible()
  // A line that somebody changed is named on every page.
  await ada.setViewportSize({ width: 1440, height: 900 })
  await list(ada, 'Audit log').click()
  await expect(ada.getByText('Hash chain intact')).toBeVisible()
  admin.server.change(`update audit set why = 'other' where seq = 1`)
  await list(ada, 'Deposits').click()
  await ada.reload()
  await expect(ada.getByRole('alert')).toContainText('the audit log is broken: line 1 or its hash was changed')
  await expectAccessible(ada)
  await ada.context().close()
})

test('an article is published from the admin console in all of its languages, and seen by people', async ({
  browser,
  admin,
  faults,
}) => {
  faults.allow(REFUSED)
  const sue = await sitDown(browser, admin, faults.watch)
  await signIn(sue, admin, 'sue')
  await list(sue, 'News and guides').click()
  await press(sue, 'Publish')
  const form = sue.getByRole('form', { name: 'Publish' })
  await form.getByLabel('Kind').fill('news')
  await form.getByLabel('Slug').fill('sunday')
  const article = (title: string) =>
    `---\ntitle: ${title}\nsummary: For an hour.\ndate: 2026-01-05\n---\nFrom noon on.\n`
  for (const lang of langs.filter((each) => each !== 'ko')) {
    await form.getByLabel(new RegExp(`^${lang}`, 'i')).fill(article(`Sunday ${lang}`))
  }
  await form.getByLabel('Reason').fill('announced')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByRole('alert')).toContainText('news/sunday: it is not there in ko')
  await expectAccessible(sue)
  await expectToFit(sue)
  await form.getByLabel(/^ko/i).fill(article('Sunday ko'))
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(sue.getByText('Done: Publish.')).toBeVisible()
  await sue.getByRole('link', { name: 'news/sunday' }).click()
  // Its text stands in the form, one language at a time; only those that were changed are published.
  const edit = sue.getByRole('form', { name: 'Edit' })
  await edit.getByRole('button', { name: 'Japanese' }).click()
  await expect(edit.getByLabel('Text in Japanese')).toHaveValue(/title: Sunday jp/)
  await edit.getByLabel('Text in Japanese').fill(article('Sunday again'))
  await edit.getByLabel('Reason').fill('a typing error')
  await expectAccessible(sue)
  await edit.getByRole('button', { name: 'Publish in jp' }).click()
  await expect(sue.getByText('Published in Japanese.')).toBeVisible()
  await list(sue, 'News and guides').click()
  await sue.getByRole('link', { name: 'news/sunday' }).click()
  await edit.getByRole('button', { name: 'Japanese' }).click()
  await expect(edit.getByLabel('Text in Japanese')).toHaveValue(/title: Sunday again/)
  const read = async () => (await call(admin.server.url, newsDetail, { slug: 'sunday' })).title
  await expect.poll(() => read().catch(() => undefined)).toBe('Sunday en')
  await sue.context().close()
})

test('not a byte of the admin console reaches users, and none of the app is in the admin console', async ({
  admin,
  request,
}) => {
  const { server, url } = admin
  const root = join(import.meta.dirname, '../../..')
  const filesOf = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css|html)$/.test(name),
    )
  const marks = ['Quoin admin console', 'desk/', 'adminSession', 'adminAct', 'adminView']
  const built = filesOf('dist-admin')
    .map((name) => readFileSync(join(root, 'dist-admin', name), 'utf8'))
    .join('\n')
  for (const mark of marks) expect(built).toContain(mark)
  for (const name of filesOf('dist')) {
    const text = readFileSync(join(root, 'dist', name), 'utf8')
    for (const mark of marks) expect(text.includes(mark), `${mark} in ${name}`).toBe(false)
  }
  const own = filesOf('dist-admin').filter((name) => name !== 'index.html')
  expect(own.length).toBeGreaterThan(1)
  for (const name of own) {
    expect((await request.get(`${url}/${name}`)).status()).toBe(200)
    expect((await request.get(`${server.url}/${name}`)).status()).toBe(404)
  }
  for (const path of ['/desk/me', '/desk/act', '/dist-admin/index.html']) {
    expect((await request.get(`${server.url}${path}`)).status()).toBe(404)
  }
  const script = filesOf('dist').find((name) => name.startsWith('assets/') && name.endsWith('.js'))
  expect((await request.get(`${url}/${script}`)).status()).toBe(404)
  expect((await request.post(`${url}/api/quotation`, { data: {} })).status()).not.toBe(200)
  const shell = await (await request.get(server.url)).text()
  for (const mark of marks) expect(shell).not.toContain(mark)
})
