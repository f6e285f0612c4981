import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openSqlite } from '../../server/platform/database/database.ts'
import { buildPages } from '../../server/platform/http/build.ts'
import type { Benchmark } from './benchmark.ts'
import { metricsOf, openBrowser, openPhone, PHONE, watchFrames } from './browser.ts'
import { median, quantile } from './figures.ts'
import { openPlatform, signUp } from './orders-people.ts'
import { move } from './records-people.ts'
import { freshFolder, startServer } from './server.ts'

type Sizes = { rows: number; rounds: number; scrollMs: number }
const FULL: Sizes = { rows: 10_000, rounds: 3, scrollMs: 4_000 }
const QUICK: Sizes = { rows: 1_500, rounds: 1, scrollMs: 3_000 }
/** The speed of a finger's fling. */
const PIXELS_A_SECOND = 3_000
const ROW_PIXELS = 61

/** Scrolling through ten thousand records, against a page of as many lines of text. */
const records: Benchmark = async (bench) => {
  const { rows, rounds, scrollMs } = bench.quick ? QUICK : FULL
  await buildPages({ info: bench.say })
  const folder = freshFolder(bench)
  const database = openSqlite(join(folder, 'quoin.db'))
  const platform = await openPlatform(database)
  const [person] = await signUp(platform, 1)
  if (!person) throw new Error('nobody signed up')
  await move(platform, person.userId, rows)
  await database.close()
  const server = await startServer(bench, { DATA_DIR: folder })
  const browser = await openBrowser(bench)
  const { page, cdp } = await openPhone(browser)

  const scrolled = async (name: string): Promise<number[]> => {
    const gaps: number[] = []
    const before = await metricsOf(cdp)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
    for (let round = 0; round < rounds; round++) {
      const watching = page.evaluate(watchFrames, scrollMs)
      await cdp.send('Input.synthesizeScrollGesture', {
        x: PHONE.width / 2,
        y: PHONE.height / 2,
        yDistance: (PIXELS_A_SECOND * scrollMs) / 1_000,
        speed: PIXELS_A_SECOND,
      })
      gaps.push(...(await watching))
    }
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const after = await metricsOf(cdp)
    const share = (of: 'task' | 'script') =>
      `${(((after[of] - before[of]) / (after.time - before.time)) * 100).toFixed(0)}%`
    bench.say(
      `${name}: ${share('task')} busy, ${share('script')} in script, ${gaps.length} frames, median ${median(gaps).toFixed(1)} ms`,
    )
    return gaps
  }

  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(`http://127.0.0.1:${server.port}/`)
  await page.evaluate((token) => localStorage.setItem('token', token), person.token)
  await page.goto(`http://127.0.0.1:${server.port}/#/pages/order/finance`)
  await page.reload()
  bench.say('reading on to the end')
  await readOn(page, rows)
  const ours = await scrolled('records')
  await page.goto('about:blank')
  await page.evaluate(
    ([count, height]) => {
      const line = (_: unknown, at: number) => `<div style="height:${height}px">a line of text, number ${at}</div>`
      document.body.innerHTML = Array.from({ length: count ?? 0 }, line).join('')
      scrollTo(0, document.body.scrollHeight)
    },
    [rows, ROW_PIXELS],
  )
  const floor = await scrolled('lines')
  const p99 = (gaps: readonly number[]) => quantile(gaps, 0.99)
  return [
    {
      what: 'frame p99 while scrolling 10,000 records',
      value: p99(ours),
      unit: 'ms',
      aim: { atMost: 20 },
      floor: `${p99(floor).toFixed(1)} ms`,
      ...(bench.quick && { size: `${rows} records` }),
      how: `time between the starts of two frames, ${rounds} flings of ${scrollMs / 1000} s at ${PIXELS_A_SECOND} pixels a second from the end of all, ${PHONE.width}x${PHONE.height} at scale ${PHONE.scale} in Chromium with the processor ${PHONE.slowdown} times slower; the floor is a bare page of as many lines of text`,
    },
  ]
}

/** Scrolls until everything is loaded. */
const readOn = (page: Page, count: number) =>
  page.evaluate(
    (rows) =>
      new Promise<void>((resolve) => {
        const on = () => {
          scrollTo(0, document.documentElement.scrollHeight)
          if (document.querySelectorAll('main section li').length >= rows) setTimeout(resolve, 1_000)
          else setTimeout(on, 50)
        }
        on()
      }),
    count,
  )

export default records
