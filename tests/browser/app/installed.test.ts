import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { langs } from '../../../src/api/wire/fields.ts'
import { logout } from '../../../src/api/wire/session.ts'
import { bcp47 } from '../../../src/ui/format/format.ts'
import { languageNames } from '../../../src/ui/format/languages.ts'
import { routes } from '../../../src/ui/router/routes.ts'
import { newFolder } from '../../runner/own-folder.ts'
import { expectAccessible, expectNoOverflow } from '../kit/accessible.ts'
import { call, createAccount, createTrader, keepBars, keepToken } from '../kit/api.ts'
import { copyProject } from '../kit/copy.ts'
import { expect, NO_ANSWER, REFUSED, test } from '../kit/fixtures.ts'
import { goTo } from '../kit/places.ts'
import { startServerProcess } from '../kit/server.ts'

/** What a browser reads of the page's manifest, and what it holds against installing the app. */
async function manifestOf(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const { url, errors, data } = await cdp.send('Page.getAppManifest')
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  await cdp.detach()
  return { url, errors, installabilityErrors, manifest: JSON.parse(data ?? 'null') }
}

test.describe('the app can be installed', () => {
  test('as the browser itself says, in each language, with icons that are there and shortcuts that lead to pages', async ({
    server,
    launchOptions,
  }) => {
    // A browser installs nothing for a visit that it is to forget, as all others of these tests are.
    const profile = newFolder()
    const device = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: server.url })
    const page = await device.newPage()
    for (const lang of langs) {
      await page.goto('/#/pages/me/language')
      await page.getByRole('radio', { name: languageNames[lang] }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', bcp47(lang))
      const { url, errors, installabilityErrors, manifest } = await manifestOf(page)
      expect({ errors, installabilityErrors }).toEqual({ errors: [], installabilityErrors: [] })
      expect(url).toMatch(new RegExp(`/manifest\\.${lang}\\.webmanifest$`))
      expect(manifest).toMatchObject({ start_url: './', scope: './', lang: bcp47(lang), display: 'standalone' })
    }
    const { manifest } = await manifestOf(page)
    const icons: { src: string; sizes: string; purpose: string }[] = [
      ...manifest.icons,
      ...manifest.shortcuts.flatMap(({ icons }: { icons: unknown[] }) => icons),
    ]
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toContain('512x512 maskable')
    for (const { src, sizes } of icons) {
      const edges = await page.evaluate(async (url) => {
        const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
        return `${width}x${height}`
      }, src)
      expect(edges, src).toBe(sizes)
    }
    const places = manifest.shortcuts.map(({ url }: { url: string }) => url.replace('./#', ''))
    expect(places).toHaveLength(3)
    for (const place of places) expect(routes.map(({ path }) => path)).toContain(place)
    await device.close()
  })
})

/** Waits until the whole app is kept on the device. */
const isKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
const freshPrices = (page: Page) => page.getByRole('main').locator('[data-fresh="true"]')
const stalePrices = (page: Page) => page.getByRole('main').locator('[data-fresh="false"]')

/** All that the device keeps: its caches’ entries, and the names in local storage. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const entries: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) entries.push(new URL(url).pathname)
    return { entries: [...new Set(entries)].sort(), names: Object.keys(localStorage).sort() }
  })

test.describe('installed: on the device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the core pages, and those that one tap leads to, are loaded before they are opened', async ({
    page,
    resident,
  }) => {
    await keepToken(page, resident)
    await page.goto('/')
    await isKept(page)
    await page.reload()
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    // Home leads to swaps, too.
    for (const texts of ['market', 'orders', 'wallet', 'user', 'swap'])
      await expect.poll(loaded).toContainEqual(expect.stringMatching(`^/assets/texts-en-[^/]+/${texts}\\.json$`))
  })
})

test.describe('installed: without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the app opens to the last known prices, stale and dated, in one’s language and look, and nothing can be bought', async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.allow(NO_ANSWER)
    const account = await createTrader(server)
    await keepToken(page, account)
    await page.evaluate(() => localStorage.setItem('lang', 'es'))
    await context.addCookies([{ name: 'look', value: 'dark', url: server.url }])
    await page.goto('/')
    await expect(page.getByText('10,000.00')).toBeVisible()
    await expect(freshPrices(page).first()).toBeVisible()
    await isKept(page)
    // What was shown is put away behind the page: one that closes at once may take it along.
    await expect
      .poll(async () => (await keptOn(page)).entries)
      .toEqual(expect.arrayContaining(['/last-known', '/wallet/history', '/wallet/equity']))
    await page.close()

    await context.setOffline(true)
    const offline = await context.newPage()
    await offline.goto('/', { waitUntil: 'commit' })
    await expect(offline.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(offline.getByText(/^Últimos precios conocidos: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)).toBeVisible()
    await expect(stalePrices(offline).first()).toHaveText(/\d/)
    await expect(offline.getByRole('button', { name: /Reconectando/ })).toBeVisible()
    await expect(offline.getByText(/^Última actualización: /)).toBeVisible()
    await offline.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await expect(offline.getByText('Desactualizado', { exact: true })).toBeVisible()
    await offline.getByRole('button', { name: /^Alza/ }).click()
    await expect(offline.getByRole('dialog').getByText('No se pudieron cargar')).toBeVisible()
    await expect(offline.getByRole('button', { name: /Confirmar/ })).toHaveCount(0)
    await offline.keyboard.press('Escape')
    await expect(freshPrices(offline)).toHaveCount(0)
    for (const place of ['/pages/walletrade/index', '/pages/order/trade', '/pages/me/index', '/pages/market/index']) {
      await offline.goto(`/#${place}`)
      await expect(offline.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(freshPrices(offline)).toHaveCount(0)
    }

    const { entries, names } = await keptOn(offline)
    expect(entries.filter((path) => !path.startsWith('/assets/'))).toEqual([
      '/index.html',
      '/last-known',
      '/wallet/equity',
      '/wallet/history',
    ])
    expect(names).toEqual(['lang', 'token', 'userInfo'])

    await context.setOffline(false)
    await expect(freshPrices(offline).first()).toBeVisible()
    await expect(offline.getByText(/^Últimos precios conocidos/)).toHaveCount(0)
  })
})

/**
 * The answers that the device keeps of a person, with what each was asked about. They are put away behind the page: one
 * that closes at once may take them along.
 */
const answersOn = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of (await caches.keys()).filter((each) => each.startsWith('answers-'))) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        const { pathname, search } = new URL(url)
        found.push(`${pathname} ${decodeURIComponent(search.slice(1))} ${await (await cache.match(url))?.text()}`)
      }
    }
    return found.join('\n')
  })

/** When the newest answer about the wallet was kept, in ms. */
const walletKeptAt = async (page: Page) => /"asOf":(\d+),"value":\S*"available":"9900/.exec(await answersOn(page))?.[1]

/** Opens a place offline, in a new page. */
async function openOffline(context: BrowserContext, place: string): Promise<Page> {
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto(`/#${place}`, { waitUntil: 'commit' })
  return page
}

/** The note on cached data. */
const asOf = (page: Page) => page.getByRole('main').getByText(/^Last updated: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

/** What the device keeps of a person: the names in local storage that are not the device's own, and the kept answers. */
const ofPersonOn = (page: Page) =>
  page.evaluate(async () => ({
    names: Object.keys(localStorage).filter((name) => name !== 'lang'),
    caches: (await caches.keys()).filter((name) => !/^(build-|quotes$)/.test(name)).length,
    databases: (await indexedDB.databases()).length,
    session: Object.keys(sessionStorage).length,
  }))
const nothing = { names: [], caches: 0, databases: 0, session: 0 }

test.describe('installed: what someone has', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens without a network as it was last known, marked as old, nothing can be bought with it, and signing out forgets it', async ({
    page,
    context,
    server,
    faults,
  }) => {
    faults.allow(NO_ANSWER)
    const account = await createTrader(server)
    await keepToken(page, account)
    await keepBars(page)
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await page.getByRole('button', { name: /^Up\b/ }).click()
    // It outlasts the walk, however slow the machine.
    await page.getByRole('radio', { name: /^300s/ }).press('Space')
    await page.getByLabel('Stake').fill('100')
    await page.getByRole('button', { name: / · 100 USDT/ }).click()
    await expect(page.getByRole('main').getByRole('timer')).toBeVisible()
    await page.goto('/#/pages/walletrade/index')
    await expect(page.getByRole('list', { name: 'Wallets' }).getByText('10,000.00').first()).toBeVisible()
    await isKept(page)
    await page.goto('/#/pages/order/trade')
    await expect(page.getByRole('timer')).toBeVisible()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByText('No completed orders yet')).toBeVisible()
    await page.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await expect(page.getByRole('application', { name: /^BTC\/USDT: / })).toBeVisible()
    await expect(asOf(page)).toHaveCount(0)
    await expect.poll(() => answersOn(page)).toMatch(/"available":"9900\.0+"/)
    for (const kept of ['/market/candles', '/orders/list {"list":0}', '/orders/list {"list":1}'])
      await expect.poll(() => answersOn(page)).toContain(kept)
    await page.close()

    const offline = await openOffline(context, '/')
    await expect(offline.getByText('10,000.00')).toBeVisible()
    await expect(offline.getByText('10,000.00')).toHaveAttribute('data-fresh', 'false')
    await expect(asOf(offline)).toHaveCount(1)
    await expect(offline.getByText('These need a connection.')).toBeVisible()
    await expect(offline.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
    await expect(offline.getByRole('button', { name: 'Deposit' })).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(offline)
    await offline.goto('/#/pages/walletrade/index')
    await expect(offline.getByRole('list', { name: 'Wallets' }).getByText('9,900.00')).toBeVisible()
    await expect(asOf(offline)).toHaveCount(1)
    await expectAccessible(offline)
    await offline.goto('/#/pages/order/trade')
    await expect(offline.getByRole('region', { name: 'Positions' }).getByRole('timer')).toBeVisible()
    await expect(asOf(offline)).toHaveCount(2)
    await offline.getByRole('tab', { name: 'History' }).click()
    await expect(offline.getByText('No completed orders yet')).toBeVisible()
    await expect(asOf(offline)).toHaveCount(2)
    await expectAccessible(offline)
    await offline.goto('/#/pages/kline/index?symbol=BTCUSDT')
    await expect(offline.getByRole('application', { name: /^BTC\/USDT: / })).toBeVisible()
    await offline.getByRole('tab', { name: 'Positions' }).click()
    await expect(asOf(offline)).toHaveCount(2)
    await expectAccessible(offline)
    await expectNoOverflow(offline)
    await offline.getByRole('button', { name: /^Up\b/ }).click()
    await expect(offline.getByRole('dialog').getByText('The terms could not be loaded')).toBeVisible()
    await expect(offline.getByRole('button', { name: /Confirm/ })).toHaveCount(0)
    await offline.keyboard.press('Escape')

    const before = Number(await walletKeptAt(offline))
    await context.setOffline(false)
    await expect(asOf(offline)).toHaveCount(0)
    await expect(freshPrices(offline).first()).toBeVisible()
    await offline.goto('/#/pages/walletrade/index')
    await expect(asOf(offline)).toHaveCount(0)
    // A page that closes while an answer is replaced may leave none.
    await expect.poll(async () => Number(await walletKeptAt(offline)) > before).toBe(true)
    await offline.close()

    const leaving = await openOffline(context, '/pages/walletrade/index')
    await expect(asOf(leaving)).toHaveCount(1)
    expect(await ofPersonOn(leaving)).toMatchObject({ names: expect.arrayContaining(['kept.stake']), caches: 1 })
    await leaving.goto('/#/pages/me/index')
    await leaving.getByRole('button', { name: 'Sign out' }).click()
    await leaving.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => ofPersonOn(leaving)).toEqual({ ...nothing, names: ['kept.chart'] })
    await context.setOffline(false)
    await keepToken(leaving, await createAccount(server.url))
    await context.setOffline(true)
    await leaving.goto('/#/pages/walletrade/index')
    await expect(leaving.getByText('Your wallets could not be loaded')).toBeVisible()
    await expect(leaving.getByText('9,900.00')).toHaveCount(0)
  })

  test('is forgotten when the session has ended elsewhere', async ({ page, context, server, faults }) => {
    faults.allow(NO_ANSWER, REFUSED)
    const account = await createAccount(server.url)
    await keepToken(page, account)
    await page.goto('/#/pages/walletrade/index')
    await expect(page.getByRole('list', { name: 'Wallets' })).toBeVisible()
    await isKept(page)
    await expect.poll(async () => (await ofPersonOn(page)).caches).toBe(1)
    await page.close()
    await call(server.url, logout, {}, account.token)

    const ended = await context.newPage()
    await ended.goto('/#/pages/walletrade/index')
    await expect.poll(() => ofPersonOn(ended)).toEqual(nothing)
  })
})

test.describe('installed: a newer build', () => {
  test.use({ serviceWorkers: 'allow' })
  // The app is built twice more for it: `npm run test:faults`.
  if (process.env.TEST_LONG === undefined) return

  test('is offered, not under an open form, taken with the place kept, and left behind by a reload where it is broken', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(NO_ANSWER, /thrown by a broken build/)
    const copy = copyProject()
    const server = await startServerProcess({}, copy.root)
    const release = async (path: string, from: string, to: string) => {
      copy.change(path, from, to)
      await server.stop()
      await server.start()
    }
    const waits = () =>
      expect
        .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)))
        .toBe(true)
    const look = () =>
      page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update()
      })
    const offer = page.getByText('A new version of Quoin is ready.')
    const english = 'src/ui/i18n/locales/en/first.json'

    await page.goto(`${server.url}/#/pages/market/index`)
    await isKept(page)
    await page.goto(`${server.url}/#/pages/my/login`)
    await page.getByLabel('User name').fill('satoshi')
    await release(english, '"title.market": "Markets"', '"title.market": "All the markets"')
    await look()
    await waits()
    // Once the page has received it and rendered.
    await goTo(page, '/pages/my/login')
    await expect(offer).toBeHidden()
    await expect(page.getByLabel('User name')).toHaveValue('satoshi')

    await page.evaluate(() => {
      location.hash = '#/pages/market/index'
    })
    await expect(offer).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Markets', exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.evaluate(() => scrollTo(0, 300))
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'All the markets' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await expect(offer).toBeHidden()
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(2)

    const withdraw = copy.keepBuild()
    await release(
      'src/ui/app/root.tsx',
      'function App() {',
      "function App() {\n  throw new Error('thrown by a broken build')",
    )
    await look()
    await expect(offer).toBeVisible()
    await page.reload()
    await expect(page.getByText('This page could not be loaded')).toBeVisible()
    await server.stop()
    withdraw()
    await server.start()
    // The browser looks for a newer worker at each visit: one visit finds it, the next is answered by it.
    await page.reload()
    await waits()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'All the markets' })).toBeVisible()
    expect(page.url()).toBe(`${server.url}/#/pages/market/index`)
    expect(context.pages()).toHaveLength(1)
    await server.dispose()
    copy.remove()
  })
})
