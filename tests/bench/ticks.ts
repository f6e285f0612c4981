import type { Benchmark } from './benchmark.ts'
import { openBrowser, servePages } from './browser.ts'
import { comparePages, percent, where } from './main-thread.ts'
import { instruments, snapshot, ticks } from './pages/market.ts'
import { servePageSocket } from './pages-socket.ts'

const TICKS_A_SECOND = 1_000

/** Fifty markets at a thousand ticks a second, against writing the same prices straight into the page. */
const ticksBench: Benchmark = async (bench) => {
  bench.say('building the pages')
  const { server, url } = await servePages(bench)
  let seq = 1
  servePageSocket(bench, server, {
    ask: 'subscribe',
    everyMs: (instruments.length / TICKS_A_SECOND) * 1_000,
    first: () => snapshot(seq, Date.now()),
    next: () => ticks(++seq, Date.now()),
  })
  const browser = await openBrowser(bench)
  const { ours, floor, ratio, frames, rounds, windowSeconds } = await comparePages(
    bench,
    { browser, url },
    { ours: 'ticks', floor: 'ticks-floor' },
  )
  return [
    {
      what: 'main thread under 1,000 ticks/s',
      value: ratio,
      unit: 'x',
      aim: { atMost: 1.2 },
      ours: percent(ours),
      floor: percent(floor),
      how: `share of the time in tasks over ${windowSeconds} s, ${where}: 50 rows of the app on its own socket and streams, against the same rows whose text and colour are written once a frame from the parsed message, without a flash; median of ${rounds} pairs by turns`,
    },
    {
      what: 'frame p99 under 1,000 ticks/s',
      value: frames.ours,
      unit: 'ms',
      aim: { atMost: 17 },
      floor: `${frames.floor.toFixed(1)} ms`,
      how: `time between the starts of two frames, over ${rounds} windows of ${windowSeconds} s; the floor is the direct writer`,
    },
  ]
}

export default ticksBench
