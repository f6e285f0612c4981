import type { CDPSession, Locator, Page } from '@playwright/test'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { type Account, call, createTrader, keepBars, keepToken } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, test } from '../kit/fixtures.ts'
import { findFlaws } from '../kit/legible.ts'

const chart = (page: Page) => page.getByRole('application')
const toNewest = (page: Page) => page.getByRole('button', { name: 'Go to the latest candle' })
/** The box with the values of the bar under the crosshair. */
const box = (page: Page) => chart(page).getByText('Open', { exact: true })

const CHART = '/#/pages/kline/index?symbol=BTCUSDT'

/** Opens the chart of a pair as a signed-in user with five-minute bars. */
async function open(page: Page, account: Account) {
  await keepToken(page, account)
  await keepBars(page)
  await page.goto(CHART)
  await expect(chart(page)).toHaveAttribute('aria-label', /last .* high .* low/)
}

/** So that the next tap is not taken for the second of two. */
const rest = (page: Page) => page.waitForTimeout(350)

type Point = { x: number; y: number }

/**
 * A hand on the screen: real touches, so that the browser's own gestures take part. What follows a touch is sent with it:
 * a busy machine makes no long press of it.
 */
function handOn(page: Page, session: CDPSession) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    touch,
    async drag(from: Point, to: Point) {
      const begun = touch('touchStart', from)
      for (let step = 1; step <= 10; step++) {
        await touch('touchMove', {
          x: from.x + ((to.x - from.x) * step) / 10,
          y: from.y + ((to.y - from.y) * step) / 10,
        })
      }
      await begun
      await touch('touchEnd')
    },
    tap: (at: Point) => Promise.all([touch('touchStart', at), touch('touchEnd')]),
    /** Two taps a tenth of a second apart by their own time, however long the browser takes over them. */
    async doubleTap(at: Point) {
      const begun = Date.now() / 1_000
      const touchAt = (type: 'touchStart' | 'touchEnd', later: number, ...touchPoints: Point[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: begun + later })
      for (const later of [0, 0.1]) {
        await touchAt('touchStart', later, at)
        await touchAt('touchEnd', later + 0.02)
      }
    },
    async longPress(at: Point) {
      await touch('touchStart', at)
      await expect(box(page)).toBeVisible()
      await touch('touchEnd')
    },
  }
}

async function hand(page: Page) {
  const area = await chart(page).boundingBox()
  if (!area) throw new Error('the chart is not on screen')
  const at = (x: number, y: number): Point => ({ x: area.x + area.width * x, y: area.y + area.height * y })
  return { at, ...handOn(page, await page.context().newCDPSession(page)) }
}

test('a finger drags the chart into the past, and a double tap brings it back', async ({ page, resident }) => {
  await open(page, resident)
  const { at, drag, doubleTap } = await hand(page)
  await expect(toNewest(page)).toHaveCount(0)
  await drag(at(0.2, 0.5), at(0.7, 0.5))
  await expect(toNewest(page)).toBeVisible()
  await doubleTap(at(0.4, 0.4))
  await expect(toNewest(page)).toHaveCount(0)
})

test('a vertical swipe scrolls the page, and leaves the chart where it is', async ({ page, resident }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await open(page, resident)
  const { at, drag } = await hand(page)
  await drag(at(0.4, 0.3), at(0.4, -0.3))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20)
  await expect(toNewest(page)).toHaveCount(0)
})

test('chart: a long press shows the bar under the finger, a drag moves on, and a tap puts it away', async ({
  page,
  resident,
}) => {
  await open(page, resident)
  const { at, longPress, drag, tap } = await hand(page)
  await longPress(at(0.3, 0.4))
  const before = (await chart(page).textContent()) ?? ''
  await drag(at(0.3, 0.4), at(0.6, 0.4))
  await expect.poll(() => chart(page).textContent()).not.toBe(before)
  await expect(toNewest(page)).toHaveCount(0)
  await rest(page)
  await tap(at(0.5, 0.5))
  await expect(box(page)).toBeHidden()
})

test('chart: two fingers zoom', async ({ page, resident }) => {
  await open(page, resident)
  const { at, touch, longPress, tap } = await hand(page)
  const oldestInSight = async () => {
    await longPress(at(0.02, 0.4))
    const text = await chart(page).textContent()
    await rest(page)
    await tap(at(0.5, 0.5))
    await expect(box(page)).toBeHidden()
    await rest(page)
    return Date.parse(/\w{3} \d+, \d{4}, \d\d:\d\d/.exec(text ?? '')?.[0] ?? '')
  }
  const before = await oldestInSight()
  await touch('touchStart', at(0.3, 0.5), at(0.4, 0.5))
  for (let step = 1; step <= 5; step++) await touch('touchMove', at(0.3 - step * 0.03, 0.5), at(0.4 + step * 0.03, 0.5))
  await touch('touchEnd')
  expect(await oldestInSight()).toBeGreaterThan(before)
})

test('chart: loads older bars when the view comes near the oldest', async ({ page, resident }) => {
  await open(page, resident)
  const older = page.waitForRequest((request) => /market\/candles.*before=\d+/.test(request.url()))
  await chart(page).focus()
  await page.keyboard.press('Home')
  await older
})

test('chart: a keyboard moves, zooms and reads bars out', async ({ page, resident }) => {
  await open(page, resident)
  await chart(page).focus()
  const said = page.locator('[aria-live="polite"]', { hasText: 'Open' })
  await page.keyboard.press('Enter')
  await expect(said).toContainText(/High .* Low .* Close .* Volume/)
  const newest = (await said.textContent()) ?? ''
  await page.keyboard.press('ArrowLeft')
  await expect(said).not.toHaveText(newest)
  await page.keyboard.press('Escape')
  for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowLeft')
  await expect(toNewest(page)).toBeVisible()
  await page.keyboard.press('End')
  await expect(toNewest(page)).toHaveCount(0)
})

test('changes its bars and its indicators, and keeps the choice on the next chart', async ({ page, resident }) => {
  await open(page, resident)
  const height = async () => (await chart(page).boundingBox())?.height ?? 0
  const before = await height()
  const hourly = page.waitForRequest(/market\/candles.*interval=1h/)
  await page.getByRole('radio', { name: '1 hour' }).press('Space')
  await hourly
  await page.getByRole('button', { name: 'Indicators' }).click()
  await page.getByRole('checkbox', { name: /^RSI/ }).press('Space')
  await page.keyboard.press('Escape')
  await expect(chart(page).getByText(/^RSI14/)).toBeVisible()
  await expect.poll(height).toBeGreaterThan(before)
  await page.evaluate(() => {
    location.hash = '#/pages/kline/index?symbol=ETHUSDT'
  })
  await expect(page.getByRole('heading', { name: 'ETH/USDT' })).toBeVisible()
  await expect(page.getByRole('radio', { name: '1 hour' })).toBeChecked()
  await expect(chart(page).getByText(/^RSI14/)).toBeVisible()
})

test('chart: is a line of the recorded ticks as long as nobody chose bars', async ({ page }) => {
  const recorded = page.waitForResponse(/market\/ticks\?/)
  await page.goto(CHART)
  expect((await (await recorded).json()).message.length).toBeGreaterThan(0)
  await expect(page.getByRole('radio', { name: 'Tick' })).toBeChecked()
  await page.getByRole('button', { name: 'Indicators' }).click()
  await expect(page.getByRole('button', { name: 'Draw a trend line' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(chart(page)).toHaveAttribute('aria-label', /last/)
  await chart(page).focus()
  await page.keyboard.press('Enter')
  const said = page.locator('[aria-live="polite"]', { hasText: 'Price' })
  await expect(said).toHaveText(/\d\d:\d\d:\d\d Price [\d,.]+$/)
  const before = await said.textContent()
  await expect(async () => {
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    expect(await said.textContent(), 'it grows with the ticks that come').not.toBe(before)
  }).toPass()
  await page.getByRole('radio', { name: '5 minutes', exact: true }).press('Space')
  await page.getByRole('button', { name: 'Indicators' }).click()
  await expect(page.getByRole('checkbox', { name: /^RSI/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('radio', { name: '5 minutes', exact: true })).toBeChecked()
})

test('chart: draws the end of an open option while it runs', async ({ page, server }) => {
  const someone = await createTrader(server)
  await keepToken(page, someone)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(CHART)
  await expect(chart(page)).toHaveAttribute('aria-label', /last/)
  /** Pixels of the accent, which only the end of an option has. */
  const marked = () =>
    page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let found = 0
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === 0x2b && data[at + 1] === 0x4d && data[at + 2] === 0xf0) found++
      return found
    })
  expect(await marked()).toBe(0)
  const option = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', amount: '25', seconds: 30 } as const
  await call(server.url, submit, { ...option, requestId: 'an-option-on-the-chart' }, someone.token)
  await expect.poll(marked).toBeGreaterThan(50)
  await passPeriod(server, someone.token)
  await expect.poll(marked).toBe(0)
})

test('chart: fits above the buttons of a small phone, with the products below it', async ({ page, resident }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, resident)
  const boxOf = async (of: Locator) => {
    const box = await of.boundingBox()
    if (!box) throw new Error('nothing is there')
    return { top: box.y, bottom: box.y + box.height }
  }
  const kinds = page.getByRole('group', { name: 'What to trade' })
  const button = page.getByRole('button', { name: /^Up\b/ })
  await expect(kinds).toBeVisible()
  await expect.poll(async () => (await boxOf(chart(page))).bottom <= (await boxOf(kinds)).top).toBe(true)
  await expect.poll(async () => (await boxOf(kinds)).bottom < (await boxOf(button)).top).toBe(true)
})

test('chart: fills the screen of a phone on its side, with the price above it and the buttons beside it', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await open(page, await createTrader(server))
  const screen = page.getByRole('main')
  const whole = { ratio: 1 }
  const area = async () => {
    const { width, height } = (await chart(page).boundingBox()) ?? { width: 0, height: 0 }
    return (width * height) / (844 * 390)
  }
  expect(await area()).toBeGreaterThan(0.6)
  const [up, down] = [page.getByRole('button', { name: /^Up\b/ }), page.getByRole('button', { name: /^Down\b/ })]
  for (const seen of [
    chart(page),
    up,
    down,
    screen.locator('[data-fresh="true"]').first(),
    screen.getByText('Live', { exact: true }),
  ])
    await expect(seen).toBeInViewport(whole)
  await expectNoOverflow(page)
  await expectAccessible(page)

  for (const text of [1, 2]) {
    await page.evaluate((scale) => {
      document.documentElement.style.fontSize = `${scale * 100}%`
    }, text)
    expect(await findFlaws(page)).toEqual([])
    await expect(down).toBeInViewport(whole)
    await down.click()
    const sheet = page.getByRole('dialog', { name: 'BTC/USDT Down' })
    const amount = sheet.getByLabel('Stake')
    await amount.fill('25')
    expect(await findFlaws(page)).toEqual([])
    await amount.scrollIntoViewIfNeeded()
    const isOnTop = (field: Element) => {
      const { left, top, width, height } = field.getBoundingClientRect()
      return field.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    expect(await amount.evaluate(isOnTop)).toBe(true)
    // There is room for the act alone: the amount stands beside it.
    await expect(sheet.getByText('25.00 USDT', { exact: true })).toBeInViewport(whole)
    await sheet.getByRole('button', { name: 'Down', exact: true }).click()
    await expect(sheet).toBeHidden()
    await expect(screen.getByRole('timer').first()).toBeInViewport(whole)
    await page.evaluate(() => scrollTo(0, 0))
  }
})

test('chart: shows a guest the whole history, and says why to sign in before it leads there', async ({ page }) => {
  await keepBars(page)
  await page.goto(CHART)
  await chart(page).focus()
  const older = page.waitForResponse(/market\/candles.*before=\d+/)
  await expect(chart(page)).toHaveAttribute('aria-label', /last .* high .* low/)
  await page.keyboard.press('Home')
  expect((await (await older).json()).message).toHaveLength(500)
  await page.getByRole('button', { name: /^Up\b/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Practise with paper money' })
  await expect(sheet.getByText('Paper money has no value outside this app')).toBeVisible()
  await sheet.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/#\/pages\/my\/login\?next=%2Fpages%2Fkline%2Findex%3Fsymbol%3DBTCUSDT$/)
})

test('chart: says that a market does not exist', async ({ page }) => {
  await page.goto('/#/pages/kline/index?symbol=NONEUSDT')
  await expect(page.getByText('This market does not exist')).toBeVisible()
})

test('chart: is accessible in both themes, with its sheets', async ({ page, server }) => {
  await open(page, await createTrader(server))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Indicators' }).click()
  await expect(page.getByRole('checkbox', { name: /^MACD/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Down\b/ }).click()
  await page.getByLabel('Stake').fill('3')
  await expect(page.getByText('The minimum is 10 USDT')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Stake').fill('25')
  await page.getByRole('button', { name: / · 25 USDT/ }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
})

test('a chart without history shows new prices, names the failure, and retries automatically', async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED/)
  const HISTORY = '**/api/market/candles*'
  await keepBars(page)
  await page.route(HISTORY, (route) => route.abort())
  await page.goto(CHART)
  const missing = page.getByText('Price history could not be loaded. Retrying automatically.')
  await expect(missing).toBeVisible()
  await expect(page.locator('header img')).toHaveAttribute('src', /#BTC$/)
  await expectNoOverflow(page)
  await page.unroute(HISTORY)
  await expect(missing).toBeHidden()
  await expect(chart(page)).toHaveAttribute('aria-label', /last .* high .* low/)
})
