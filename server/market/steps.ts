import { isOpen } from '../../src/rules/market/hours.ts'
import { barOpen, type Interval, intervalSeconds, intervals } from '../../src/rules/market/intervals.ts'
import { type Bar, join } from './bars.ts'
import type { Step, StepBar } from './source.ts'

const HOUR_SECONDS = 3600

/** Minimum number of bars of each interval after the first start. The 24-hour figures need a day of minutes. */
export const barsAtFirst = (interval: Interval): number => (interval === '1m' ? 1_500 : 1_020)

/**
 * The start of each interval's history, such that metals, which have the shortest hours, have enough bars. Each is also the start of a
 * bar of the next wider interval, so that every bar consists of complete narrower ones.
 *
 * @param until seconds since the epoch, at a full minute
 */
export function beginnings(until: number): Map<Interval, number> {
  const begins = new Map<Interval, number>()
  let hour = Math.floor(until / HOUR_SECONDS) * HOUR_SECONDS
  let open = 0
  for (const [place, interval] of intervals.entries()) {
    const wanted = barsAtFirst(interval) * intervalSeconds[interval]
    const wider = intervals[place + 1]
    if (!wider) {
      begins.set(interval, barOpen(interval, until) - wanted)
      break
    }
    while (open < wanted) {
      hour -= HOUR_SECONDS
      if (isOpen('metal', hour * 1000)) open += HOUR_SECONDS
    }
    begins.set(interval, barOpen(wider, hour))
  }
  return begins
}

/**
 * Cuts the past into steps: minutes near the end, wider ones the further back. No step crosses the beginning of a narrower interval's
 * history, or one of `sinces`.
 *
 * @param until seconds since the epoch, at a full minute
 * @param sinces the times from which bars are wanted, at full minutes; `undefined`: the start of the widest interval
 */
export function planSteps(until: number, sinces: readonly (number | undefined)[] = [undefined]): Step[] {
  const begins = [...beginnings(until)]
  const earliest = begins.at(-1)?.[1] ?? until
  const cuts = [...new Set(sinces.map((since = earliest) => Math.max(since, earliest)))].sort((a, b) => a - b)
  const steps: Step[] = []
  let time = cuts[0] ?? until
  while (time < until) {
    // The narrowest interval that reaches back to this time, or a narrower one if none of its bars begins here.
    const reaching = begins.findIndex(([, begin]) => begin <= time)
    const next = cuts.find((cut) => cut > time) ?? until
    const width = widestFrom(time, Math.min(next, until), reaching < 0 ? begins.length - 1 : reaching)
    steps.push({ time, width })
    time += width
  }
  return steps
}

function widestFrom(time: number, until: number, place: number): number {
  for (const interval of intervals.slice(0, place + 1).reverse()) {
    if (barOpen(interval, time) === time && time + intervalSeconds[interval] <= until) return intervalSeconds[interval]
  }
  return intervalSeconds['1m']
}

/**
 * Assigns bars to the steps that contain them, merging those in one step.
 *
 * @param bars oldest first, none wider than its step
 */
export function intoSteps(steps: readonly Step[], bars: Iterable<Bar>): StepBar[] {
  const made: StepBar[] = []
  let place = 0
  let step = steps[0]
  for (const bar of bars) {
    while (step && bar.time >= step.time + step.width) step = steps[++place]
    if (!step) break
    if (bar.time < step.time) continue
    const last = made.at(-1)
    if (last?.time === step.time) Object.assign(last, join(last, bar))
    else made.push({ ...bar, ...step })
  }
  return made
}
