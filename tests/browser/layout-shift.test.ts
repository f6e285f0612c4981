import type { BrowserContext, Page } from '@playwright/test'
import { bcp47 } from '../../src/ui/format.ts'
import { keepToken } from './api.ts'
import { expect, NO_ANSWER, test } from './fixtures.ts'
import { open } from './places.ts'
import { guestPlaces, ownPlaces } from './sights.ts'

/** How many pages load at once: each waits longer than it works. */
const AT_ONCE = 4
/** How long prices stream once a page shows what it is about, in ms. */
const STREAMING_MS = 1000
/** In how many parts a visit is made: all pages in one would take minutes where the machine is busy. */
const PARTS = [0, 1, 2]

type Shift = PerformanceEntry & {
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** What has moved on the page since it began to load, and from where to where. */
const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async (streaming) => {
    const found: string[] = []
    const box = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`
    const note = (entries: PerformanceEntry[]) => {
      for (const { hadRecentInput, sources } of entries as Shift[]) {
        if (hadRecentInput) continue
        for (const { node, previousRect, currentRect } of sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const name = `${element?.tagName} ${element?.className} “${element?.textContent?.slice(0, 40)}”`
          found.push(`${name} from ${box(previousRect)} to ${box(currentRect)}`)
        }
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, streaming))
    note(observer.takeRecords())
    return found
  }, STREAMING_MS)

/** Loads each place in a page of its own, and tells what moved. */
async function shiftsAt(device: BrowserContext, places: readonly string[], lang: string): Promise<string[]> {
  const found: string[] = []
  const left = [...places]
  const loadAll = async () => {
    for (let place = left.shift(); place !== undefined; place = left.shift()) {
      const page = await device.newPage()
      await open(page, place)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      const moved = await shiftsOf(page)
      found.push(...moved.map((shift) => `${place}: ${shift}`))
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loadAll))
  return found
}

/** Each language once; `npm run test:faults` takes both in each. */
const LONG = process.env.TEST_LONG !== undefined
const visits = [
  { who: 'a guest', lang: 'en', isShort: true },
  { who: 'a guest', lang: 'zh', isShort: false },
  { who: 'a guest', lang: 'vn', isShort: false },
  { who: 'someone who is signed in', lang: 'en', isShort: false },
  { who: 'someone who is signed in', lang: 'zh', isShort: true },
  { who: 'someone who is signed in', lang: 'vn', isShort: false },
] as const

/** Pages that say of what a lost connection takes from them. */
const priced = ['/pages/kline/index', '/pages/whdetail/index', '/pages/walletrade/swap']

test('nothing moves when prices grow old, nor when they are there again', async ({
  context,
  page: first,
  trader,
  faults,
}) => {
  faults.allow(NO_ANSWER)
  await trader.quiet()
  await keepToken(first, trader)
  const pages = await Promise.all(
    priced.map(async (place) => {
      const page = await context.newPage()
      await open(page, place)
      return page
    }),
  )
  const old = (page: Page) => page.getByText(/^Last known prices|^There is no fresh price/)
  await context.setOffline(true)
  for (const page of pages) await expect(old(page).first()).toBeVisible()
  await context.setOffline(false)
  for (const page of pages) await expect(old(page)).toHaveCount(0)
  for (const [index, page] of pages.entries()) expect(await shiftsOf(page), priced[index]).toEqual([])
})

test.describe('nothing moves while a page loads and prices stream', () => {
  for (const { who, lang, isShort } of visits) {
    if (!isShort && !LONG) continue
    for (const part of PARTS) {
      test(`for ${who}, in ${lang}, part ${part + 1} of ${PARTS.length}`, async ({ context, trader }) => {
        const token = who === 'a guest' ? '' : trader.token
        // A result is news, and changes what one has while one looks.
        if (token) await trader.quiet()
        await context.addInitScript(
          (kept) => {
            // A page begins empty, and nothing may keep anything there.
            if (origin === 'null') return
            for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
          },
          { lang, token },
        )
        const places = (token ? ownPlaces : guestPlaces).filter((_, index) => index % PARTS.length === part)
        expect(await shiftsAt(context, places, bcp47(lang))).toEqual([])
      })
    }
  }
})
