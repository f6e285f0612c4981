import type { Page } from '@playwright/test'
import { createAccount } from './api.ts'
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

  test('of a running order is closed by Back, and the order goes on; from a link in it, Back leads to the page', async ({
    page,
    server,
  }) => {
    const { token } = await createAccount(server.url)
    await openSheet(page, token)
    const buy = async () => {
      await sheet(page).getByLabel('Amount').fill('100')
      await sheet(page).getByRole('button', { name: 'Confirm · 100 USDT' }).click()
      await expect(sheet(page).getByRole('timer')).toBeVisible()
    }
    await buy()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
    await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
    await page.getByRole('button', { name: /^Buy down/ }).click()
    await buy()
    await passPeriod(server, token)
    await sheet(page).getByRole('link', { name: 'See the receipt' }).click()
    await expect(sheet(page).getByText('Verified', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(sheet(page)).toBeHidden()
    await expect(heading(page, 'Trade orders')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'BTC / USDT')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Markets')).toBeVisible()
  })
})
