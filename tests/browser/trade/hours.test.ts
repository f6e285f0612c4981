import type { Page, WebSocketRoute } from '@playwright/test'
import type { Quote } from '../../../src/api/market/market.ts'
import type { ServerFrame } from '../../../src/api/wire/frames.ts'
import { nextOpen } from '../../../src/rules/market/hours.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { formatWeekday } from '../../../src/ui/format/format.ts'
import { createTrader, keepToken } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, REFUSED, test } from '../kit/fixtures.ts'
import { type ServerProcess, startServerProcess } from '../kit/server.ts'

/** Lets a test set a market's state on any day, overriding the server's. */
async function standIn(page: Page) {
  const said = new Map<string, Quote['state']>()
  const sockets: WebSocketRoute[] = []
  const put = (quotes: Quote[]) => quotes.map((quote) => ({ ...quote, state: said.get(quote.symbol) ?? quote.state }))
  await page.routeWebSocket('**/api/socket', (socket) => {
    sockets.push(socket)
    socket.connectToServer().onMessage((message) => {
      const frame: ServerFrame = JSON.parse(String(message))
      if (frame.type === 'snapshot') socket.send(JSON.stringify({ ...frame, quotes: put(frame.quotes) }))
      else if (frame.type !== 'state') socket.send(message)
    })
  })
  await page.route('**/api/currency/quotation_new*', async (route) => {
    const response = await route.fetch()
    const answer: { message: { quotes: Quote[] } } = await response.json()
    await route.fulfill({ json: { ...answer, message: { ...answer.message, quotes: put(answer.message.quotes) } } })
  })
  return {
    say: (symbol: string, state: Quote['state']) => {
      said.set(symbol, state)
      for (const socket of sockets) socket.send(JSON.stringify({ type: 'state', symbols: [[symbol, state]] }))
    },
  }
}

const mark = (page: Page, word: string) => expect(page.getByRole('main').getByText(word, { exact: true })).toBeVisible()
const buy = (page: Page) => page.getByRole('button', { name: /^Up\b/ })

test('hours: a market that closes says so and when it opens, and nothing can be bought on it', async ({
  page,
  resident,
  server,
}) => {
  await keepToken(page, resident)
  const market = await standIn(page)
  await page.goto('/#/pages/whdetail/index?symbol=EURUSD')
  await expect(page.getByRole('application')).toHaveAttribute('aria-label', /last/)
  market.say('EURUSD', 'live')
  await mark(page, 'Live')
  await expect(buy(page)).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText('Closed until')).toHaveCount(0)
  await buy(page).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Stake').fill('100')
  const confirm = sheet.getByRole('button', { name: / · 100 USDT/ })
  await expect(confirm).not.toHaveAttribute('aria-disabled')

  market.say('EURUSD', 'closed')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(sheet.getByText('The market is closed')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await mark(page, 'Closed')
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const opens = formatWeekday(nextOpen('forex', server.now()), 'en', zone)
  await expect(page.getByText(`Closed until ${opens}`)).toBeVisible()
  await expect(buy(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('application')).toHaveAttribute('aria-label', /last/)
})

test('hours: a list of all markets names those that are closed, each until its own time', async ({ page }) => {
  const market = await standIn(page)
  for (const { symbol, kind } of instruments) market.say(symbol, kind === 'metal' ? 'closed' : 'live')
  await page.goto('/#/pages/market/index')
  await expect(page.getByText(/^Metals are closed until \w{3} \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText('Forex is closed until')).toHaveCount(0)
  for (const { symbol, kind } of instruments) if (kind === 'forex') market.say(symbol, 'closed')
  await expect(page.getByText(/^Forex is closed until \w{3} \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Metals' }).click()
  await expect(page.getByText(/^Closed until/)).toBeVisible()
})

test('hours: a guest cannot buy on a closed market either', async ({ page }) => {
  const market = await standIn(page)
  await page.goto('/#/pages/whdetail/index?symbol=EURUSD')
  market.say('EURUSD', 'live')
  await expect(buy(page)).not.toHaveAttribute('aria-disabled')
  market.say('EURUSD', 'closed')
  await expect(buy(page)).toHaveAttribute('aria-disabled', 'true')
  await buy(page).click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** Opens the form of an option on a market's page, and fills in the stake. */
async function fillIn(page: Page, place: string) {
  await page.goto(place)
  await mark(page, 'Live')
  await buy(page).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Stake').fill('100')
  return { sheet, confirm: sheet.getByRole('button', { name: / · 100 USDT/ }) }
}

test('hours: a market whose prices stall is marked and dimmed, and can be bought on again once they come', async ({
  page,
  resident,
}) => {
  await keepToken(page, resident)
  const market = await standIn(page)
  const { sheet, confirm } = await fillIn(page, '/#/pages/kline/index?symbol=BTCUSDT')
  await expect(confirm).not.toHaveAttribute('aria-disabled')

  market.say('BTCUSDT', 'stale')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expect(sheet.getByText('No current price available')).toBeVisible()
  market.say('BTCUSDT', 'live')
  await expect(confirm).not.toHaveAttribute('aria-disabled')
  await page.keyboard.press('Escape')
  market.say('BTCUSDT', 'stale')
  await mark(page, 'Stale')
  await expect(page.getByRole('status').filter({ hasText: 'No current price available' })).toBeAttached()
  await expect(page.getByRole('main').locator('[data-fresh="true"]')).toHaveCount(0)
  await expect(page.getByRole('application')).toHaveAttribute('data-stale', 'true')
})

test('hours: an option on a forex market is bought, and settled, while it is open', async ({ page, server }) => {
  const someone = await createTrader(server)
  await keepToken(page, someone)
  const { confirm } = await fillIn(page, '/#/pages/whdetail/index?symbol=EURUSD')
  await confirm.click()
  await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
  await page.goto('/#/pages/whdetail/order')
  const order = page.getByRole('main').getByRole('listitem').filter({ hasText: 'EUR/USD' })
  await expect(order.getByRole('timer')).toBeVisible()
  await passPeriod(server, someone.token)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(order.getByText(/^(Won|Lost|Tie, stake refunded)$/)).toBeVisible()
})

test.describe('hours: a market that closes while an order is sent', () => {
  let own: ServerProcess
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    baseURL: async ({}, use) => {
      own = await startServerProcess()
      await use(own.url)
      await own.dispose()
    },
  })

  test('refuses the order, and keeps the form', async ({ page, faults }) => {
    faults.allow(REFUSED)
    await keepToken(page, await createTrader(own))
    await standIn(page)
    await page.route('**/api/**submit*', async (route) => {
      // To Saturday.
      await own.advance(3 * 86_400_000)
      await route.continue()
    })
    const { sheet, confirm } = await fillIn(page, '/#/pages/whdetail/index?symbol=EURUSD')
    await confirm.click()
    await expect(sheet.getByText('The market is closed')).toBeVisible()
    await expect(confirm).toBeVisible()
  })
})
