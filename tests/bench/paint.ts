import { buildPages } from '../../server/platform/http/build.ts'
import type { Benchmark } from './benchmark.ts'
import { openBrowser, openPhone, PHONE } from './browser.ts'
import { median, paired } from './figures.ts'
import { freshFolder, startServer } from './server.ts'

const ROUNDS = 11
const QUICK_ROUNDS = 3

/** Possibly stale prices, and prices confirmed by the stream. */
const ANY = '[data-fresh]'
const PROVEN = 'main [data-fresh="true"]'

/** Runs in the page before anything else: notes when a frame with a figure in such an element was painted. */
function watchPrices(selectors: readonly string[]) {
  const seen: Record<string, number> = {}
  Object.assign(window, { prices: seen })
  const look = () => {
    const missing = selectors.filter((selector) => seen[selector] === undefined)
    for (const selector of missing) {
      const shows = [...document.querySelectorAll(selector)].some((element) => /\d/.test(element.textContent ?? ''))
      // A task queued in a frame runs after its paint.
      if (shows) setTimeout(() => (seen[selector] ??= performance.now()))
    }
    if (missing.length > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Time to first paint, against the same page without scripts and style sheets, and time to prices. */
const paint: Benchmark = async (bench) => {
  const rounds = bench.quick ? QUICK_ROUNDS : ROUNDS
  await buildPages({ info: bench.say })
  const server = await startServer(bench, { DATA_DIR: freshFolder(bench) })
  const browser = await openBrowser(bench)
  const url = `http://127.0.0.1:${server.port}/`
  const prices: { first: number; proven: number; painted: number }[] = []

  const firstPaint = async (blocked: string, watched: boolean) => {
    const { page, cdp, close } = await openPhone(browser)
    await cdp.send('Network.enable')
    await cdp.send('Network.setBlockedURLs', { urls: [blocked] })
    if (watched) await page.addInitScript(watchPrices, [ANY, PROVEN])
    await page.goto(url)
    const painted = await page.evaluate(async () => {
      const entry = () => performance.getEntriesByName('first-contentful-paint')[0]
      while (!entry()) await new Promise((resolve) => setTimeout(resolve, 10))
      return entry()?.startTime ?? Number.NaN
    })
    if (watched) {
      const seen = await page.waitForFunction(
        ([any, proven]) => {
          const { prices } = window as unknown as { prices: Record<string, number> }
          const [first, last] = [prices[any ?? ''], prices[proven ?? '']]
          return first !== undefined && last !== undefined && { first, proven: last }
        },
        [ANY, PROVEN],
      )
      const at = await seen.jsonValue()
      if (at) prices.push({ ...at, painted })
    }
    await close()
    return painted
  }
  // Blocking has its own cost: in the app, too, something is blocked that it never requests.
  const app = () => firstPaint('*/nothing/*', true)
  const shell = () => firstPaint('*/assets/*', false)
  await app()
  prices.length = 0
  bench.say(`${rounds} rounds`)
  const first = await paired(rounds, app, shell)
  const figure = (value: number) => `${value.toFixed(0)} ms`
  return [
    {
      what: 'first paint',
      value: first.ratio,
      unit: 'x',
      aim: { atMost: 1.3 },
      ours: figure(first.ours),
      floor: figure(first.floor),
      how: `first contentful paint of the home page from the real server, in a fresh profile of Chromium with the processor ${PHONE.slowdown} times slower, against the same page with its scripts and style sheets blocked; median of ${rounds} pairs by turns`,
    },
    {
      what: 'first prices, against the first paint',
      value: median(prices.map((each) => each.first / each.painted)),
      unit: 'x',
      aim: { atMost: 1.2 },
      ours: figure(median(prices.map((each) => each.first))),
      floor: figure(median(prices.map((each) => each.painted))),
      how: 'when the first frame with a price in it had been painted, against the first contentful paint of the same load; the price may be marked as one that may be old',
    },
    {
      what: 'prices proven',
      value: median(prices.map((each) => each.proven)),
      unit: 'ms',
      how: 'when the same page has the first price that the stream has proven to be the newest',
    },
  ]
}

export default paint
