import { createHash } from 'node:crypto'
import type { ServerFrame, TickDelta } from '../../src/api/wire/frames.ts'
import { type BookSide, levelsOf } from '../../src/rules/market/book.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney, parseMoney } from '../../src/rules/money/money.ts'
import { tradeOf } from '../../src/streams/tape.ts'
import type { Benchmark } from './benchmark.ts'
import { openBrowser, servePages } from './browser.ts'
import { comparePages, percent, where } from './main-thread.ts'
import { SYMBOL, type Written } from './pages/written.ts'
import { servePageSocket } from './pages-socket.ts'

const UPDATES_A_SECOND = 10
const TAPE = 20

const tickAt = (seq: number): TickDelta => [
  seq,
  1_760_000_000_000 + seq * 100,
  (43_100 + Math.sin(seq * 1.7) * 3).toFixed(2),
  createHash('sha256').update(String(seq)).digest('hex'),
]
const ticksOf = (from: number, to: number): ServerFrame => ({
  type: 'ticks',
  symbol: SYMBOL,
  previousHash: tickAt(from - 1)[3],
  ticks: Array.from({ length: to - from + 1 }, (_, at) => tickAt(from + at)),
})

/** What a server would send to a page that computes nothing: levels and the new trade, as text. */
function writtenOf(at: number): Written {
  const { scale, quantityScale } = instrumentOf(SYMBOL)
  const [seq, time, price, hash] = tickAt(at)
  const side = (name: BookSide) =>
    levelsOf(SYMBOL, name, { price: parseMoney(price, scale) ?? 0n, hash }).map((level): [string, string] => [
      formatMoney(level.price, scale),
      formatMoney(level.quantity, quantityScale),
    ])
  const trade = tradeOf({ symbol: SYMBOL, seq, time, price, hash }, tickAt(at - 1)[2])
  return { type: 'written', bid: side('bid'), ask: side('ask'), trade }
}

/** The order book and tape of a pair, against writing levels and trades straight into the page. */
const book: Benchmark = async (bench) => {
  bench.say('building the pages')
  const { server, url } = await servePages(bench)
  let seq = 100
  const everyMs = 1_000 / UPDATES_A_SECOND
  // Both pages receive both frames, so that their load is equal; each uses its own.
  servePageSocket(bench, server, {
    ask: 'watch',
    everyMs: everyMs / 2,
    first: () => ticksOf(Math.floor(seq) - TAPE + 1, Math.floor(seq)),
    next: () => {
      seq += 0.5
      return seq % 1 === 0 ? ticksOf(seq, seq) : writtenOf(Math.ceil(seq))
    },
  })
  const browser = await openBrowser(bench)
  const { ours, floor, ratio, frames, rounds, windowSeconds } = await comparePages(
    bench,
    { browser, url },
    { ours: 'book', floor: 'book-floor' },
  )
  return [
    {
      what: 'main thread with an order book and a tape at 10 updates/s',
      value: ratio,
      unit: 'x',
      aim: { atMost: 1.2 },
      ours: percent(ours),
      floor: percent(floor),
      how: `share of the time in tasks over ${windowSeconds} s, ${where}: the app's book of 20 levels a side and its tape of ${TAPE} trades, both made from the recorded tick, against the same tables into which levels and trades are written as they come in the message; median of ${rounds} pairs by turns`,
    },
    {
      what: 'frame p99 with an order book and a tape at 10 updates/s',
      value: frames.ours,
      unit: 'ms',
      floor: `${frames.floor.toFixed(1)} ms`,
      how: `time between the starts of two frames, over ${rounds} windows of ${windowSeconds} s`,
    },
  ]
}

export default book
