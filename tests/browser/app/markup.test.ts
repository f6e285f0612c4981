import type { Page } from '@playwright/test'
import { cashSave } from '../../../src/api/account/bank.ts'
import { info } from '../../../src/api/account/user.ts'
import { bankCard } from '../../server/bank/card.ts'
import { call, keepToken, newName, PASSWORD, registerName } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'

const MARKUP = `<img src=x onerror="document.body.dataset.ran=1"><script>document.body.dataset.ran=1</script>&lt;b&gt;`

/** It is shown as written: no markup of it was rendered or run. */
async function expectText(page: Page) {
  await expect(page.getByText(MARKUP).first()).toBeVisible()
  await expect(page.locator('img[src="x"], main script, [role=dialog] script, main b')).toHaveCount(0)
  expect(await page.evaluate(() => document.body.dataset.ran)).toBeUndefined()
}

// A review must still be pending when an operator opens it.
test.use({ baseURL: async ({ slow }, use) => use(slow.url) })

test('markup in what people and operators write is text on every page that shows it', async ({
  page,
  slow: server,
}) => {
  const username = newName()
  const token = await registerName(server.url, username)
  await keepToken(page, { token })

  await call(server.url, cashSave, { ...bankCard, bankName: MARKUP, proof: { password: PASSWORD } }, token)
  await page.goto('/#/pages/me/bank')
  await expectText(page)

  await page.goto('/#/pages/me/kyc')
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await expect(page.getByText('Choose another')).toHaveCount(2)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
  const waiting = JSON.parse(await server.operator('kyc', 'list', '--json')) as { id: string; user: string }[]
  const { id } = await call(server.url, info, {}, token)
  const mine = waiting.find(({ user }) => user === id)
  await server.operator('kyc', 'refuse', mine?.id ?? '', '--why', MARKUP, '--as', 'tester')
  await expectText(page)

  const why = ['--why', 'a test', '--as', 'tester'] as const
  await server.operator('user', 'message', username, '--text', MARKUP, ...why)
  await page.goto('/#/pages/news/msgdetail')
  await expectText(page)
  await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: 'Support' })).toContainText(MARKUP)
  await expectText(page)
})
