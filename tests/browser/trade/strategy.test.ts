import { quotation } from '../../../src/api/market/market.ts'
import * as spot from '../../../src/api/trade/spot.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { askAgain } from '../kit/again.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, test } from '../kit/fixtures.ts'

test.use({ baseURL: async ({ quick }, use) => use(quick.url) })

test('strategy: a recurring buy shows its backtest and max loss, buys, pauses, resumes and is stopped', async ({
  page,
  quick: server,
}) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto('/#/pages/walletrade/index')
  await page.getByRole('link', { name: 'Strategies' }).click()
  await expect(page.getByText('In this demo, a day lasts 600s.')).toBeVisible()
  await expect(page.getByText('You are using 0 of 10 strategies.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set up a recurring buy' }).click()

  const amount = page.getByLabel('Amount per buy', { exact: true })
  await expect(page.getByText('Same plan, last 30 days, after fees')).toBeVisible()
  await expect(page.getByText('Enter an amount to see it.')).toBeVisible()
  await amount.fill('1')
  await expect(page.getByText(/^The minimum is/)).toBeVisible()
  await amount.fill('100')
  await page.getByRole('radio', { name: 'Daily' }).check()
  const past = page.getByRole('img', {
    name: /^What the budget would have become from .* by this strategy and by just holding$/,
  })
  await expect(past.locator('canvas')).toBeVisible()
  await expect(page.getByText(/paid, worth .* · [+−]?\d+\.\d\d%$/)).toBeVisible()
  await expect(page.getByText(/Past results say nothing about tomorrow\./)).toBeVisible()
  await page.getByRole('radio', { name: '365 days' }).check()
  await expect(page.getByText('Same plan, last 365 days, after fees')).toBeVisible()
  await expect(page.locator('dl div', { hasText: 'Holding BTC instead, 365 days' })).toContainText('USDT')
  await expect(page.locator('dl div', { hasText: 'Fee per fill' })).toContainText(`${SPOT_FEE_BPS / 100}%`)
  await expect(page.getByText('Max loss in one year', { exact: true })).toBeVisible()
  await expect(page.getByText('365 buys in 365 days, nothing reserved')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  // A second tap is no second strategy.
  await page.getByRole('button', { name: 'Start · 100 USDT · Daily' }).dblclick()
  const state = page.getByRole('status').filter({ hasText: /^(Running|Pausing|Paused|Ending|Ended)$/ })
  await expect(state).toHaveText('Running')
  const ended = page.getByRole('region', { name: 'Ended orders' })
  await expect(ended.getByRole('listitem')).toHaveCount(1)
  await expect(page.locator('dl div', { hasText: 'Next buy' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await call(server.url, api.list, {}, account.token)).toHaveLength(1)

  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Pause…' }).click()
  await sheet.getByRole('button', { name: 'Pause strategy', exact: true }).click()
  await expect(state).toHaveText('Paused')
  await page.getByRole('button', { name: 'Resume…' }).click()
  await sheet.getByRole('button', { name: 'Resume strategy', exact: true }).click()
  await expect(state).toHaveText('Running')

  // Its order has its receipt, and says elsewhere whose it is.
  await ended.getByRole('listitem').first().getByRole('button').click()
  await expect(sheet.getByText('Verified', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await page.goto('/#/pages/order/trade?tab=history')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('Placed by a strategy').last()).toBeVisible()
  await history.getByRole('listitem').last().getByRole('button').click()
  await sheet.getByRole('link', { name: 'Placed by a strategy' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(state).toHaveText('Running')
  await page.getByRole('button', { name: 'End…' }).click()
  await expect(sheet.getByText(/You keep what it bought; nothing is sold\./)).toBeVisible()
  await sheet.getByRole('button', { name: 'End strategy' }).click()
  await expect(state).toHaveText('Ended')
  await expect(page.getByRole('button', { name: /…$/ })).toHaveCount(0)
  await page.goto('/#/pages/order/strategy')
  const list = page.getByRole('list', { name: 'Your strategies' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText(/^Ended/)).toBeVisible()
  await expect(page.getByText('In this demo, a day lasts 600s.')).toBeVisible()
})

test('strategy: a grid shows its backtest and max loss, and starts by one tap', async ({ page, quick: server }) => {
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto('/#/pages/strategy/order?type=grid')
  await expect(page.getByRole('heading', { name: 'Grid · BTC/USDT' })).toBeVisible()
  await expect(page.getByText(/^\d\.\d\d% each$/)).toBeVisible()
  await page.getByLabel('Amount', { exact: true }).fill('800')
  await expect(page.getByText('Same grid, last 30 days, after fees')).toBeVisible()
  await expect(page.getByText(/^\d+ levels sold: .* · coins held: [+−]?[\d.,]+$/)).toBeVisible()
  await expect(page.locator('dl div', { hasText: 'Holding BTC instead, 30 days' })).toBeVisible()
  await expect(page.locator('dl div', { hasText: /^BTC at [\d,]+/ })).toContainText('−')
  await expect(page.getByText('If BTC fell to zero')).toBeVisible()
  await expect(page.getByText('Max loss').locator('..')).toContainText(/7\d\d\.\d\d USDT/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Start grid · 800 USDT' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Running' })).toBeVisible()
  expect(await call(server.url, api.list, {}, account.token)).toHaveLength(1)
})

test('strategy: a grid’s orders are folded on the Trade tab, and its pages name failed loads', async ({
  page,
  context,
  faults,
  quick: server,
}) => {
  faults.allow(NO_ANSWER)
  const account = await createTrader(server)
  const { quotes } = await call(server.url, quotation, {})
  const now = Number(quotes.find(({ symbol }) => symbol === 'BTCUSDT')?.price)
  const at = (share: number) => (now * share).toFixed(2)
  const own = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', timeInForce: 'gtc', quantity: '0.00100' } as const
  await call(server.url, spot.trade, { requestId: 'an-order-of-ones-own', ...own, price: at(0.5) }, account.token)
  const grid = { type: 'grid', symbol: 'BTCUSDT', amount: '1000', lower: at(0.8), upper: at(1.2), grids: 4 } as const
  await call(server.url, api.submit, { requestId: 'a-grid-of-four-steps', ...grid }, account.token)
  await keepToken(page, account)

  await page.goto('/#/pages/order/trade?tab=open')
  const open = page.getByRole('region', { name: 'Open orders', exact: true })
  const summary = open.getByText(/^Strategy orders: [2-4]$/)
  await expect(summary).toBeVisible()
  await expect(open.getByRole('button', { name: 'Cancel order' })).toHaveCount(1)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await summary.click()
  await expect(open.getByRole('button', { name: 'Cancel order' })).not.toHaveCount(1)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await open.getByRole('link', { name: 'Placed by a strategy' }).click()
  const state = page.getByRole('status').filter({ hasText: 'Running' })
  await expect(state).toBeVisible()
  await expect(page.getByText(/^Strategy orders/)).toHaveCount(0)

  // What was confirmed without a network is sent until an answer comes.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Pause…' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Pause strategy', exact: true }).click()
  await expect(sheet.getByRole('heading', { name: 'Checking whether your request arrived' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await expect(sheet.getByRole('button', { name: 'Check now' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible()

  // Data never loaded shows a failure, and loads once the connection is back.
  await context.setOffline(true)
  await page.evaluate(() => {
    location.hash = '#/pages/strategy/index'
  })
  await expect(page.getByRole('alert').filter({ hasText: 'Strategies could not be loaded' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await context.setOffline(false)
  await askAgain(page)
  await expect(page.getByText('You are using 1 of 10 strategies.')).toBeVisible()

  // What it had open is one row of the history.
  const [running] = await call(server.url, api.list, {}, account.token)
  await call(server.url, api.stop, { id: running?.id ?? '', requestId: 'the-end-of-the-grid' }, account.token)
  await page.goto('/#/pages/order/trade?tab=history')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText(/^Strategy orders: [2-5]$/)).toBeVisible()
  await expect(history.getByRole('list', { name: 'History' }).locator(':scope > li')).toHaveCount(1)
  await expectAccessible(page)
  await expectNoOverflow(page)
})
