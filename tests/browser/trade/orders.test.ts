import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { askAgain } from '../kit/again.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'
import type { ServerProcess } from '../kit/server.ts'

let requests = 0
const buy = (server: ServerProcess, token: string, symbol: string, seconds: number) =>
  call(
    server.url,
    submit,
    {
      requestId: `an-order-of-the-trade-tab-${++requests}`,
      symbol,
      direction: 'rise',
      currency: 'USDT',
      amount: '100',
      seconds,
    },
    token,
  )

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Remove filter: ${name}`, exact: true })
const choose = async (page: Page, group: string, name: string) => {
  await page.getByRole('button', { name: /^Filter( \d)?$/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })
  await sheet.getByRole('button', { name: /^Show( \d+)? orders?$/ }).click()
  await expect(sheet).toHaveCount(0)
}

test('orders: the Trade tab shows open orders, and the history with results', async ({ page, server }) => {
  const someone = await createTrader(server)
  await keepToken(page, someone)
  await buy(server, someone.token, 'BTCUSDT', 300)
  await buy(server, someone.token, 'ETHUSDT', 30)
  await page.goto('/#/pages/order/trade')
  await expect(page.getByRole('region', { name: 'Account equity' })).toContainText(/Available9,800\.00$/)
  const open = region(page, 'Positions')
  await expect(open.getByRole('listitem')).toHaveCount(2)
  await expect(tab(page, 'Positions')).toHaveText(/2$/)
  const bitcoin = open.getByRole('listitem').filter({ hasText: 'BTC/USDT' })
  await expect(bitcoin.getByRole('timer')).toBeVisible()
  await expect(bitcoin.getByText(/^(Ahead|Behind|Level)$/)).toBeVisible()
  await tab(page, 'History').click()
  const history = region(page, 'History')
  await expect(history.getByText('No completed orders yet')).toBeVisible()

  await passPeriod(server, someone.token)
  const ended = history.getByRole('listitem').filter({ hasText: 'ETH/USDT' })
  await expect(ended).toBeVisible()
  await expect(tab(page, 'Positions')).toHaveText(/1$/)
  const word = (await ended.getByText(/^(Won|Lost|Tie, stake refunded)$/).textContent()) ?? ''
  const [net, rate] = { Won: ['+85.00', '100%'], Lost: ['−100.00', '0%'] }[word] ?? ['0.00', undefined]
  const totals = history.getByRole('region', { name: 'Totals' })
  await expect(totals.locator('dd').first()).toHaveText(`${net} USDT`)
  await expect(totals.getByText('100.00 USDT', { exact: true })).toBeVisible()
  if (rate) await expect(totals.getByText(rate, { exact: true })).toBeVisible()
  else await expect(totals.getByText('Win rate')).toHaveCount(0)

  await history.getByRole('button', { name: 'Daily P&L' }).click()
  const calendar = page.getByRole('dialog', { name: 'Daily P&L' })
  await expect(calendar.getByText(`${net} USDT`)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const saving = page.waitForEvent('download')
  await history.getByRole('button', { name: 'CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('quoin-orders.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('ETH/USDT')

  await ended.getByRole('button').click()
  await expect(page.getByRole('dialog').getByText('Verified', { exact: true })).toBeVisible()
})

test('orders: tab and filters are part of the place: a reload and Back keep them, and Back leads out at once', async ({
  page,
  server,
}) => {
  await keepToken(page, await createTrader(server))
  await page.goto('/#/pages/index/index')
  await page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true }).click()
  await tab(page, 'History').click()
  await choose(page, 'Market', 'Crypto')
  await choose(page, 'Result', 'Won')
  await expect(page).toHaveURL(/#\/pages\/order\/trade\?tab=history&market=crypto&result=won$/)
  await expect(page.getByText('No completed orders for these filters')).toBeVisible()
  await page.reload()
  await expect(chip(page, 'Crypto')).toBeVisible()
  await expect(chip(page, 'Won')).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Assets', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await page.goBack()
  await chip(page, 'Won').click()
  await expect(chip(page, 'Won')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(chip(page, 'Crypto')).toHaveCount(0)
  await expect(page.getByText('No completed orders yet')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/#\/pages\/index\/index$/)

  await page.goto('/#/pages/whdetail/order')
  await expect(chip(page, 'Forex and metals')).toBeVisible()
  await choose(page, 'Market', 'All')
  await page.reload()
  await expect(tab(page, 'Positions')).toBeVisible()
  await expect(chip(page, 'Forex and metals')).toHaveCount(0)
})

test('orders: what could not be loaded is said once, and asked for again', async ({ page, server, faults }) => {
  faults.allow(NO_ANSWER)
  await keepToken(page, await createTrader(server))
  await page.route('**/api/orders/*', (route) => route.abort())
  await page.goto('/#/pages/order/trade')
  await expect(page.getByText('Your orders could not be loaded')).toHaveCount(1)
  await page.unroute('**/api/orders/*')
  await askAgain(page)
  await expect(page.getByText('No open positions')).toBeVisible()
})
