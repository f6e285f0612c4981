import type { Page } from '@playwright/test'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { lists, type MicrotradeOrder, receipt, submit } from '../../../src/api/trade/microtrade.ts'
import { events } from '../../../src/api/wire/events.ts'
import { CONFIRM_MS_MAX } from '../../../src/machines/trade/orderForm.ts'
import { type Account, call, createTrader, keepToken } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { test as base, expect, NO_ANSWER, REFUSED } from '../kit/fixtures.ts'
import { type ServerProcess, startServerProcess } from '../kit/server.ts'

/** A separate server for each test, which it may kill, with a user. */
const test = base.extend<{ own: ServerProcess; someone: Account }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.dispose()
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
  someone: async ({ own, page }, use) => {
    const account = await createTrader(own)
    await keepToken(page, account)
    await use(account)
  },
})

const ENDED = /^(Won|Lost|Tie, stake refunded|Unexpected, stake refunded)$/
const PERIOD_MS = 30_000
const option = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', amount: '100', seconds: 30 } as const

const reconnecting = (page: Page) => page.getByRole('button', { name: 'Reconnecting. Tap to try now' })
/** A price on the page is known to be the newest, or is not. */
const isFresh = (page: Page, fresh: boolean) =>
  expect(page.getByRole('main').locator(`[data-fresh="${fresh}"]`).first()).toBeVisible()
const isAllStale = (page: Page) => expect(page.getByRole('main').locator('[data-fresh="true"]')).toHaveCount(0)
const amountField = (page: Page) => page.getByRole('dialog').getByLabel('Stake')
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: / · 100 USDT/ })
const card = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'BTC/USDT' })

async function openSheet(page: Page) {
  await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
  await page.getByRole('button', { name: /^Up\b/ }).click()
  await amountField(page).fill('100')
  await expect(confirm(page)).not.toHaveAttribute('aria-disabled')
}

/** The one order that this person has; with it the money is what it should be, and nothing came twice. */
async function onlyOrder({ url }: ServerProcess, { token }: Account): Promise<MicrotradeOrder> {
  const orders = await call(url, lists, {}, token)
  expect(orders).toHaveLength(1)
  const [order] = orders as [MicrotradeOrder]
  const wallet = await call(url, getInfo, {}, token)
  expect(Number(wallet.frozen)).toBe(order.payout === null ? 100 : 0)
  expect(Number(wallet.available)).toBe(10_000 - 100 + Number(order.payout ?? 0))
  const told = await call(url, events, { after: 0 }, token)
  const states = told.flatMap((event) => (event.kind === 'microtrade' ? [event.body.state] : []))
  expect(states).toEqual([...new Set(states)])
  return order
}

test.describe('faults: a server that is killed while an option runs', () => {
  test('settles it once it is back, at the recorded price; the page says so all along', async ({
    page,
    own,
    someone,
    faults,
  }) => {
    faults.allow(NO_ANSWER)
    // It runs for longer than a slow machine takes to start the server.
    await call(own.url, submit, { ...option, seconds: 300, requestId: 'an-option-that-runs' }, someone.token)
    await page.goto('/#/pages/order/trade')
    await expect(card(page).getByRole('timer')).toBeVisible()
    await isFresh(page, true)

    await own.kill()
    await isAllStale(page)
    await expect(reconnecting(page)).toBeVisible()
    await expect(card(page).getByRole('timer')).toBeVisible()

    await own.start()
    await expect(reconnecting(page)).toBeHidden()
    await isFresh(page, true)
    await passPeriod(own, someone.token)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(card(page).getByText(ENDED)).toBeVisible()
    const order = await onlyOrder(own, someone)
    expect(order.state).toMatch(/^(won|lost|drawn)$/)
    const { ticks } = await call(own.url, receipt, { id: order.id }, someone.token)
    expect(ticks.at(-1)?.time).toBeLessThanOrEqual(order.closeTime ?? 0)
    await card(page).getByRole('button').click()
    await expect(page.getByRole('dialog').getByText('Verified', { exact: true })).toBeVisible()
  })

  test('and comes back when its due second has gone by without a price, gives the stake back', async ({
    page,
    own,
    someone,
    faults,
  }) => {
    faults.allow(NO_ANSWER)
    await page.clock.install()
    await call(own.url, submit, { ...option, requestId: 'an-option-that-runs' }, someone.token)
    await page.goto('/#/pages/order/trade')
    const ring = card(page).getByRole('timer')
    await expect(ring).toBeVisible()
    await own.kill()
    await own.advance(PERIOD_MS)
    await page.clock.fastForward(PERIOD_MS)
    await expect(ring).toHaveAttribute('aria-label', 'No connection')
    await isAllStale(page)
    await own.start()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(card(page).getByText('Unexpected, stake refunded')).toBeVisible()
    const order = await onlyOrder(own, someone)
    expect(order).toMatchObject({ state: 'unexpected', payout: '100.000000' })
    await card(page).getByRole('button').click()
    const receipt = page.getByRole('dialog')
    await expect(receipt.getByText('None: no price was recorded in time to settle it.')).toBeVisible()
    // The gap in the record is proven.
    await expect(receipt.getByText('Verified', { exact: true })).toBeVisible()
    await expect(receipt.getByRole('button', { name: 'Try again' })).toBeHidden()
  })
})

test.describe('faults: a server that is killed while an option is being bought', () => {
  for (const arrived of [true, false]) {
    test(`${arrived ? 'after' : 'before'} it took the order: the same order is sent until it answers, and is bought once`, async ({
      page,
      own,
      someone,
      faults,
    }) => {
      faults.allow(NO_ANSWER, REFUSED)
      await openSheet(page)
      const sent: string[] = []
      await page.route('**/api/microtrade/submit', async (route) => {
        sent.push(route.request().postDataJSON().requestId)
        if (sent.length > 1) return route.continue()
        if (arrived) await route.fetch()
        await own.kill()
        return route.abort('connectionreset')
      })
      await confirm(page).click()
      const confirmedAt = Date.now()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByText('Checking whether your order arrived')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet.getByText('Checking whether your order arrived')).toBeVisible()
      await own.start()
      // On a slow machine it may be back only when an order may not arrive any more: then there may be none.
      const mayBeLate = !arrived && Date.now() - confirmedAt > CONFIRM_MS_MAX - 2_500
      await expect(sheet.getByText('Checking whether your order arrived')).toBeHidden()
      // Back too late for a price, it has ended at once: the banner tells.
      const isOver = page.getByRole('alert').getByText(/stake refunded$/)
      const isTold = card(page).getByRole('timer').or(card(page).getByText(ENDED)).or(isOver)
      await expect((mayBeLate ? isTold.or(confirm(page)) : isTold).first()).toBeVisible()
      expect(sent.length).toBeGreaterThan(1)
      expect(new Set(sent).size).toBe(1)
      if (await confirm(page).isVisible()) expect(await call(own.url, lists, {}, someone.token)).toEqual([])
      else await onlyOrder(own, someone)
    })
  }
})
