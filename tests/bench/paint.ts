import { buildPages } from '../../server/platform/build.ts'
import type { Benchmark } from './benchmark.ts'
import { openBrowser, openPhone, PHONE } from './browser.ts'
import { median, paired } from './figures.ts'
import { freshFolder, startServer } from './server.ts'

const ROUNDS = 11

/** When the app's page paints first, against the same page without its scripts and style sheets. */
const paint: Benchmark = async (bench) => {
  await buildPages({ info: bench.say })
  const server = await startServer(bench, { DATA_DIR: freshFolder(bench) })
  const browser = await openBrowser(bench)
  const url = `http://127.0.0.1:${server.port}/`
  const stood: number[] = []

  const firstPaint = async (blocked: string, stands?: string) => {
    const { page, cdp, close } = await openPhone(browser)
    await cdp.send('Network.enable')
    await cdp.send('Network.setBlockedURLs', { urls: [blocked] })
    await page.goto(url)
    const painted = await page.evaluate(async () => {
      const entry = () => performance.getEntriesByName('first-contentful-paint')[0]
      while (!entry()) await new Promise((resolve) => setTimeout(resolve, 10))
      return entry()?.startTime ?? Number.NaN
    })
    if (stands) {
      await page.locator(stands).first().waitFor()
      stood.push(await page.evaluate(() => performance.now()))
    }
    await close()
    return painted
  }
  // Blocking costs something by itself: for the app, too, something is blocked, which is never asked for.
  const app = () => firstPaint('*/nothing/*', 'main li')
  const shell = () => firstPaint('*/assets/*')
  await app()
  stood.length = 0
  bench.say(`${ROUNDS} rounds`)
  const first = await paired(ROUNDS, app, shell)
  return [
    {
      what: 'first paint',
      value: first.ratio,
      unit: 'x',
      aim: { atMost: 1.3 },
      ours: `${first.ours.toFixed(0)} ms`,
      floor: `${first.floor.toFixed(0)} ms`,
      how: `first contentful paint of the home page from the real server, in a fresh profile of Chromium with the processor ${PHONE.slowdown} times slower, against the same page with its scripts and style sheets blocked; median of ${ROUNDS} pairs by turns`,
    },
    {
      what: 'first prices',
      value: median(stood),
      unit: 'ms',
      how: 'when the same page has the first row of its list of markets; seen by polling, so a few ms late',
    },
  ]
}

export default paint
