import type { Page } from '@playwright/test'
import { watched } from '../../../src/api/market/watchlist.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { call, createAccount, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'

const MARKETS = '/pages/market/index'
const rows = (page: Page) => page.getByRole('list', { name: 'Your watchlist' }).getByRole('listitem')
const tab = (page: Page) => page.getByRole('tab', { name: 'Watchlist' })

test('someone watches markets without an account, and finds them in it, at home and on the chart, also where the network was away', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  await open(page, MARKETS)
  await page.getByRole('button', { name: 'Add SOL/USDT to your watchlist' }).click()
  await tab(page).click()
  await expect(rows(page)).toHaveCount(1)
  const { token } = await createAccount(server.url)
  await page.evaluate((token) => localStorage.setItem('token', token), token)
  await page.reload()
  await expect(rows(page)).toHaveText([/SOL/])
  await page.route('**/api/user/watchlist_change', (route) => route.abort())
  await open(page, '/pages/kline/index?symbol=BTCUSDT')
  await page.getByRole('button', { name: 'Add BTC/USDT to your watchlist' }).click()
  await open(page, '/pages/index/index')
  await tab(page).click()
  await expect(rows(page)).toHaveText([/SOL/, /BTC/])
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await page.unroute('**/api/user/watchlist_change')
  await page.reload()
  const kept = async () => (await call(server.url, watched, {}, token)).symbols
  await expect.poll(kept).toEqual(['SOLUSDT', 'BTCUSDT'])
  await expect(page.getByText('Saved on this device')).toBeHidden()
  await page.evaluate(() => localStorage.removeItem('kept.watchlist'))
  await page.reload()
  await expect(rows(page)).toHaveText([/SOL/, /BTC/])
})

test('watchlist: an empty one offers a few markets, and adds the chosen ones here and at home', async ({
  page,
  server,
}) => {
  await keepToken(page, await createAccount(server.url))
  await open(page, MARKETS)
  await tab(page).click()
  await expect(page.getByRole('heading', { name: 'No markets in your watchlist' })).toBeVisible()
  const few = page.getByRole('list', { name: 'Markets to start with' })
  await expect(few.getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page)
  for (const name of ['BTC/USDT', 'ETH/USDT']) await few.getByRole('button', { name: `Choose ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Choose a market' })).toBeDisabled()
  for (const name of ['ETH/USDT', 'XAU/USD']) await few.getByRole('button', { name: `Choose ${name}` }).click()
  await page.getByRole('button', { name: 'Add 2 markets' }).click()
  await expect(rows(page)).toHaveText([/ETH/, /XAU/])
  await open(page, '/pages/index/index')
  await tab(page).click()
  await expect(rows(page)).toHaveText([/ETH/, /XAU/])
})
