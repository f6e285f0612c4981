import type { Benchmark } from './benchmark.ts'
import { openBrowser, servePages } from './browser.ts'
import { comparePages, percent, where } from './main-thread.ts'
import { orders, snapshot, ticks } from './pages/contracts.ts'
import { servePageSocket } from './pages-socket.ts'

const TICKS_A_SECOND = 20

/** A hundred open positions with their total at twenty price changes a second each, against writing straight into the page. */
const positions: Benchmark = async (bench) => {
  bench.say('building the pages')
  const { server, url } = await servePages(bench)
  let seq = 1
  servePageSocket(bench, server, {
    ask: 'subscribe',
    everyMs: 1_000 / TICKS_A_SECOND,
    first: () => snapshot(seq, Date.now()),
    next: () => ticks(++seq, Date.now()),
  })
  const browser = await openBrowser(bench)
  const { ours, floor, ratio, frames, rounds, windowSeconds } = await comparePages(
    bench,
    { browser, url },
    { ours: 'positions', floor: 'positions-floor' },
  )
  const count = `${orders.length} open positions at ${TICKS_A_SECOND} ticks/s each`
  return [
    {
      what: `frame p99 with ${count}`,
      value: frames.ours,
      unit: 'ms',
      aim: { atMost: 17 },
      floor: `${frames.floor.toFixed(1)} ms`,
      how: `time between the starts of two frames, over ${rounds} windows of ${windowSeconds} s, ${where}: the app's cards with price, profit and line, and the sum of all; the floor writes the same into the same cards, those on screen, once a frame`,
    },
    {
      what: `main thread with ${count}`,
      value: ratio,
      unit: 'x',
      aim: { atMost: 1.2 },
      ours: percent(ours),
      floor: percent(floor),
      how: `share of the time in tasks over ${windowSeconds} s; median of ${rounds} pairs by turns`,
    },
  ]
}

export default positions
