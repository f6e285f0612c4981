import type { Page } from '@playwright/test'
import { submit } from '../../../src/api/trade/microtrade.ts'
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
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })
const isChosen = (page: Page, group: string, name: string) =>
  expect(page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true })).toBeChecked()

test('orders: the Trade tab shows what is open on top, and what ended below it with what it came to', async ({
  page,
  server,
}) => {
  const someone = await createTrader(server)
  await keepToken(page, someone)
  await buy(server, someone.token, 'BTCUSDT', 300)
  await buy(server, someone.token, 'ETHUSDT', 30)
  await page.goto('/#/pages/order/trade')
  const open = region(page, 'Open')
  await expect(open.getByRole('listitem')).toHaveCount(2)
  const bitcoin = open.getByRole('listitem').filter({ hasText: 'BTC/USDT' })
  await expect(bitcoin.getByRole('timer')).toBeVisible()
  await expect(bitcoin.getByText(/^(\+92\.00|−100\.00|0\.00) USDT$/)).toBeVisible()
  await expect(open.getByText('If all ended now')).toBeVisible()
  const history = region(page, 'History')
  await expect(history.getByText('Nothing completed yet')).toBeVisible()

  await passPeriod(server, someone.token)
  const ended = history.getByRole('listitem').filter({ hasText: 'ETH/USDT' })
  await expect(ended).toBeVisible()
  await expect(open.getByRole('listitem')).toHaveCount(1)
  const word = (await ended.getByText(/^(Won|Lost|Drawn, stake returned)$/).textContent()) ?? ''
  const [net, rate] = { Won: ['+85.00', '100%'], Lost: ['−100.00', '0%'] }[word] ?? ['0.00', undefined]
  const totals = history.getByRole('region', { name: 'Totals' })
  await expect(totals.locator('dd').first()).toHaveText(`${net} USDT`)
  await expect(totals.getByText('100.00 USDT', { exact: true })).toBeVisible()
  if (rate) await expect(totals.getByText(rate, { exact: true })).toBeVisible()
  else await expect(totals.getByText('Win rate')).toHaveCount(0)

  await ended.getByRole('button').click()
  await expect(page.getByRole('dialog').getByText('Verified', { exact: true })).toBeVisible()
})

test('orders: its filters are part of the place: a reload and Back keep them, and Back leads out at once', async ({
  page,
  server,
}) => {
  await keepToken(page, await createTrader(server))
  await page.goto('/#/pages/index/index')
  await page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true }).click()
  await choose(page, 'Market', 'Crypto')
  await choose(page, 'Outcome', 'Won')
  await expect(page).toHaveURL(/#\/pages\/order\/trade\?market=crypto&result=won$/)
  await expect(page.getByText('Nothing won yet')).toBeVisible()
  await page.reload()
  await isChosen(page, 'Market', 'Crypto')
  await isChosen(page, 'Outcome', 'Won')

  await page.getByRole('navigation').getByRole('link', { name: 'Assets', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
  await page.goBack()
  await isChosen(page, 'Outcome', 'Won')
  await page.getByRole('button', { name: 'Show all' }).click()
  await isChosen(page, 'Market', 'All')
  await expect(page.getByText('Nothing completed yet')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/#\/pages\/index\/index$/)

  await page.goto('/#/pages/whdetail/order')
  await isChosen(page, 'Market', 'Forex and metals')
  await choose(page, 'Market', 'All')
  await page.reload()
  await isChosen(page, 'Market', 'All')
})

test('orders: what could not be loaded is said once, and asked for again', async ({ page, server, faults }) => {
  faults.allow(NO_ANSWER)
  await keepToken(page, await createTrader(server))
  await page.route('**/api/orders/*', (route) => route.abort())
  await page.goto('/#/pages/order/trade')
  await expect(page.getByText('Your orders could not be loaded')).toHaveCount(1)
  await page.unroute('**/api/orders/*')
  await askAgain(page)
  await expect(page.getByText('Nothing completed yet')).toBeVisible()
})
