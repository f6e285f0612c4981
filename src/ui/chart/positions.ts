import { type ChartInterval, chartSeconds } from '../../rules/market/intervals.ts'
import type { Direction } from '../../rules/microtrade/microtrade.ts'
import type { Bars } from './bars.ts'
import { type Band, type Range, yOf } from './layout.ts'
import { type Frame, paintLevel, xOf } from './paint.ts'

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
 */
export type Position = {
  id: string
  direction: Direction
  entry: number
  opened: number | null
  due: number | null
  levels?: readonly Level[]
  movable?: boolean
}

/** Maximum number drawn. */
export const POSITIONS_MAX = 10

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
export type PositionLabels = {
  entry(price: number): string
  /** An order that waits for a price. */
  waits(direction: Direction, price: number): string
  ends(time: number): string
  level(name: Level['name'], price: number): string
}

const DASHED = [3, 3]
const LINE_HEIGHT = 16
const END_SPACE = 96
/** Name and position of a line, in device pixels. */
type PositionLabel = { text: string; y: number }

const DEAL = 5

/**
 * Paints each option's winning and losing areas, entry and expiry; for contracts the entry and the prices
 * that close them; for pending orders the trigger price.
 *
 * @returns the names of the lines, for `paintLabels`; of two that overlap, the first is kept
 */
export function paintPositions(
  frame: Frame,
  { bars, price, band, positions, measure, words }: PositionScene,
): PositionLabel[] {
  // Changing the font costs as much as a fifth of the candles.
  if (positions.length === 0) return []
  const { ctx, palette, ratio, left, top, width } = frame
  const [upper, lower] = [top + band.top, top + band.top + band.height]
  const shown = positions.slice(0, POSITIONS_MAX)
  const labels: PositionLabel[] = []
  const endLabels: number[] = []
  ctx.font = `400 ${12 * ratio}px ${palette.fontFamily}`
  const label = (text: string, y: number) => {
    if (labels.every((other) => Math.abs(other.y - y) > LINE_HEIGHT * ratio)) labels.push({ text, y })
  }
  const colours = { stop: palette.fall, profit: palette.rise, liquidation: palette.muted }
  for (const { direction, entry, opened, due, levels = [] } of shown) {
    if (due === null || opened === null) {
      const own = direction === 'rise' ? palette.rise : palette.fall
      const lines = [
        { at: entry, colour: own, text: opened === null ? words.waits(direction, entry) : words.entry(entry) },
        ...levels.map(({ name, price }) => ({ at: price, colour: colours[name], text: words.level(name, price) })),
      ]
      for (const { at, colour, text } of lines) {
        const y = top + yOf(at, price, band)
        if (y < upper || y > lower) continue
        paintLevel(frame, y, colour, DASHED)
        label(text, y)
      }
      continue
    }
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
    const own = direction === 'rise' ? palette.rise : palette.fall
    paintLevel(frame, y, own, DASHED)
    ctx.fillStyle = own
    ctx.beginPath()
    ctx.arc(from, y, 3 * ratio, 0, 2 * Math.PI)
    ctx.fill()
    paintEnd(frame, to, upper, lower)
    label(words.entry(entry), y)
    ctx.fillStyle = palette.muted
    ctx.textBaseline = 'bottom'
    if (to <= left + width && endLabels.every((other) => Math.abs(other - to) > END_SPACE * ratio)) {
      endLabels.push(to)
      ctx.textAlign = 'right'
      ctx.fillText(words.ends(due), to - 4 * ratio, lower)
    }
  }
  return labels
}

/** Paints the names of the lines on top. */
export function paintLabels({ ctx, palette, ratio, left }: Frame, labels: readonly PositionLabel[]): void {
  if (labels.length === 0) return
  ctx.font = `400 ${12 * ratio}px ${palette.fontFamily}`
  ctx.textBaseline = 'bottom'
  ctx.textAlign = 'left'
  for (const { text, y } of labels) {
    const width = ctx.measureText(text).width + 8 * ratio
    ctx.fillStyle = palette.paper
    ctx.globalAlpha = 0.8
    ctx.fillRect(left + 4 * ratio, y - LINE_HEIGHT * ratio, width, (LINE_HEIGHT - 1) * ratio)
    ctx.globalAlpha = 1
    ctx.fillStyle = palette.muted
    ctx.fillText(text, left + 8 * ratio, y - 2 * ratio)
  }
}

type DealScene = Pick<PositionScene, 'bars' | 'price' | 'band' | 'measure'> & { deals: readonly Deal[] }

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

export type PositionScene = {
  bars: Bars
  price: Range
  band: Band
  positions: readonly Position[]
  measure: Measure
  words: PositionLabels
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
