import { type ChartInterval, chartSeconds } from '../../rules/intervals.ts'
import type { Direction } from '../../rules/microtrade.ts'
import type { Bars } from './bars.ts'
import { type Band, type Range, yOf } from './layout.ts'
import { type Frame, paintLevel, xOf } from './paint.ts'

/** A price at which a position ends by itself. */
export type Level = { name: 'stop' | 'profit' | 'liquidation'; price: number }

/**
 * What is open, as a chart shows it. Times in seconds since the epoch; `due`: null where it has no end, as a contract, which has
 * its levels.
 */
export type Position = {
  id: string
  direction: Direction
  entry: number
  opened: number
  due: number | null
  levels?: readonly Level[]
}

/** How many are drawn at once. */
export const POSITIONS_MAX = 10

/** How a chart counts its bars: `seconds` of one; `isLine`: it is a point in time, and not a stretch of it. */
export type Measure = { seconds: number; isLine: boolean }

export const measureOf = (interval: ChartInterval): Measure => ({
  seconds: chartSeconds[interval],
  isLine: interval === 'tick',
})

/** Where a time lies among the bars, also after the newest; the hours of a closed market take no room. */
export function placeOf({ time: times }: Pick<Bars, 'time'>, { seconds, isLine }: Measure, time: number): number {
  let index = times.length - 1
  while (index > 0 && (times[index] ?? 0) > time) index--
  const since = (time - (times[index] ?? time)) / seconds
  const isWithin = index < times.length - 1
  return index + (isWithin ? Math.min(since, 1) : since) - (isLine ? 0 : 0.5)
}

/** How many bars after the newest the last of them ends; 0 where none does. */
export const aheadOf = (bars: Bars, measure: Measure, positions: readonly Position[]): number =>
  positions.reduce(
    (ahead, { due }) => (due === null ? ahead : Math.max(ahead, placeOf(bars, measure, due) - bars.time.length + 1)),
    0,
  )

/** The prices of those that lie in sight, from one bar to another. */
export const entriesIn = (
  bars: Bars,
  measure: Measure,
  positions: readonly Position[],
  { from, to }: { from: number; to: number },
): number[] =>
  positions
    .filter(
      ({ opened, due }) =>
        placeOf(bars, measure, opened) <= to && (due === null || placeOf(bars, measure, due) >= from),
    )
    .map(({ entry }) => entry)

/** What the marks are called. */
export type PositionWords = {
  entry(price: number): string
  ends(time: number): string
  level(name: Level['name'], price: number): string
}

const DASHED = [3, 3]
const LINE_HEIGHT = 16
const END_SPACE = 96

/**
 * Paints the ground on which each option wins and that on which it loses, its entry, and its end; of a contract its entry and the prices
 * that end it. Where two labels would meet, the one that is drawn first stands.
 */
export function paintPositions(frame: Frame, { bars, price, band, positions, measure, words }: PositionScene): void {
  // Another font alone costs as much as a fifth of the candles.
  if (positions.length === 0) return
  const { ctx, palette, ratio, left, top, width } = frame
  const [upper, lower] = [top + band.top, top + band.top + band.height]
  const shown = positions.slice(0, POSITIONS_MAX)
  const entryLabels: number[] = []
  const endLabels: number[] = []
  ctx.font = `400 ${12 * ratio}px ${palette.fontFamily}`
  const label = (text: string, y: number) => {
    if (!entryLabels.every((other) => Math.abs(other - y) > LINE_HEIGHT * ratio)) return
    entryLabels.push(y)
    ctx.fillStyle = palette.muted
    ctx.textBaseline = 'bottom'
    ctx.textAlign = 'left'
    ctx.fillText(text, left + 8 * ratio, y - 2 * ratio)
  }
  const colours = { stop: palette.fall, profit: palette.rise, liquidation: palette.muted }
  for (const { direction, entry, opened, due, levels = [] } of shown) {
    if (due === null) {
      const own = direction === 'rise' ? palette.rise : palette.fall
      const lines = [
        { at: entry, colour: own, text: words.entry(entry) },
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
}

export type PositionScene = {
  bars: Bars
  price: Range
  band: Band
  positions: readonly Position[]
  measure: Measure
  words: PositionWords
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
