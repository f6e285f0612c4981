import type { Bars } from './bars.ts'
import { type Drawn, paintDrawn } from './drawn.ts'
import type { Line } from './indicators.ts'
import type { Labels } from './labels.ts'
import { type Band, type Layout, pad, type Range, rangeOf, yOf } from './layout.ts'
import {
  clearAbove,
  type LineLabels,
  type OrderLines,
  paintLinePrices,
  paintOrderLines,
  paintTags,
  type Tag,
} from './order-lines.ts'
import {
  type Frame,
  paintAxisText,
  paintCandles,
  paintColumns,
  paintLevel,
  paintLine,
  paintPrices,
  paintVolume,
} from './paint.ts'
import { type AreaLabels, type Deal, type Measure, type Position, paintAreas, paintDeals } from './positions.ts'

export type { Frame }

const RSI_RANGE: Range = { min: 0, max: 100 }
const RSI_LEVELS = [30, 70]
const SOLID: number[] = []
const DOTTED = [2, 4]

/** Contents of a frame. `layout` in device pixels. */
export type Scene = {
  bars: Bars
  measure: Measure
  lines: readonly Line[]
  positions: readonly Position[]
  deals: readonly Deal[]
  drawn: readonly Drawn[]
  layout: Layout
  price: Range
  labels: Labels
  words: Words
  /** The lines of orders, with their tags in device pixels. */
  orders: Omit<OrderLines, 'lines'> & { tags: readonly Tag[] }
}

/** Names of the marks of positions and orders. */
export type Words = AreaLabels & LineLabels

/**
 * The range of visible prices, including the lines over them, these entries, and the levels no further away than
 * the range's height. `undefined` without a bar.
 */
export function priceRange(
  bars: Bars,
  isLine: boolean,
  lines: readonly Line[],
  { first, last }: { first: number; last: number },
  entries: readonly number[],
  levels: readonly number[] = [],
): Range | undefined {
  const columns = isLine ? [bars.close] : [bars.low, bars.high]
  for (const line of lines) if (line.panel === 'price') columns.push(line.values)
  const range = rangeOf(columns, first, last)
  if (!range) return undefined
  const [min, max] = [Math.min(range.min, ...entries), Math.max(range.max, ...entries)]
  const near = levels.filter((level) => level >= min - (max - min) && level <= max + (max - min))
  return pad({ min: Math.min(min, ...near), max: Math.max(max, ...near) }, 0.05)
}

/** Paints everything within the plot; clips to it. */
export function paintPlot(frame: Frame, scene: Scene): void {
  const { bars, measure, lines, layout, price } = scene
  const { ctx, first, last } = frame
  ctx.save()
  ctx.beginPath()
  ctx.rect(frame.left, frame.top, frame.width, frame.height)
  ctx.clip()
  // uPlot does not reset the dashes of its grid.
  ctx.setLineDash(SOLID)
  const volume = layout.volume && rangeOf([bars.volume], first, last)
  if (layout.volume && volume && volume.max > 0) paintVolume(frame, bars, volume.max, layout.volume)
  const lowest = clearAbove(scene.orders.tags, layout.price, frame.ratio)
  paintAreas(frame, { ...scene, band: layout.price, lowest })
  paintOrderLines(frame, scene.orders.tags)
  if (measure.isLine) paintPrices(frame, bars.close, price, layout.price)
  else paintCandles(frame, bars, price, layout.price)
  for (const line of lines) if (line.panel === 'price') paintLine(frame, line, price, layout.price)
  paintDeals(frame, { ...scene, band: layout.price })
  paintLast(frame, scene)
  paintTags(frame, {
    ...{ ...scene.orders, band: layout.price, words: scene.words },
    ...{ close: bars.close.at(-1) ?? 0, price: scene.labels.price },
  })
  if (layout.macd) paintMacd(frame, lines, layout.macd)
  if (layout.rsi) paintRsi(frame, lines, layout.rsi)
  ctx.restore()
}

function paintLast(frame: Frame, { bars, price, layout }: Scene): void {
  const close = bars.close.at(-1)
  if (close === undefined) return
  paintLevel(frame, frame.top + lastPriceY(close, price, layout.price), frame.palette.muted, DOTTED)
}

function paintMacd(frame: Frame, lines: readonly Line[], band: Band): void {
  const own = lines.filter((line) => line.panel === 'macd')
  const values = rangeOf(
    own.map((line) => line.values),
    frame.first,
    frame.last,
  )
  if (!values) return
  const range = pad({ min: Math.min(values.min, 0), max: Math.max(values.max, 0) }, 0.05)
  paintLevel(frame, frame.top + yOf(0, range, band), frame.palette.line, SOLID)
  for (const line of own) (line.columns ? paintColumns : paintLine)(frame, line, range, band)
}

function paintRsi(frame: Frame, lines: readonly Line[], band: Band): void {
  for (const level of RSI_LEVELS) {
    paintLevel(frame, frame.top + yOf(level, RSI_RANGE, band), frame.palette.line, DOTTED)
  }
  for (const line of lines) if (line.panel === 'rsi') paintLine(frame, line, RSI_RANGE, band)
}

/** Paints the drawn lines and the last price's with their labels, and the panels' labels, in the axis. */
export function paintAxis(frame: Frame, scene: Scene): void {
  const { bars, layout, price, labels } = scene
  const { ctx, palette } = frame
  ctx.save()
  ctx.setLineDash(SOLID)
  if (layout.rsi) {
    for (const level of RSI_LEVELS) {
      paintAxisText(frame, String(level), frame.top + yOf(level, RSI_RANGE, layout.rsi), palette.muted)
    }
  }
  paintDrawn(frame, { ...scene, band: layout.price })
  const close = bars.close.at(-1)
  if (close !== undefined) {
    paintLinePrices(frame, scene.orders.tags, labels.price, lastPriceY(close, price, layout.price))
    const y = frame.top + lastPriceY(close, price, layout.price)
    paintAxisText(frame, labels.price(close), y, palette.paper, palette.ink)
  }
  ctx.restore()
}

/** Position of the last price's line: clamped to the band's edge. */
export const lastPriceY = (close: number, price: Range, band: Band): number =>
  Math.min(Math.max(yOf(close, price, band), band.top), band.top + band.height)
