import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { type ServerProcess, startServerProcess } from '../kit/server.ts'

test.describe('profiles: a server by RULES=eu-retail', () => {
  let eu: ServerProcess
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    baseURL: async ({}, use) => {
      eu = await startServerProcess({ RULES: 'eu-retail' })
      await use(eu.url)
      await eu.dispose()
    },
  })

  test('offers no options, and contracts up to twice the margin that close at half of it', async ({ page }) => {
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    const kinds = page.getByRole('group', { name: 'What to trade' })
    await expect(kinds.getByRole('radio', { name: 'Spot' })).toBeAttached()
    await expect(kinds.getByRole('radio', { name: 'Options' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Long\b.*up to 2×/ })).toBeVisible()

    await keepToken(page, await createTrader(eu))
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await page.getByRole('button', { name: /^Long/ }).click()
    const sheet = page.getByRole('dialog')
    const form = sheet.getByRole('form', { name: 'Open a contract' })
    await expect(form.getByRole('button', { name: 'Leverage 2×' })).toBeVisible()
    await form.getByLabel('Size', { exact: true }).fill('0.1')
    await expect(form.getByRole('definition').filter({ hasText: 'up to 2×' })).toBeVisible()
    await expect(form.getByRole('definition').filter({ hasText: /\(−?2[45]\.\d+%\)|2[45](\.\d+)?%/ })).toBeVisible()
    await expect(form.getByText(/^Leverage can lose your money rapidly\. No account here/)).toBeVisible()
    await expect(form.getByText(/74% to 89% of retail accounts lose money\.$/)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await form.getByRole('button', { name: /^Open long · 0\.1 BTC/ }).click()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ hasText: 'Long 2×' })).toHaveCount(1)

    await page.goto('/#/pages/order/trade')
    const account = page.getByRole('region', { name: 'Account equity' })
    await expect(
      account.getByText(/^Margin level [\d,]+\.\d%\. A position closes at 50% of its own initial margin\.$/),
    ).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
  })
})
