import type { Page, WebSocketRoute } from '@playwright/test'
import { lists } from '../../../src/api/trade/microtrade.ts'
import * as places from '../../../src/ui/router/places.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { askAgain } from '../kit/again.ts'
import { call, createAccount, createTrader, keepToken, leaveApp, PASSWORD } from '../kit/api.ts'
import { passPeriod } from '../kit/clock.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { isThere, withoutPageQuotes } from '../kit/places.ts'
import { ownPlaces } from '../kit/sights.ts'

/** Every call, but not the socket. */
const CALLS = /\/api\/(?!socket)/

const CHART = '/#/pages/kline/index?symbol=BTCUSDT'

const reconnecting = (page: Page) => page.getByRole('button', { name: 'Reconnecting. Tap to try now' })
const prices = (page: Page) => page.getByRole('main').locator('[data-fresh]')
const areAllStale = (page: Page) => expect(page.getByRole('main').locator('[data-fresh="true"]')).toHaveCount(0)
const areLive = (page: Page) => expect(page.getByRole('main').locator('[data-fresh="true"]').first()).toBeVisible()
const move = async (page: Page) => {
  const text = await prices(page).first().textContent()
  await expect.poll(() => prices(page).first().textContent()).not.toBe(text)
}

/** A proxy between the page and the server's socket. */
async function holdSocket(page: Page) {
  const held = { sockets: [] as WebSocketRoute[], mute: new Set<WebSocketRoute>(), down: false }
  /** When each attempt came, in ms. */
  const tries: number[] = []
  await page.routeWebSocket('**/api/socket', async (socket) => {
    tries.push(Date.now())
    if (held.down) return socket.close({ code: 1011 })
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!held.mute.has(socket)) socket.send(message)
    })
    held.sockets.push(socket)
  })
  return {
    ...held,
    tries,
    /** Cuts it, and keeps it so. */
    cut: async () => {
      held.down = true
      await held.sockets.at(-1)?.close({ code: 1011 })
    },
    /** Prevents any. */
    fail: () => {
      held.down = true
    },
    heal: () => {
      held.down = false
    },
    /** What the server sends on it is lost from now on. */
    silence: () => {
      for (const socket of held.sockets) held.mute.add(socket)
    },
  }
}

/** Leaves nothing but the socket to bring prices. */
const withoutRest = (page: Page) => page.route('**/api/currency/quotation_new*', () => {})

test.describe('connection: a socket', () => {
  // A price off the screen is not written: here every price is on it.
  test.use({ viewport: { width: 390, height: 1_400 } })

  test('that is cut shows it, dims every price at once, and reconnects automatically', async ({ page }) => {
    const { cut, heal } = await holdSocket(page)
    await page.goto('/')
    await areLive(page)
    await withoutRest(page)
    await cut()
    await areAllStale(page)
    await expect(reconnecting(page)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Last known prices: \d/)).toBeVisible()
    await expect(prices(page).first()).toHaveText(/\d/)
    await areAllStale(page)
    await page.evaluate(() => caches.delete('quotes'))
    await withoutPageQuotes(page)
    await page.reload()
    await expect(page.getByText('Prices could not be loaded')).toBeVisible()
    heal()
    await expect(reconnecting(page)).toBeHidden()
    await areLive(page)
    await move(page)
  })

  test('that stays down is tried again at a tap, and the page is accessible meanwhile', async ({ page }) => {
    // Chance makes the wait between two attempts the longest that there is: 5 s from the third on.
    await page.addInitScript(() => {
      Math.random = () => 0.99
    })
    const { cut, heal, tries } = await holdSocket(page)
    await page.goto(CHART)
    await areLive(page)
    await withoutRest(page)
    await cut()
    await areAllStale(page)
    await expect(reconnecting(page)).toBeVisible()
    await expect(page.getByRole('application')).toHaveAttribute('data-stale', 'true')
    await expectAccessible(page)
    const seen = Math.max(tries.length, 3)
    await expect.poll(() => tries.length, { intervals: [50] }).toBeGreaterThan(seen)
    heal()
    await reconnecting(page).click()
    await expect(reconnecting(page)).toBeHidden()
    const [failed = 0, next = 0] = tries.slice(-2)
    expect(next - failed, 'the tap ended the wait').toBeLessThan(4_500)
    await areLive(page)
  })

  test('that falls silent is not trusted, and is replaced', async ({ page }) => {
    const { sockets, silence } = await holdSocket(page)
    await page.goto('/')
    await areLive(page)
    // Prices may be live by REST before the socket is there, which comes behind the first screen.
    await expect.poll(() => sockets.length).toBe(1)
    await withoutRest(page)
    silence()
    await areAllStale(page)
    await expect.poll(() => sockets.length).toBe(2)
    await areLive(page)
  })

  test('that is down lets prices come by REST meanwhile', async ({ page }) => {
    await page.routeWebSocket('**/api/socket', (socket) => socket.close({ code: 1011 }))
    await page.goto('/')
    await expect(reconnecting(page)).toBeVisible()
    await areLive(page)
    await move(page)
  })

  test('is not there while the device is offline: prices are stale at once, and live again when it is back', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(NO_ANSWER)
    await page.goto(CHART)
    await areLive(page)
    await context.setOffline(true)
    await areAllStale(page)
    await context.setOffline(false)
    await areLive(page)
    await move(page)
  })
})

test.describe('connection: a double tap', () => {
  test('on the confirmation buys one option, and shows no failure', async ({ page, server }) => {
    const account = await createTrader(server)
    await keepToken(page, account)
    const sent: unknown[] = []
    await page.route('**/api/microtrade/submit', async (route) => {
      sent.push(route.request().postDataJSON())
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.goto(CHART)
    await page.getByRole('button', { name: /^Up\b/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Stake').fill('100')
    const confirm = sheet.getByRole('button', { name: / · 100 USDT/ })
    await expect(confirm).not.toHaveAttribute('aria-disabled')
    await confirm.evaluate((button) => {
      for (let tap = 0; tap < 3; tap++) if (button instanceof HTMLElement) button.click()
    })
    await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    expect(sent).toHaveLength(1)
    expect(await call(server.url, lists, {}, account.token)).toHaveLength(1)
  })
})

test.describe('connection: rubbish', () => {
  test('on the socket is passed over, and prices go on', async ({ page }) => {
    const { sockets } = await holdSocket(page)
    await page.goto('/')
    await areLive(page)
    const quotes = [['BTCUSDT', 'one', null, '-1', {}, [], 'NaN']]
    const rubbish = [
      '',
      'not json',
      '[]',
      'null',
      '{}',
      '{"type":"quotes"}',
      JSON.stringify({ type: 'quotes', time: Date.now(), quotes }),
      JSON.stringify({ type: 'snapshot', time: 'now', quotes: [{}] }),
      JSON.stringify({ type: 'account', event: { seq: -1, kind: 'gift', body: {} } }),
      JSON.stringify({ type: 'state', symbols: [['BTCUSDT', 'wonderful']] }),
      '{"__proto__":{"type":"bye"}}',
      'x'.repeat(1_000_000),
    ]
    for (const text of rubbish) sockets[0]?.send(text)
    sockets[0]?.send(Buffer.from([0, 255, 1]))
    await move(page)
    await areLive(page)
    await expect(reconnecting(page)).toBeHidden()
    expect(sockets).toHaveLength(1)
  })

  const bodies = {
    'a page of a proxy': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    nothing: { status: 200, body: '' },
    'an answer of no kind': { status: 200, contentType: 'application/json', body: '{}' },
    'a success without a result': { status: 200, contentType: 'application/json', body: '{"type":"ok","code":1}' },
    'a result of another kind': {
      status: 200,
      contentType: 'application/json',
      body: '{"type":"ok","code":1,"message":{"surprise":true}}',
    },
  }
  const told = {
    '/': 'Your balance could not be loaded.',
    '/pages/order/trade': 'Your orders could not be loaded',
    '/pages/walletrade/index': 'Your wallets could not be loaded',
    '/pages/kline/index?symbol=BTCUSDT': 'Your orders could not be loaded',
    '/pages/me/index': 'Your account could not be loaded',
  }
  test('instead of answers is shown as a failure, and a retry recovers', async ({ page, server, faults }) => {
    faults.allow(/the server responded with a status of 502/)
    await keepToken(page, await createAccount(server.url))
    // Each kind of it once, and each place once: that they are all the same to the caller, the request helper's tests show.
    let body = {}
    await page.route(CALLS, (route) => route.fulfill(body))
    const kinds = Object.entries(bodies)
    for (const [index, [place, words]] of Object.entries(told).entries()) {
      const [what, rubbish] = kinds[index % kinds.length] ?? ['', {}]
      body = rubbish
      await page.goto('about:blank')
      await page.goto(`/#${place}`)
      if (place.includes('kline')) await page.getByRole('tab', { name: 'Positions' }).click()
      await expect(page.getByText(words).first(), what).toBeVisible()
    }
    await page.unroute(CALLS)
    await page.goto('/#/pages/order/trade')
    await expect(page.getByText('Your open positions and orders appear here')).toBeVisible()
    await page.goto('/#/pages/walletrade/index')
    await expect(page.getByText('Total equity', { exact: true })).toBeVisible()
    await page.goto('/#/pages/me/index')
    await expect(page.getByText('Signed in with a wallet')).toBeVisible()
  })
})

test('connection: a form that has something to load first says where that failed, and shows once it is asked for again', async ({
  page,
  server,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  const calls = /\/api\/(safe|user\/(email|getrealinfo|cash_info)|getareacode)/
  await keepToken(page, await createAccount(server.url))
  const pages: Record<string, string> = {
    email: 'Add',
    google: 'Set',
    paypassword: 'Set',
    bank: 'Save',
    kyc: 'Submit',
  }
  for (const [place, button] of Object.entries(pages)) {
    await page.route(calls, (route) => route.abort())
    await page.goto(`/#/pages/me/${place}`)
    await expect(page.getByText(/could not be loaded/)).toBeVisible()
    await page.unroute(calls)
    await askAgain(page)
    await expect(page.getByRole('button', { name: new RegExp(`^${button}`) })).toBeVisible()
  }
})

test('connection: the country codes of a telephone are asked for again where they did not come', async ({
  page,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  await page.route('**/api/getareacode*', (route) => route.abort())
  await page.goto('/#/pages/my/login?view=create')
  await page.getByLabel('User name').fill('some.body')
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use phone' }).click()
  await page.getByRole('button', { name: /^Country code/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Country code' })
  await expect(sheet.getByText('The country codes could not be loaded')).toBeVisible()
  await page.unroute('**/api/getareacode*')
  await askAgain(sheet)
  await expect(sheet.getByRole('button', { name: /Italy/ })).toBeVisible()
})

test.describe('what could not be loaded is asked for again by itself once the connection is back,', () => {
  const FAILED = /could not be loaded/
  /** How many things each page loads of its own: a page that is missing here is named by the first test. */
  const loads: Record<string, number> = {
    [places.HOME]: 3,
    [places.MARKETS]: 1,
    [places.CHART]: 1,
    [places.FOREX_CHART]: 2,
    [places.ORDERS]: 2,
    [places.CONTRACTS]: 2,
    [places.FOREX_ORDERS]: 2,
    [places.ASSETS]: 1,
    [places.WALLET]: 1,
    [places.SWAP]: 1,
    [places.SAVINGS]: 1,
    [places.PLANS]: 1,
    [places.PLAN]: 1,
    [places.PLAN_ORDERS]: 1,
    [places.STRATEGIES]: 1,
    [places.STRATEGY_START]: 1,
    [places.STRATEGY_ORDERS]: 1,
    [places.LOANS]: 1,
    [places.LOAN_APPLY]: 1,
    [places.LOAN_RECORDS]: 1,
    [places.LOAN]: 0,
    [places.DEPOSIT]: 1,
    [places.PAYMENT_PROOF]: 1,
    [places.WITHDRAW]: 1,
    [places.STATEMENT]: 1,
    [places.CERTIFICATE]: 0,
    [places.RECORDS]: 1,
    [places.NEWS]: 1,
    [places.NEWS_LIST]: 1,
    [places.ARTICLE]: 0,
    [places.HELP]: 1,
    [places.SERVICE]: 1,
    [places.TERMS]: 1,
    [places.LOAN_TERMS]: 1,
    [places.LICENCE]: 1,
    [places.RISKS]: 1,
    '/choose-location': 0,
    '/open-location': 0,
    [places.ACCOUNT]: 0,
    [places.SECURITY]: 1,
    [places.LANGUAGE]: 0,
    [places.TIME_ZONE]: 0,
    [places.KYC]: 1,
    [places.EMAIL]: 1,
    [places.AUTHENTICATOR]: 1,
    [places.PASSKEYS]: 1,
    [places.PAY_PASSWORD]: 1,
    [places.BANK]: 1,
    [places.MESSAGES]: 1,
    [places.NOTIFICATIONS]: 1,
    [places.REFERRAL]: 1,
  }

  test('on every page', () => {
    expect(ownPlaces.toSorted()).toEqual(Object.keys(loads).toSorted())
  })

  /** What a guest sees loads otherwise there. */
  const guestLoads: Record<string, number> = { [places.HOME]: 2, [places.MARKETS]: 1, [places.CHART]: 1 }

  /** Of each way to load one, and all with `npm run test:faults`. */
  const LONG = process.env.TEST_LONG !== undefined
  const SHORT: readonly string[] = [
    places.HOME,
    places.CHART,
    places.ORDERS,
    places.WALLET,
    places.PLAN,
    places.NEWS_LIST,
    places.SECURITY,
    places.MESSAGES,
  ]

  /** Opens each place in one page, where nothing is kept from the one before it but who is signed in. */
  const expectMended = async (page: Page, loads: Readonly<Record<string, number>>) => {
    const socket = await holdSocket(page)
    await withoutPageQuotes(page)
    for (const [place, count] of Object.entries(loads)) {
      await test.step(place, async () => {
        await leaveApp(page)
        await page.evaluate(async () => {
          for (const name of await caches.keys()) await caches.delete(name)
        })
        socket.fail()
        await page.route(CALLS, (route) => route.abort())
        await page.goto(`/#${place}`)
        const failures = page.getByRole('main').getByText(FAILED)
        await expect(failures).toHaveCount(count)
        // Nothing is still on its way, that would fail as well.
        await isThere(page)
        await expect(failures).toHaveCount(count)
        await page.unroute(CALLS)
        socket.heal()
        await expect(failures).toHaveCount(0)
        await isThere(page)
      })
    }
  }

  const own = Object.entries(loads).filter(([place]) => LONG || SHORT.includes(place))
  // Side by side, since each place waits for its page and its connection.
  const SHARES = LONG ? [0, 1, 2, 3] : [0, 1]
  for (const share of SHARES) {
    test(`on each of them, ${share + 1} of ${SHARES.length}`, async ({ page, resident, faults }) => {
      faults.allow(NO_ANSWER)
      await keepToken(page, resident)
      await page.goto(`/#${places.LANGUAGE}`)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).not.toBeNull()
      await expectMended(page, Object.fromEntries(own.filter((_, index) => index % SHARES.length === share)))
    })
  }

  test('on each of them, for a guest', async ({ page, faults }) => {
    faults.allow(NO_ANSWER)
    await expectMended(page, guestLoads)
  })
})

test('connection: what fails again just as the browser comes online is asked for once more', async ({
  page,
  context,
  resident,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  await keepToken(page, resident)
  let down = true
  await page.route(/\/api\/(deposit|wallet)\//, (route) => (down ? route.abort() : route.continue()))
  await page.goto(`/#${places.DEPOSIT}`)
  await expect(page.getByText('Deposits could not be loaded')).toBeVisible()
  await context.setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  const again = page.waitForEvent('requestfailed')
  await context.setOffline(false)
  await again
  down = false
  await expect(page.getByRole('form', { name: 'Deposit', exact: true })).toBeVisible()
})

test('connection: a rate limit is shown, and loses no order', async ({ page, server, faults }) => {
  faults.allow(REFUSED, /status of 429/)
  const account = await createTrader(server)
  await keepToken(page, account)
  await page.goto(CHART)
  await page.getByRole('button', { name: /^Up\b/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Stake').fill('100')
  const tooMany = { type: 'error', code: 0, message: '操作过于频繁，请稍后再试', key: 'tooManyRequests', params: {} }
  await page.route('**/api/microtrade/submit', (route) => route.fulfill({ status: 429, json: tooMany }), { times: 1 })
  await sheet.getByRole('button', { name: / · 100 USDT/ }).click()
  await expect(sheet.getByText('Too many requests. Wait a moment, then try again')).toBeVisible()
  await sheet.getByRole('button', { name: / · 100 USDT/ }).click()
  await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
  expect(await call(server.url, lists, {}, account.token)).toHaveLength(1)
})

test.describe('connection: in the sheet of an order', () => {
  const sheet = (page: Page) => page.getByRole('dialog')
  const openSheet = async (page: Page) => {
    await page.goto(CHART)
    await page.getByRole('button', { name: /^Up\b/ }).click()
  }

  test('a lost connection is said by the ring of what runs, and then how the option ended', async ({
    page,
    server,
  }) => {
    const someone = await createTrader(server)
    await keepToken(page, someone)
    const { cut, heal } = await holdSocket(page)
    await page.clock.install()
    await openSheet(page)
    await sheet(page).getByLabel('Stake').fill('100')
    await sheet(page)
      .getByRole('button', { name: / · 100 USDT/ })
      .click()
    await expect(page.getByRole('main').getByRole('timer').first()).toBeVisible()
    await cut()
    await page.clock.fastForward(31_000)
    const card = page.getByRole('main').getByRole('listitem')
    await expect(card.getByRole('timer')).toHaveAttribute('aria-label', 'No connection')
    await passPeriod(server, someone.token)
    heal()
    await page.clock.fastForward(31_000)
    await expect(card.getByText(/^(Won|Lost|Tie, stake refunded)$/)).toBeVisible()
  })

  test('what could not be loaded is asked for again by itself once the connection is back', async ({
    page,
    server,
    faults,
  }) => {
    faults.allow(NO_ANSWER)
    const someone = await createTrader(server)
    await keepToken(page, someone)
    const { cut, heal } = await holdSocket(page)
    let down = true
    await page.route('**/api/microtrade/seconds*', (route) => (down ? route.abort() : route.continue()))
    await openSheet(page)
    await expect(sheet(page).getByText('The terms could not be loaded')).toBeVisible()
    await cut()
    await expect(sheet(page).getByText(/^No connection/)).toBeVisible()
    down = false
    heal()
    await expect(sheet(page).getByLabel('Stake')).toBeVisible()
  })
})
