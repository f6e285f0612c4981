import type { Browser, BrowserContext, Page } from '@playwright/test'
import { bcp47 } from '../../../src/ui/format/format.ts'
import * as places from '../../../src/ui/router/places.ts'
import { expect, type Faults, NO_ANSWER, test } from '../kit/fixtures.ts'
import { open } from '../kit/places.ts'
import { guestPlaces, ownPlaces } from '../kit/sights.ts'

// As most people have it: what fades or slides must move nothing else.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** How many pages load at once: each waits longer than it works. */
const AT_ONCE = 4
/** How long prices stream once a page shows what it is about, in ms. */
const STREAMING_MS = 1000
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
 * otherwise, and tells that as shifts.
 */
async function openWindow(browser: Browser, { watch }: Faults, kept: Record<string, string>): Promise<BrowserContext> {
  const device = await browser.newContext()
  watch(device)
  await device.addInitScript((names) => {
    // A page begins empty, and nothing may keep anything there.
    if (origin === 'null') return
    for (const [name, value] of Object.entries(names)) localStorage.setItem(name, value)
  }, kept)
  return device
}

/** Loads each place, and returns what moved on it. */
async function shiftsAt(newDevice: () => Promise<BrowserContext>, places: readonly string[], lang: string) {
  const found: string[] = []
  const left = [...places]
  const loadAll = async () => {
    const device = await newDevice()
    const page = await device.newPage()
    for (let place = left.shift(); place !== undefined; place = left.shift()) {
      // Another place of the same document would be a change of its hash, and load nothing.
      await page.goto('about:blank')
      await open(page, place)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      const moved = await shiftsOf(page)
      found.push(...moved.map((shift) => `${place}: ${shift}`))
    }
    await device.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loadAll))
  return found
}

/** Each language once; `npm run test:faults` takes both in each. */
const visits = [
  { who: 'a guest', lang: 'en', isShort: true },
  { who: 'a guest', lang: 'zh', isShort: false },
  { who: 'a guest', lang: 'vn', isShort: false },
  { who: 'someone who is signed in', lang: 'en', isShort: false },
  { who: 'someone who is signed in', lang: 'zh', isShort: true },
  { who: 'someone who is signed in', lang: 'vn', isShort: false },
] as const

/** Pages that guests see differently. */
const forGuests: readonly string[] = [
  places.HOME,
  places.MARKETS,
  places.CHART,
  places.FOREX_CHART,
  places.ACCOUNT,
  places.SERVICE,
]
const seenBy = (who: (typeof visits)[number]['who']): readonly string[] => {
  if (who !== 'a guest') return ownPlaces
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
  const old = (page: Page) => page.getByRole('main').getByText(/^Last known prices|^No current price|^\d+\w+ ago · $/)
  for (const page of pages) await page.context().setOffline(true)
  for (const page of pages) await expect(old(page).first()).toBeVisible()
  // From the tenth second on it has a digit more.
  for (const page of pages) await expect(page.locator('[data-age]')).toHaveAttribute('data-age', /^(\d\ds|\d+m)/)
  for (const page of pages) await page.context().setOffline(false)
  for (const page of pages) await expect(old(page)).toHaveCount(0)
  for (const [index, page] of pages.entries()) expect(await shiftsOf(page), priced[index]).toEqual([])
  for (const page of pages) await page.context().close()
})

test.describe('layout shift: nothing moves while a page loads and prices stream', () => {
  for (const { who, lang, isShort } of visits) {
    if (!isShort && !LONG) continue
    const seen = seenBy(who)
    const parts = Math.ceil(seen.length / PLACES_MAX)
    for (let part = 0; part < parts; part++) {
      test(`for ${who}, in ${lang}, part ${part + 1} of ${parts}`, async ({ browser, faults, trader }) => {
        const token = who === 'a guest' ? '' : trader.token
        // A result is news, and changes what one has while one looks.
        if (token) await trader.quiet()
        const newDevice = () => openWindow(browser, faults, { lang, token })
        const own = seen.filter((_, index) => index % parts === part)
        expect(await shiftsAt(newDevice, own, bcp47(lang))).toEqual([])
      })
    }
  }
})
