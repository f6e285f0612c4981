import { isOpen } from '../../../src/rules/market/hours.ts'
import { type Instrument, instrumentOf } from '../../../src/rules/market/instruments.ts'
import type { Bar } from '../bars.ts'
import type { History, Known, Step } from '../source.ts'
import { intoSteps } from '../steps.ts'
import { wholeUnits } from '../trades.ts'
import type { Row } from './rows.ts'
import type { Timeline } from './timeline.ts'
import { playRow } from './track.ts'

/** What the past is made from. `read`: a symbol's rows from one recorded time on, or a later one where that is too long ago. */
export type Recording = {
  timeline: Timeline
  first: number
  speed: number
  read(symbol: string, from: number, upTo: number): Iterable<Row>
}

/**
 * What charts would hold had the server been up: the same prices at the same moments as when they are played. Of a
 * recording that goes round, no more than the round of now.
 */
export function replayPast(
  steps: readonly Step[],
  symbols: readonly Known[],
  { timeline, first, speed, read }: Recording,
): History {
  return (symbol) => {
    const [begin, end] = [steps[0], steps.at(-1)]
    if (!begin || !end) return []
    const untilMs = (end.time + end.width) * 1000
    const sinceMs = Math.max(begin.time, symbols.find((each) => each.symbol === symbol)?.last?.since ?? 0) * 1000
    const { pass, position } = timeline.at(untilMs)
    const from = Math.max(first, position - (untilMs - sinceMs) * speed)
    if (position <= from) return []
    const played = (at: number) => timeline.playedAt({ pass, position: at })
    const bars = barsOf(instrumentOf(symbol), read(symbol, from, position), { from, upTo: position, played })
    return intoSteps(steps, bars)
  }
}

type Stretch = { from: number; upTo: number; played(at: number): number }

/** Each price as a bar of its own, in the time of the server. */
function* barsOf(
  { kind, scale, quantityScale }: Instrument,
  rows: Iterable<Row>,
  { from, upTo, played }: Stretch,
): Generator<Bar> {
  const [units, quantityUnits] = [10 ** scale, 10 ** quantityScale]
  let rest = 0
  let prices: Bar[] = []
  const take = (price: number, volume: number, at: number) => {
    const ms = Math.floor(played(at))
    if (!isOpen(kind, ms)) return
    const quantity = volume * quantityUnits + rest
    const whole = wholeUnits(quantity)
    rest = quantity - whole
    const minor = BigInt(Math.round(price * units))
    const bar = {
      time: Math.floor(ms / 1000),
      open: minor,
      high: minor,
      low: minor,
      close: minor,
      volume: BigInt(whole),
    }
    prices.push(bar)
  }
  for (const row of rows) {
    if (row.time >= upTo) return
    playRow(row, from, upTo, take)
    yield* prices
    prices = []
  }
}
