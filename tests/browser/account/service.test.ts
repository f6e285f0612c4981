import { sendChat } from '../../../src/api/account/chat.ts'
import { photo } from '../../server/kyc/support.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createAccount, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'

test('someone and customer service write to each other, over a connection that breaks', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const account = await createAccount(server.url)
  await keepToken(page, account)
  const answer = (text: string) => server.operator('chat', 'answer', account.address, '--text', text, '--as', 'ann')
  await page.goto('/#/pages/me/index')
  await page.getByRole('link', { name: 'Customer service' }).click()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expectAccessible(page)

  const field = page.getByRole('textbox', { name: 'Write a message' })
  const said = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem')
  await field.fill('Where is my <b>deposit</b>? https://example.org/a')
  await field.press('Enter')
  await expect(said).toHaveCount(1)
  await expect(said.first()).toContainText('Where is my <b>deposit</b>? https://example.org/a (example.org)')
  await expect(said.first().getByText('(example.org)')).toHaveCSS('unicode-bidi', 'isolate')
  await expect(said.first()).toContainText('Delivered')
  await expect(said.first().getByRole('link')).toHaveCount(0)

  await server.operator('chat', 'show', account.address, '--as', 'ann')
  await expect(said.first()).toContainText('Read')
  await answer('Show me what you see.')
  await expect(said).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: 'Show me what you see.' })).toBeAttached()

  await page.getByLabel('Add a picture').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said.nth(2)).toContainText('Delivered')
  await expect(said.nth(2).getByRole('img', { name: 'Picture' })).toBeVisible()

  // Messages written offline are sent once online, and received ones are shown, each once.
  await page.context().setOffline(true)
  await field.fill('Are you there?')
  await field.press('Enter')
  await expect(said.nth(3)).toContainText('Not sent yet')
  await answer('I see it now.')
  await call(server.url, sendChat, { clientId: 'message-of-another', text: 'From elsewhere' }, account.token)
  await page.context().setOffline(false)
  await expect(said).toHaveCount(6)
  await expect(said.nth(5)).toContainText('Are you there?')
  await expect(said.nth(5)).toContainText('Delivered')
  await expect(said.nth(3)).toContainText('I see it now.')
  await expect(said.nth(4)).toContainText('From elsewhere')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.reload()
  await expect(said).toHaveCount(6)
  await expect(said.nth(2).getByRole('img', { name: 'Picture' })).toBeVisible()
})

test('service: a guest writes by the contact form', async ({ page }) => {
  await page.goto('/#/pages/me/faq')
  await page.getByRole('link', { name: 'Write to customer service' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('textbox', { name: 'Your e-mail address' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Your question' }).fill('Why is my account frozen?')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your question was received')).toBeVisible()
  await expect(page.getByText('write to ada@example.com from another address')).toBeVisible()
  await expectAccessible(page)
})
