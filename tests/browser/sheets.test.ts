import type { Page } from '@playwright/test'
import { createTrader } from './api.ts'
import { passPeriod } from './clock.ts'
import { expect, test } from './fixtures.ts'

const sheet = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Goes from the markets to a chart, and opens the sheet that buys. */
async function openSheet(page: Page, token: string) {
  await page.addInitScript((kept) => localStorage.setItem('token', kept), token)
  await page.goto('/#/pages/market/index')
  await page.getByRole('link', { name: /^BTC Bitcoin/ }).click()
  await page.getByRole('button', { name: /^Buy up/ }).click()
  await expect(sheet(page).getByLabel('Amount')).toBeVisible()
}

async function swipeDown(page: Page, way: number) {
  const box = await sheet(page).boundingBox()
  if (!box) throw new Error('no sheet is open')
  const [x, y] = [box.x + box.width / 2, box.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + way, { steps: 4 })
  await page.mouse.up()
}

test.describe('a sheet', () => {
  test('is closed by Back, and the page stays; a second Back leaves that', async ({ page, resident }) => {
    await openSheet(page, resident.token)
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
    await expect(heading(page, 'BTC / USDT')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })

  test('that was closed otherwise leaves nothing behind for Back', async ({ page, resident }) => {
    await openSheet(page, resident.token)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await page.getByRole('button', { name: /^Buy down/ }).click()
    await swipeDown(page, 30)
    await expect(sheet(page).getByLabel('Amount')).toBeVisible()
    await swipeDown(page, 200)
    await expect(sheet(page)).toBeHidden()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })

  test('that was open when the page was loaded again leaves nothing behind either', async ({ page, resident }) => {
    await openSheet(page, resident.token)
    await page.reload()
    await expect(heading(page, 'BTC / USDT')).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })

  test('closes once its order is bought, whose card leads to a receipt that is true, or says what is not; Back leads from there', async ({
    page,
    server,
  }) => {
    const { token } = await createTrader(server)
    await openSheet(page, token)
    const cards = page.getByRole('main').getByRole('listitem')
    for (const count of [1, 2]) {
      if (count > 1) await page.getByRole('button', { name: /^Buy down/ }).click()
      await sheet(page).getByLabel('Amount').fill('100')
      await sheet(page).getByRole('button', { name: 'Confirm · 100 USDT' }).click()
      await expect(sheet(page)).toBeHidden()
      await expect(cards.getByRole('timer')).toHaveCount(count)
    }
    const [card] = [cards.filter({ hasText: 'Buy down' })]
    await expect(card).toContainText(/Entry price[\d,.]+/)
    await expect(card).toContainText(/Price now(Ahead|Behind|Level)/)
    await expect(card).toContainText('Pays if won185.00 USDT')
    await expect(card).toBeInViewport()
    await passPeriod(server, token)
    await expect(card.getByText(/^(Won|Lost|Drawn, stake returned)$/)).toBeVisible()
    await card.getByRole('button', { name: 'Receipt' }).click()
    await expect(sheet(page).getByText('Verified', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()

    await page.route('**/api/microtrade/receipt*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        body: (await response.text()).replace(/"payout":"[^"]*"/, '"payout":"1.000000"'),
      })
    })
    await card.getByRole('button', { name: 'Receipt' }).click()
    await expect(sheet(page).getByText('Does not match the record')).toBeVisible()
    await expect(sheet(page).getByText('What was paid does not follow from the terms.')).toBeVisible()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
    await expect(heading(page, 'BTC / USDT')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })
})
