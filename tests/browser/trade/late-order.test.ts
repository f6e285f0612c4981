import type { Page } from '@playwright/test'
import { lists } from '../../../src/api/trade/microtrade.ts'
import { list } from '../../../src/api/trade/orders.ts'
import { CONFIRM_MS_MAX } from '../../../src/machines/trade/orderForm.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { expectNotice } from '../kit/notices.ts'

const sheet = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page) => sheet(page).getByRole('button', { name: / · 100 USDT/ })

/** Drops every order request until switched off, and records the id of each. */
async function loseOrders(page: Page, kind = 'microtrade') {
  const sent: string[] = []
  let lost = true
  await page.route(`**/api/${kind}/submit`, (route) => {
    sent.push(route.request().postDataJSON().requestId)
    return lost ? route.abort('connectionreset') : route.continue()
  })
  const arrive = () => {
    lost = false
  }
  return { sent, arrive }
}

async function confirmAnOrder(page: Page) {
  await page.goto('/#/pages/market/index')
  await page.getByRole('link', { name: /^BTC Bitcoin/ }).click()
  await page.getByRole('button', { name: /^Up\b/ }).click()
  await sheet(page).getByLabel('Stake').fill('100')
  await expect(confirm(page)).not.toHaveAttribute('aria-disabled')
  await confirm(page).click()
  await expect(sheet(page).getByText('Checking whether your order arrived')).toBeVisible()
}

test.describe('an order that got no answer', () => {
  test('goes on when its page is left, which a notice tells, and is there at the next visit', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(NO_ANSWER)
    const someone = await createTrader(server)
    await keepToken(page, someone)
    const { sent, arrive } = await loseOrders(page)
    await confirmAnOrder(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    await page.goForward()
    await expect(sheet(page).getByText('Checking whether your order arrived')).toBeVisible()
    await page.goBack()
    arrive()
    await expectNotice(page, 'BTC/USDT: your option was bought')
    await page.goForward()
    await page.getByRole('tab', { name: 'Positions 1' }).click()
    await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    expect(new Set(sent).size).toBe(1)
    expect(await call(server.url, lists, {}, someone.token)).toHaveLength(1)
  })

  test('buys nothing after ten seconds: the form reopens with its input, for another order', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(NO_ANSWER, REFUSED)
    const someone = await createTrader(server)
    await keepToken(page, someone)
    const { sent, arrive } = await loseOrders(page)
    await page.clock.install()
    await confirmAnOrder(page)
    await server.advance(CONFIRM_MS_MAX)
    await page.clock.fastForward(CONFIRM_MS_MAX)
    arrive()
    await expect(sheet(page).getByRole('alert')).toHaveText('This order timed out and was not placed')
    await expect(sheet(page).getByLabel('Stake')).toHaveValue('100')
    expect(await call(server.url, lists, {}, someone.token)).toEqual([])
    await confirm(page).click()
    await expect(page.getByRole('main').getByRole('timer').first()).toBeVisible()
    expect(new Set(sent).size).toBe(2)
    expect(await call(server.url, lists, {}, someone.token)).toHaveLength(1)
  })
})

test('late order: a contract that got no answer waits where its page was left, and is one contract', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const someone = await createTrader(server)
  await keepToken(page, someone)
  const { sent, arrive } = await loseOrders(page, 'lever')
  await page.goto('/#/pages/market/index')
  await page.getByRole('link', { name: /^BTC Bitcoin/ }).click()
  await page
    .getByRole('group', { name: 'What to trade' })
    .getByRole('radio', { name: 'Contracts', exact: true })
    .check({ force: true })
  await page.getByRole('button', { name: /^Long/ }).click()
  await sheet(page).getByLabel('Size', { exact: true }).fill('0.01')
  await sheet(page)
    .getByRole('button', { name: /^Open long/ })
    .click()
  const checking = sheet(page).getByText('Checking whether your request arrived')
  await expect(checking).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible()
  await expect(sheet(page)).toBeHidden()
  await page.goForward()
  await expect(checking).toBeVisible()
  await page.goBack()
  arrive()
  await expectNotice(page, 'BTC/USDT: your order was placed')
  await page.goForward()
  await page.getByRole('tab', { name: 'Positions 1' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Long 5×' })).toHaveCount(1)
  await expect(sheet(page)).toBeHidden()
  expect(new Set(sent).size).toBe(1)
  expect(await call(server.url, list, { list: 0 }, someone.token)).toHaveLength(1)
})
