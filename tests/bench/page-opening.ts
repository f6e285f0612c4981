import type { Page } from '@playwright/test'
import {
  ACCOUNT,
  ASSETS,
  CHART,
  DEPOSIT,
  HOME,
  MARKETS,
  MESSAGES,
  NEWS,
  ORDERS,
  PLANS,
  RECORDS,
  SAVINGS,
  SECURITY,
  SERVICE,
  SWAP,
  WALLET,
  WITHDRAW,
} from '../../src/ui/router/places.ts'
import { isIdle, openApp, where } from './app.ts'
import type { Benchmark, Row } from './benchmark.ts'
import { median } from './figures.ts'

const ROUNDS = 5
const QUICK_ROUNDS = 1
/** How long a person looks at a page before the next tap, in ms. */
const READ_MS = 3_000

/** Pages, each with the page that has a link to it: the tabs, and the pages that traders open most often. */
const pages: readonly { at: string; to: string }[] = [
  ...[MARKETS, ORDERS, PLANS, ASSETS, ACCOUNT].map((to) => ({ at: HOME, to })),
  { at: MARKETS, to: HOME },
  { at: MARKETS, to: `${CHART}?symbol=BTCUSDT` },
  ...[DEPOSIT, WITHDRAW, SWAP, SAVINGS, RECORDS].map((to) => ({ at: ASSETS, to })),
  { at: ASSETS, to: `${WALLET}?currency=USDT` },
  ...[SECURITY, MESSAGES, NEWS, SERVICE].map((to) => ({ at: ACCOUNT, to })),
]

/** Pages that a quick run measures alone. */
const quickPages = [`${CHART}?symbol=BTCUSDT`, SWAP, HOME]

/** When the next page was painted after a tap, in ms: its frame or skeleton, and its content. */
type Opened = { first: number; content: number }

/** Runs in the page before the tap. */
function watchOpening(): void {
  const before = document.querySelector('main')
  const seen: Partial<Opened> = {}
  Object.assign(window, { opened: seen })
  const watch = ({ timeStamp }: Event) => {
    const note = (name: keyof Opened) => {
      // A task queued in a frame runs after its paint.
      setTimeout(() => (seen[name] ??= Math.round(performance.now() - timeStamp)))
    }
    const look = () => {
      const main = document.querySelector('main')
      if (main && main !== before) {
        const skeletons = [...main.querySelectorAll('[class*="skeleton"]')]
        const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
        const hasText = skeletons.length === 0 && /\S/.test(main.textContent ?? '')
        if (hasText || skeletons.some(shown)) note('first')
        if (hasText) return note('content')
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }
  addEventListener('click', watch, { capture: true, once: true })
}

async function openingOf(page: Page, to: string): Promise<Opened> {
  await page.evaluate(watchOpening)
  await page.locator(`a[href="#${to}"]`).filter({ visible: true }).first().tap()
  const seen = await page.waitForFunction(() => {
    const { opened } = window as unknown as { opened: Partial<Opened> }
    return opened.content !== undefined && (opened as Opened)
  })
  return (await seen.jsonValue()) as Opened
}

/** How soon a page is there after a tap on a link to it, with the service worker in control. */
const pageOpening: Benchmark = async (bench) => {
  const rounds = bench.quick ? QUICK_ROUNDS : ROUNDS
  const chosen = bench.quick ? pages.filter(({ to }) => quickPages.includes(to)) : pages
  const { page, open } = await openApp(bench, '')
  const opened = new Map<string, Opened[]>()
  for (let round = 1; round <= rounds; round++) {
    bench.say(`round ${round} of ${rounds}`)
    for (const { at, to } of chosen) {
      await open(at)
      await isIdle(page)
      await page.waitForTimeout(READ_MS)
      opened.set(to, [...(opened.get(to) ?? []), await openingOf(page, to)])
    }
  }
  const all = [...opened].map(([to, times]) => ({
    to,
    first: median(times.map(({ first }) => first)),
    content: median(times.map(({ content }) => content)),
  }))
  for (const { to, first, content } of all.sort((a, b) => b.content - a.content))
    bench.say(`${to}: first ${first.toFixed(0)} ms, content ${content.toFixed(0)} ms`)
  const how = `from a tap on its link, ${READ_MS / 1000} s after its page had loaded, each time in a document of its own in which it was not open before; the slowest of ${all.length} pages, each the median of ${rounds}; ${where}`
  const row = (what: string, part: keyof Opened, atMost: number): Row => {
    const slowest = all.reduce((worst, each) => (each[part] > worst[part] ? each : worst))
    return { what, value: slowest[part], unit: 'ms', aim: { atMost }, ours: slowest.to, how }
  }
  return [
    row('opening a page until its skeleton or content', 'first', 100),
    row('opening a page until its content', 'content', 300),
  ]
}

export default pageOpening
