import type { Range } from './layout.ts'

/**
 * Round prices between the ends of a range.
 *
 * @param spaceShare minimum distance between two, as a share of the range
 * @param stepMin minimum distance in price: the instrument's last decimal
 */
export function priceTicks(
  { min, max }: Range,
  spaceShare: number,
  stepMin = 0,
): { values: number[]; decimals: number } {
  if (!(max > min)) return { values: [], decimals: 0 }
  const least = Math.max((max - min) * spaceShare, stepMin)
  const power = Math.floor(Math.log10(least))
  const unit = 10 ** power
  const times = [1, 2, 5, 10].find((each) => each * unit >= least * (1 - 1e-9)) ?? 10
  const step = times * unit
  const decimals = Math.max(0, times === 10 ? -power - 1 : -power)
  const values: number[] = []
  for (let at = Math.ceil(min / step - 1e-9); at * step <= max + step * 1e-9; at++) {
    values.push(Number((at * step).toFixed(decimals)))
  }
  return { values, decimals }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
// Steps of months and years follow the calendar; these are typical lengths for the selection.
const MONTH = 30 * DAY
const YEAR = 365 * DAY

const steps = [
  ...[5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * HOUR),
  DAY,
  2 * DAY,
  WEEK,
  2 * WEEK,
  MONTH,
  3 * MONTH,
  6 * MONTH,
  YEAR,
  5 * YEAR,
]

/** A number that changes at each calendar step. `time`: seconds, shifted to the display zone. */
function bucket(time: number, step: number): number {
  if (step < WEEK) return Math.floor(time / step)
  // 1970-01-05 was a Monday.
  if (step < MONTH) return Math.floor((time - 4 * DAY) / step)
  const date = new Date(time * 1000)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth()
  return Math.floor(months / Math.max(1, Math.round((step / YEAR) * 12)))
}

/** The kind of a time label: hour and minute, day, month, or year. */
export type TimeLabel = 'time' | 'day' | 'month' | 'year'
export type TimeTick = { index: number; time: number; label: TimeLabel }

/**
 * Bars with a label on the time axis: the first of each hour, day, month or other step that fits. They depend on the bars
 * only, not on the view's start, so that they do not jump while it moves.
 *
 * @param times opening times of the bars, in seconds
 * @param width of a bar, in seconds
 * @param spacing minimum distance between two labels, in bars
 * @param zoneAt offset of the display zone at a time, both in seconds: it changes with daylight saving time
 */
export function timeTicks(
  times: readonly number[],
  { first, last }: { first: number; last: number },
  { width, spacing, zoneAt }: { width: number; spacing: number; zoneAt: (time: number) => number },
): TimeTick[] {
  const step = steps.find((each) => each >= width * spacing) ?? 5 * YEAR
  const ticks: TimeTick[] = []
  let lastIndex = Number.NEGATIVE_INFINITY
  const local = (index: number) => {
    const time = times[index] ?? 0
    return time + zoneAt(time)
  }
  const from = Math.max(1, first - Math.ceil(step / width))
  let before = local(from - 1)
  let time = before
  for (let index = from; index <= last; index++) {
    before = time
    time = local(index)
    if (bucket(time, step) === bucket(before, step)) continue
    // After closed hours two steps can be close together.
    if (index - lastIndex < spacing * 0.7) continue
    lastIndex = index
    if (index >= first) ticks.push({ index, time: times[index] ?? 0, label: labelOf(before, time, step) })
  }
  return ticks
}

function labelOf(before: number, time: number, step: number): TimeLabel {
  if (bucket(time, YEAR) !== bucket(before, YEAR) && step >= DAY) return 'year'
  if (step >= MONTH) return 'month'
  return step >= DAY || bucket(time, DAY) !== bucket(before, DAY) ? 'day' : 'time'
}
