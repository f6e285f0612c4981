import type { Page } from '@playwright/test'
import { listNews } from '../../../src/api/account/news.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import { BANNER_MS } from '../../../src/machines/session/banners.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { call, createTrader, keepToken } from '../kit/api.ts'
import { expect, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'

/**
 * How often the socket pings here, in seconds, and for how many pings a page is watched: longer than a banner shows. A
 * busy page must answer within a period, or its connection counts as dead.
 */
const PING_SECONDS = 5
const PINGS = 2

/** Counts what a page does: changes of its document, and frames that it requests. */
function countWork() {
  const work = { changes: [] as string[], frames: 0 }
  Object.assign(window, { work })
  const { requestAnimationFrame } = window
  window.requestAnimationFrame = (callback) => {
    work.frames++
    return requestAnimationFrame(callback)
  }
  new MutationObserver((records) => {
    for (const { target, type } of records) {
      const element = target instanceof Element ? target : target.parentElement
      work.changes.push(`${type} of ${element?.outerHTML.slice(0, 120)}`)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}

const workOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { work: { changes: string[]; frames: number } }).work)

const show = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    Object.defineProperty(document, 'hidden', { value: visibilityState === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** What a page's socket sends, with a ping each second. */
async function watchSocket(page: Page): Promise<string[]> {
  const sent: string[] = []
  await page.routeWebSocket('**/api/socket', (socket) => {
    const upstream = socket.connectToServer()
    socket.onMessage((message) => {
      sent.push(String(message))
      upstream.send(message)
    })
    upstream.onMessage((message) =>
      socket.send(String(message).replace(/"pingSeconds":\d+/, `"pingSeconds":${PING_SECONDS}`)),
    )
  })
  return sent
}

const isLive = (page: Page) =>
  expect(page.getByRole('main').locator('[data-fresh="true"]').first()).toBeVisible({ timeout: 15_000 })

/** With banners that turn, prices that grow old, a chart, a countdown and a position. */
const places = ['/', '/pages/market/index', '/pages/kline/index?symbol=BTCUSDT', '/pages/order/trade']

test.describe('hidden: a page that nobody sees', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('renders nothing, requests no frame and sends only pings', async ({ page, context, server }) => {
    const account = await createTrader(server)
    const { token } = account
    const position = { symbol: 'BTCUSDT', direction: 'long', leverage: 5, quantity: '0.01', type: 'market' } as const
    await call(server.url, lever.submit, { ...position, requestId: 'a-position-on-a-hidden-page' }, token)
    const option = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', amount: '25', seconds: 300 } as const
    await call(server.url, microtrade.submit, { ...option, requestId: 'an-option-on-a-hidden-page' }, token)
    await keepToken(page, account)
    await context.addInitScript(countWork)
    await Promise.all(
      places.map(async (place) => {
        const tab = await context.newPage()
        const sent = await watchSocket(tab)
        await open(tab, place)
        await isLive(tab)
        await show(tab, 'hidden')
        const isAway = () => sent.some((frame) => frame.includes('"unsubscribe"') && frame.includes('"quotes"'))
        await expect.poll(isAway, { timeout: 30_000 }).toBe(true)

        // That its prices are old now is said once.
        const pings = (count: number) =>
          expect.poll(() => sent.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
        sent.length = 0
        await pings(STALE_AFTER_MS / 1_000 / PING_SECONDS + 2)
        sent.length = 0
        const requested: string[] = []
        tab.on('request', (request) => requested.push(request.url()))
        const before = await workOf(tab)
        await pings(PINGS)
        const { changes, frames } = await workOf(tab)
        expect(changes.slice(before.changes.length), place).toEqual([])
        expect(frames - before.frames, place).toBe(0)
        expect(
          sent.filter((frame) => !frame.includes('"ping"')),
          place,
        ).toEqual([])
        expect(requested, place).toEqual([])

        await show(tab, 'visible')
        await isLive(tab)
      }),
    )
  })

  test('does not turn banners that arrive meanwhile, and turns them once it is seen', async ({ page }) => {
    let answer = () => {}
    const hidden = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/api/${listNews.path}*`, async (route) => {
      await hidden
      await route.continue()
    })
    await page.addInitScript(countWork)
    await page.clock.install()
    await page.goto('/')
    await isLive(page)
    await show(page, 'hidden')
    answer()
    await expect(page.getByText('1 of 3')).toBeVisible()
    await page.clock.runFor(2.5 * BANNER_MS)
    await show(page, 'visible')
    await page.clock.runFor(1.5 * BANNER_MS)
    await expect(page.getByText('2 of 3')).toBeVisible()
    const { changes } = await workOf(page)
    expect(changes.flatMap((change) => /\d of 3(?=<)/.exec(change) ?? [])).toEqual(['2 of 3'])
  })
})
