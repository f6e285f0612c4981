import type { Browser } from '@playwright/test'
import type { Bench } from './benchmark.ts'
import { metricsOf, openPhone, PHONE, watchFrames } from './browser.ts'
import { paired, quantile } from './figures.ts'

const FULL = { rounds: 5, settleMs: 2_500, windowMs: 4_000 }
const QUICK = { rounds: 1, settleMs: 1_000, windowMs: 1_000 }

export const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** The measuring environment, as stated in a row. */
export const where = `${PHONE.width}x${PHONE.height} at scale ${PHONE.scale} in Chromium with the processor ${PHONE.slowdown} times slower`

/**
 * Measures alternately how busy two pages keep a phone's main thread, and the time between their frames.
 *
 * @param pages the URL hashes of our page and its floor
 * @returns busy shares from 0 to 1, and the 99th percentile of frame times in ms
 */
export async function comparePages(
  bench: Bench,
  { browser, url }: { browser: Browser; url: string },
  pages: { ours: string; floor: string },
) {
  const { rounds, settleMs, windowMs } = bench.quick ? QUICK : FULL
  const frames = new Map<string, number[]>()
  const share = async (name: string) => {
    const { page, cdp, close } = await openPhone(browser)
    await page.goto(`${url}/#${name}`)
    const size = await page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio])
    if (size.join() !== [PHONE.width, PHONE.height, PHONE.scale].join()) throw new Error(`the window is ${size}`)
    await page.waitForTimeout(settleMs)
    const before = await metricsOf(cdp)
    await page.waitForTimeout(windowMs)
    const after = await metricsOf(cdp)
    frames.set(name, [...(frames.get(name) ?? []), ...(await page.evaluate(watchFrames, windowMs))])
    await close()
    const busy = (after.task - before.task) / (after.time - before.time)
    const script = (after.script - before.script) / (after.time - before.time)
    bench.say(`${name}: ${percent(busy)} busy, ${percent(script)} in script`)
    return busy
  }
  const shares = await paired(
    rounds,
    () => share(pages.ours),
    () => share(pages.floor),
  )
  const p99 = (name: string) => quantile(frames.get(name) ?? [], 0.99)
  return {
    ...shares,
    rounds,
    windowSeconds: windowMs / 1000,
    frames: { ours: p99(pages.ours), floor: p99(pages.floor) },
  }
}
