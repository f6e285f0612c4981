import { messages } from '../../../src/api/account/user.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createAccount, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'

const WHY = ['--why', 'a test', '--as', 'tester'] as const

test('a message that an operator sends shows as a notice, as unread, and is read once it was opened', async ({
  page,
  server,
}) => {
  const account = await createAccount(server.url)
  await keepToken(page, account)
  const tell = (text: string) => server.operator('user', 'message', account.address, '--text', text, ...WHY)
  await tell('The first one.')
  await page.goto('/#/pages/me/index')
  const row = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Messages' })
  await expect(row).toContainText('Unread: 1')

  await tell('Hello.\nWe have looked at it.')
  await expectNotice(page, 'New message: Hello.\nWe have looked at it.')
  await expect(row).toContainText('Unread: 2')
  await row.click()
  const list = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(list.first()).toContainText('Hello')
  await expectAccessible(page)
  await list.first().getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Support' })
  await expect(sheet).toContainText('We have looked at it.')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('tab', { name: 'All 1' })).toBeVisible()
  await expect(list.first().getByText('Unread')).toBeHidden()

  await tell('A third one.')
  await expect(list).toHaveCount(3)
  await expect(page.getByRole('tab', { name: 'All 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('tab', { name: 'All', exact: true })).toBeVisible()
  await expectNoOverflow(page)
  expect(await call(server.url, messages, {}, account.token)).toMatchObject({ unread: 0 })

  await page.getByRole('tab', { name: 'Money' }).click()
  await expect(page.getByText('No messages of this type')).toBeVisible()
  await page.getByRole('tab', { name: 'Account' }).click()
  await expect(list).toHaveCount(3)
})

test('older messages come page by page', async ({ page, server }) => {
  const account = await createAccount(server.url)
  const address = account.address.toLowerCase()
  const rows = Array.from(
    { length: 25 },
    (_, index) =>
      `insert into user_messages (id, user_id, key, params, text, at, read_at) select '01TEST${String(index).padStart(20, '0')}' || substr(id, -4), id, null, '{}',
       'message ${index + 1}', 1700000000 + ${index}, null from users where lower(address) = '${address}';`,
  )
  server.change(rows.join('\n'))
  await keepToken(page, account)
  await page.goto('/#/pages/news/msgdetail')
  const list = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(list).toHaveCount(20)
  await expect(page.getByRole('tab', { name: 'All 25' })).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(list).toHaveCount(25)
  await expect(list.last()).toContainText('message 1')
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})
