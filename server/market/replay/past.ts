import { isOpen } from '../../../src/rules/market/hours.ts'
import { type Instrument, instrumentOf } from '../../../src/rules/market/instruments.ts'
import type { Bar } from '../bars.ts'
import type { History, Known, Step } from '../source.ts'
import { intoSteps } from '../steps.ts'
import { wholeUnits } from '../trades.ts'
import type { Row } from './rows.ts'
import type { Timeline } from './timeline.ts'
import { playRow } from './track.ts'

/** The input of the past. `read`: a symbol's rows from a recorded time on, or from a later one if that is too long ago. */
export type Recording = {
  timeline: Timeline
  first: number
  speed: number
  read(symbol: string, from: number, upTo: number): Iterable<Row>
}

/**
 * The charts as if the server had been running: the same prices at the same moments as during the replay. Of a looping recording, at most
 * the current pass.
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

/** Each price as a separate bar, in server time. */
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
