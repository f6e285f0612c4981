import { expectAccessible, expectNoOverflow } from './accessible.ts'
import { createAccount, keepToken } from './api.ts'
import { test as base, expect } from './fixtures.ts'
import { type ServerProcess, startServerProcess } from './server.ts'

const test = base.extend<object, { naming: ServerProcess }>({
  naming: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServerProcess({ REAL_NAME: 'trading' })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ naming }, use) => use(naming.url),
})

test('who is not known by name is led to it from the sheet, and back to buy', async ({ page, naming }) => {
  await keepToken(page, await createAccount(naming.url))
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  const sheet = page.getByRole('dialog', { name: 'Buy up BTC' })
  const buy = () => page.getByRole('button', { name: /^Buy up/ }).click()
  await buy()
  await expect(sheet.getByText('Before you trade, show who you are.')).toBeVisible()
  await expect(sheet.getByText('While money is paper, a review takes about 30s.')).toBeVisible()
  await expect(sheet.getByText('A sample will do.')).toBeVisible()
  await expect(sheet.getByLabel('Amount')).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await expectAccessible(page)

  await sheet.getByRole('link', { name: 'Show who you are' }).click()
  await expect(page.getByText('While money is paper, a review takes about 30s.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a sample' }).click()
  await expect(page.getByText('Choose another')).toHaveCount(2)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('status').getByText('Under review')).toBeVisible()
  await expect(page.getByText('While money is paper, a review takes about 30s.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the market' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'BTC / USDT' })).toBeVisible()

  await buy()
  await expect(sheet.getByText('Who you are is under review.')).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'See the review' })).toBeVisible()
  naming.change('update kyc set due_at = 1')
  await sheet.getByLabel('Amount').fill('100')
  await sheet.getByRole('button', { name: 'Confirm · 100 USDT' }).click()
  await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
})
