import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { exportData } from '../../../src/api/account/export.ts'
import { info } from '../../../src/api/account/user.ts'
import { call, createAccount, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { fillRegistration, PHONE, secondTab } from '../kit/journey.ts'

// What Back and a reload leave of a registration and of an identity is in `drafts.test.ts`.
test.use({ viewport: PHONE })

const equity = (page: Page) => page.getByRole('main').getByText('Total equity', { exact: true })

test('journey: an invitation outlasts a reload and Back, the friend registers after a lost network, and each tab is signed in', async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER, REFUSED)
  const { token } = await createAccount(server.url)
  const { inviteCode } = await call(server.url, info, {}, token)
  await page.goto(`/#/pages/my/login?view=create&code=${inviteCode}`)
  const form = page.getByRole('form', { name: 'Create account' })
  await expect(form).toBeVisible()
  const tab = await secondTab(context, '/pages/index/index')
  await page.goto('/#/pages/market/index')
  await expect(form).toHaveCount(0)
  await page.goBack()
  await page.reload()
  await fillRegistration(page, newName())
  for (const box of await form.getByRole('checkbox').all()) await box.check()
  await expect(form.getByLabel('Invitation code')).toHaveValue(inviteCode)
  const create = form.getByRole('button', { name: 'Create account' })
  await context.setOffline(true)
  await create.click()
  await expect(form.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await expect(form.getByLabel('Invitation code')).toHaveValue(inviteCode)
  await context.setOffline(false)
  await create.click()
  await expect(equity(page)).toBeVisible()
  await tab.reload()
  await expect(equity(tab)).toBeVisible()
  await page.goBack()
  await expect(form).toHaveCount(0)

  const inviter = await context.browser()?.newContext({ baseURL: server.url })
  if (!inviter) throw new Error('no browser')
  faults.watch(inviter)
  const own = await inviter.newPage()
  await keepToken(own, { token })
  await own.goto('/#/pages/friend/index')
  await expect(own.getByRole('row', { name: /^Level 1 1 invited by you/ })).toBeVisible()
  await inviter.close()
})

test('journey: an identity is sent once, and each tab shows the review', async ({ page, context, slow, faults }) => {
  faults.allow(NO_ANSWER)
  const account = await createAccount(slow.url)
  const place = `${slow.url}/#/pages/me/kyc`
  const tab = await context.newPage()
  for (const each of [page, tab]) {
    await each.goto(`${slow.url}/favicon.svg`)
    await each.evaluate((token) => localStorage.setItem('token', token), account.token)
    await each.goto(place)
    await expect(each.getByRole('button', { name: 'Submit for review' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await expect(page.getByText('Choose another')).toHaveCount(2)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('What you entered and chose is kept')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  for (const each of [page, tab]) await expect(each.getByRole('status').getByText('Under review')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveCount(0)
})

test('journey: one’s data is taken after a lost network, and no password outlasts a reload or reaches another tab', async ({
  page,
  context,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const username = newName()
  await keepToken(page, { token: await registerName(server.url, username) })
  const place = '/pages/me/security'
  await page.goto(`/#${place}`)
  const take = page.getByRole('button', { name: 'Download my data' })
  const password = page.getByRole('dialog').getByLabel('Your sign-in password')
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Download data' })
  await take.click()
  await password.fill(PASSWORD)
  await page.goto('/#/pages/me/index')
  await page.goBack()
  await take.click()
  await expect(password).toHaveValue(PASSWORD)
  await page.reload()
  await take.click()
  await expect(password).toHaveValue('')
  await password.fill(PASSWORD)
  const tab = await secondTab(context, place)
  await tab.getByRole('button', { name: 'Download my data' }).click()
  await expect(tab.getByRole('dialog').getByLabel('Your sign-in password')).toHaveValue('')
  await context.setOffline(true)
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: 'What you entered is kept' })).toBeVisible()
  await context.setOffline(false)
  const [download] = await Promise.all([page.waitForEvent('download'), submit.click()])
  expect(download.suggestedFilename()).toBe(exportData.download)
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ profile: { username } })
})
