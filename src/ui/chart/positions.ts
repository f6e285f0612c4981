import { type ChartInterval, chartSeconds } from '../../rules/market/intervals.ts'
import type { Direction } from '../../rules/microtrade/microtrade.ts'
import type { Bars } from './bars.ts'
import { type Band, type Range, yOf } from './layout.ts'
import { type Frame, xOf } from './paint.ts'

/** A price at which a position closes automatically. */
export type Level = { name: 'stop' | 'profit' | 'liquidation'; price: number }

/** A fill. `rise`: a buy. `time`: in seconds since the epoch. */
export type Deal = { direction: Direction; price: number; time: number }

/**
 * A live position or order on a chart. Times in seconds since the epoch.
 *
 * - `entry`: its entry price, or its trigger price
 * - `opened`: null while pending
 * - `due`: null without an expiry, as for a contract, which has levels
 * - `movable`: its stops can be dragged
 * - `rests`: the type of a pending order; absent for a limit order
 */
export type Position = {
  id: string
  direction: Direction
  entry: number
  opened: number | null
  due: number | null
  levels?: readonly Level[]
  movable?: boolean
  rests?: 'limit' | 'stop'
  /** Its size, as shown. */
  size?: string
  /** Its P&L at a price after fees, as shown; undefined if it cannot be calculated. */
  net?(price: number): string | undefined
}

/** Maximum number of options whose areas are drawn. */
export const AREAS_MAX = 10

/** The scale of a chart's bars: `seconds` of one; `isLine`: it is a point in time, not an interval. */
export type Measure = { seconds: number; isLine: boolean }

export const measureOf = (interval: ChartInterval): Measure => ({
  seconds: chartSeconds[interval],
  isLine: interval === 'tick',
})

/** Position of a time among the bars, also after the newest; closed hours take no room. */
export function placeOf({ time: times }: Pick<Bars, 'time'>, { seconds, isLine }: Measure, time: number): number {
  let [index, after] = [0, times.length]
  while (after - index > 1) {
    const middle = (index + after) >> 1
    if ((times[middle] ?? 0) > time) after = middle
    else index = middle
  }
  const since = (time - (times[index] ?? time)) / seconds
  const isWithin = index < times.length - 1
  return index + (isWithin ? Math.min(since, 1) : since) - (isLine ? 0 : 0.5)
}

/** The time at a position among the bars, the inverse of `placeOf`. */
export function timeAt({ time: times }: Pick<Bars, 'time'>, { seconds, isLine }: Measure, place: number): number {
  const at = place + (isLine ? 0 : 0.5)
  const index = Math.min(Math.max(Math.floor(at), 0), times.length - 1)
  return (times[index] ?? 0) + (at - index) * seconds
}

/** Number of bars from the newest to the last expiry; 0 if none. */
export const aheadOf = (bars: Bars, measure: Measure, positions: readonly Position[]): number =>
  positions.reduce(
    (ahead, { due }) => (due === null ? ahead : Math.max(ahead, placeOf(bars, measure, due) - bars.time.length + 1)),
    0,
  )

/** Entries of opened positions within a range of bars. */
export const entriesIn = (
  bars: Bars,
  measure: Measure,
  positions: readonly Position[],
  { from, to }: { from: number; to: number },
): number[] =>
  positions
    .filter(
      ({ opened, due }) =>
        opened !== null &&
        placeOf(bars, measure, opened) <= to &&
        (due === null || placeOf(bars, measure, due) >= from),
    )
    .map(({ entry }) => entry)

/** Trigger prices, except liquidations, which are far away. */
export const levelsIn = (positions: readonly Position[]): number[] =>
  positions.flatMap(({ entry, opened, levels = [] }) => [
    ...(opened === null ? [entry] : []),
    ...levels.flatMap(({ name, price }) => (name === 'liquidation' ? [] : [price])),
  ])

/** Names of the marks. */
export type AreaLabels = { ends(time: number): string }

const DASHED = [3, 3]
const END_SPACE = 96
const DEAL = 5

/** Paints each option's winning and losing areas and its expiry. */
export function paintAreas(frame: Frame, { bars, price, band, lowest, positions, measure, words }: AreaScene): void {
  const options = positions.flatMap((position) => {
    const { opened, due } = position
    return opened === null || due === null ? [] : [{ ...position, opened, due }]
  })
  // Changing the font costs as much as a fifth of the candles.
  if (options.length === 0) return
  const { ctx, palette, ratio, left, top, width } = frame
  const [upper, lower] = [top + band.top, top + band.top + band.height]
  const shown = options.slice(0, AREAS_MAX)
  const endLabels: number[] = []
  ctx.font = `400 ${12 * ratio}px ${palette.fontFamily}`
  for (const { direction, entry, opened, due } of shown) {
    const [from, to] = [xOf(frame, placeOf(bars, measure, opened)), xOf(frame, placeOf(bars, measure, due))]
    if (to < left || from > left + width) continue
    const y = Math.min(Math.max(top + yOf(entry, price, band), upper), lower)
    const [above, below] = direction === 'rise' ? [palette.rise, palette.fall] : [palette.fall, palette.rise]
    ctx.globalAlpha = Math.max(0.12 / shown.length, 0.04)
    ctx.fillStyle = above
    ctx.fillRect(from, upper, to - from, y - upper)
    ctx.fillStyle = below
    ctx.fillRect(from, y, to - from, lower - y)
    ctx.globalAlpha = 1
    ctx.fillStyle = direction === 'rise' ? palette.rise : palette.fall
    ctx.beginPath()
    ctx.arc(from, y, 3 * ratio, 0, 2 * Math.PI)
    ctx.fill()
    paintEnd(frame, to, upper, lower)
    ctx.fillStyle = palette.muted
    ctx.textBaseline = 'bottom'
    if (to <= left + width && endLabels.every((other) => Math.abs(other - to) > END_SPACE * ratio)) {
      endLabels.push(to)
      ctx.textAlign = 'right'
      ctx.fillText(words.ends(due), to - 4 * ratio, top + lowest)
    }
  }
}

type DealScene = Pick<AreaScene, 'bars' | 'price' | 'band' | 'measure'> & { deals: readonly Deal[] }

/** Paints the mark of a fill: a buy from below, a sell from above. */
export function paintDeals(frame: Frame, { bars, price, band, deals, measure }: DealScene): void {
  const { ctx, palette, ratio, left, top, width } = frame
  for (const { direction, price: at, time } of deals) {
    const [x, y] = [xOf(frame, placeOf(bars, measure, time)), top + yOf(at, price, band)]
    if (x < left || x > left + width || y < top + band.top || y > top + band.top + band.height) continue
    const size = (direction === 'rise' ? DEAL : -DEAL) * ratio
    ctx.fillStyle = direction === 'rise' ? palette.rise : palette.fall
    ctx.strokeStyle = palette.paper
    ctx.lineWidth = ratio
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.lineTo(x - size, y + 2 * size)
    ctx.lineTo(x + size, y + 2 * size)
    ctx.closePath()
    ctx.fill()
    ctx.stroke()
  }
}

export type AreaScene = {
  bars: Bars
  price: Range
  band: Band
  /** Lower edge of the expiries' labels, in pixels from the plot's upper edge. */
  lowest: number
  positions: readonly Position[]
  measure: Measure
  words: AreaLabels
}

function paintEnd({ ctx, palette, ratio }: Frame, x: number, upper: number, lower: number): void {
  const at = Math.round(x) + 0.5
  ctx.strokeStyle = palette.accent
  ctx.lineWidth = Math.max(1, Math.floor(ratio))
  ctx.setLineDash(DASHED.map((each) => each * ratio))
  ctx.beginPath()
  ctx.moveTo(at, upper)
  ctx.lineTo(at, lower)
  ctx.stroke()
  ctx.setLineDash([])
}
