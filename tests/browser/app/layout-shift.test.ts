import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test'
import { bcp47 } from '../../../src/ui/format/format.ts'
import * as places from '../../../src/ui/router/places.ts'
import { expect, type Faults, NO_ANSWER, test } from '../kit/fixtures.ts'
import { words } from '../kit/labels.ts'
import { open } from '../kit/places.ts'
import { aheadMs } from '../kit/server.ts'
import { guestPlaces, ownPlaces } from '../kit/sights.ts'

// As most people have it: what fades or slides must move nothing else.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** How many pages load at once: each waits longer than it works. */
const AT_ONCE = 4
/** How long prices stream once a page shows what it is about, in ms. */
const STREAMING_MS = 1000
const WIDE = { width: 1280, height: 720 }
const SMALL = { width: 360, height: 800 }
const LONG = process.env.TEST_LONG !== undefined
/** How many pages a test loads at most: all in one would take minutes where the machine is busy. */
const PLACES_MAX = 18

type Shift = PerformanceEntry & {
  hadRecentInput: boolean
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** What has moved on the page since it began to load, and from where to where. */
const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async (streaming) => {
    const found: string[] = []
    const box = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`
    const note = (entries: PerformanceEntry[]) => {
      for (const { hadRecentInput, value, sources } of entries as Shift[]) {
        if (hadRecentInput) continue
        for (const { node, previousRect, currentRect } of sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const name = element
            ? `${element.tagName} ${element.className} “${element.textContent?.slice(0, 40)}”`
            : 'what is no longer there'
          found.push(`${name} (${value.toFixed(5)}) from ${box(previousRect)} to ${box(currentRect)}`)
        }
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, streaming))
    note(observer.takeRecords())
    return found
  }, STREAMING_MS)

/**
 * A window of its own, whose app finds this kept. Its one page is in front: in one behind it Chrome draws live prices
 * otherwise, and reports that as shifts.
 */
async function openWindow(
  browser: Browser,
  { watch }: Faults,
  kept: Record<string, string>,
  viewport: ViewportSize = SMALL,
): Promise<BrowserContext> {
  const isMobile = viewport !== WIDE
  const device = await browser.newContext({ viewport, isMobile, hasTouch: isMobile })
  watch(device)
  await device.addInitScript(
    ({ names, ahead }) => {
      // A page begins empty, and nothing may keep anything there.
      if (origin === 'null') return
      for (const [name, value] of Object.entries(names)) localStorage.setItem(name, value)
      // The server's time: by a wrong clock, an open market counts as closed until its first quote.
      const { now } = Date
      Date.now = () => now() + ahead
    },
    { names: kept, ahead: aheadMs() },
  )
  return device
}

/** Notes each text of the page that is a key: its text had not been loaded when it was drawn. Runs before the page does. */
function noteKeys(keys: readonly string[]): void {
  const known = new Set(keys)
  const seen = new Set<string>()
  Object.assign(window, { drawnKeys: seen })
  const look = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = texts.currentNode; text; text = texts.nextNode())
      if (text.nodeType === Node.TEXT_NODE && known.has(text.nodeValue ?? '')) seen.add(text.nodeValue ?? '')
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) if (node !== document) look(node)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** Loads each place, and returns what moved on it, and which keys were drawn in place of their texts. */
async function shiftsAt(newDevice: () => Promise<BrowserContext>, places: readonly string[], lang: string) {
  const found: string[] = []
  const left = [...places]
  const loadAll = async () => {
    const device = await newDevice()
    await device.addInitScript(noteKeys, Object.keys(words))
    const page = await device.newPage()
    for (let place = left.shift(); place !== undefined; place = left.shift()) {
      // Another place of the same document would be a change of its hash, and load nothing.
      await page.goto('about:blank')
      await open(page, place)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      const moved = await shiftsOf(page)
      found.push(...moved.map((shift) => `${place}: ${shift}`))
      const keys = await page.evaluate(() => [...(window as unknown as { drawnKeys: Set<string> }).drawnKeys])
      found.push(...keys.map((key) => `${place}: the key ${key}`))
    }
    await device.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loadAll))
  return found
}

/** `npm run test:faults` takes all pages in each of these languages and widths. */
const visits = ['a guest', 'someone who is signed in'].flatMap((who) =>
  (['en', 'zh', 'vn'] as const).flatMap((lang) =>
    [SMALL, WIDE].map((size) => {
      const isShort = size === WIDE ? lang === 'en' : lang === 'vn' && who !== 'a guest'
      return { who, lang, size, isShort }
    }),
  ),
)

/** Pages that guests see differently. */
const forGuests: readonly string[] = [
  places.HOME,
  places.MARKETS,
  places.CHART,
  places.FOREX_CHART,
  places.ACCOUNT,
  places.SERVICE,
]
/** Pages that only those who are signed in see in the width of a desk. */
const forDesks: readonly string[] = [
  places.HOME,
  places.CHART,
  places.ORDERS,
  places.CONTRACTS,
  places.ASSETS,
  places.SWAP,
]
const seenBy = (who: string, size: ViewportSize): readonly string[] => {
  if (who !== 'a guest') return size === WIDE && !LONG ? forDesks : ownPlaces
  return LONG ? guestPlaces : guestPlaces.filter((place) => forGuests.includes(place) || !ownPlaces.includes(place))
}

/** Pages that say of what a lost connection takes from them. */
const priced = ['/pages/kline/index', '/pages/whdetail/index', '/pages/walletrade/swap']

test('layout shift: nothing moves when prices grow old, nor when they are there again', async ({
  browser,
  trader,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  await trader.quiet()
  const pages = await Promise.all(
    priced.map(async (place) => {
      const page = await (await openWindow(browser, faults, { token: trader.token })).newPage()
      await open(page, place)
      return page
    }),
  )
  const old = (page: Page) => page.getByRole('main').getByText(/^Last known prices|^No current price|^\d+\w+ ago$/)
  for (const page of pages) await page.context().setOffline(true)
  for (const page of pages) await expect(old(page).first()).toBeVisible()
  // From the tenth second on it has a digit more.
  for (const page of pages) await expect(page.locator('[data-age]')).toHaveAttribute('data-age', /^(\d\ds|\d+m)/)
  for (const page of pages) await page.context().setOffline(false)
  for (const page of pages) await expect(old(page)).toHaveCount(0)
  for (const [index, page] of pages.entries()) expect(await shiftsOf(page), priced[index]).toEqual([])
  for (const page of pages) await page.context().close()
})

/** Presses as no person does: what moves within half a second of a person's tap would not count. */
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().dispatchEvent('click')
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).dispatchEvent('click')

/** Sheets whose content is loaded once they are open. */
const loadingSheets: readonly { what: string; place: string; open: (page: Page) => Promise<void> }[] = [
  { what: 'an option', place: places.CHART, open: (page) => press(page, words['orders.direction.rise']) },
  {
    what: 'a contract',
    place: places.CHART,
    open: async (page) => {
      await choose(page, words['title.contracts'])
      await press(page, words['lever.direction.long'])
    },
  },
  {
    what: 'a coin',
    place: places.CHART,
    open: async (page) => {
      await choose(page, words['lever.kind.spot'])
      await press(page, words['spot.side.buy'])
    },
  },
  {
    what: 'a pair in lots',
    place: places.FOREX_CHART,
    open: async (page) => {
      await choose(page, words['market.forex'])
      await press(page, words['spot.side.buy'])
    },
  },
]

test('layout shift: a sheet keeps its height while its content loads', async ({ browser, trader, faults }) => {
  await trader.quiet()
  const device = await openWindow(browser, faults, { token: trader.token })
  const page = await device.newPage()
  for (const { what, place, open: openSheet } of loadingSheets) {
    await page.goto('about:blank')
    await open(page, place)
    const before = await shiftsOf(page)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/api\//, async (route) => {
      await asked
      await route.continue()
    })
    await openSheet(page)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(words['page.loading'])).toBeAttached()
    await expect.poll(() => sheet.evaluate((element) => element.getAnimations().length)).toBe(0)
    answer()
    await expect(sheet.locator('button[type="submit"]')).toBeVisible()
    expect((await shiftsOf(page)).slice(before.length), what).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  }
  await device.close()
})

test.describe('layout shift: nothing moves while a page loads and prices stream', () => {
  for (const { who, lang, size, isShort } of visits) {
    if (!isShort && !LONG) continue
    const seen = seenBy(who, size)
    const parts = Math.ceil(seen.length / PLACES_MAX)
    for (let part = 0; part < parts; part++) {
      const title = `for ${who}, in ${lang}, at ${size.width} px, ${part + 1} of ${parts}`
      test(title, async ({ browser, faults, trader }) => {
        const token = who === 'a guest' ? '' : trader.token
        // A result is news, and changes what one has while one looks.
        if (token) await trader.quiet()
        const newDevice = () => openWindow(browser, faults, { lang, token }, size)
        const own = seen.filter((_, index) => index % parts === part)
        expect(await shiftsAt(newDevice, own, bcp47(lang))).toEqual([])
      })
    }
  }
})
