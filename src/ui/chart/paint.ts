import type { Bars } from './bars.ts'
import type { Line } from './indicators.ts'
import { type Band, type Range, yOf } from './layout.ts'
import type { Palette } from './palette.ts'

/** The target of a frame: device pixels, bars `first` to `last`, bar `i` at `left + (i - from) * spacing`. */
export type Frame = {
  ctx: CanvasRenderingContext2D
  palette: Palette
  /** Device pixels per CSS pixel. */
  ratio: number
  left: number
  top: number
  width: number
  height: number
  /** Width of the price axis, to the right of the plot. */
  gutter: number
  spacing: number
  from: number
  first: number
  last: number
}

export const xOf = (frame: Frame, index: number): number => frame.left + (index - frame.from) * frame.spacing

/** Width of a bar's body: odd in device pixels, so that its wick is centred. */
function bodyWidth(frame: Frame): number {
  const width = Math.floor(frame.spacing * 0.72)
  return width < 3 ? Math.max(1, width) : width - (1 - (width % 2))
}

const isRise = (bars: Bars, index: number): boolean => (bars.close[index] ?? 0) >= (bars.open[index] ?? 0)

/** Candles: one pass per colour, because changing it costs more than drawing. */
export function paintCandles(frame: Frame, bars: Bars, range: Range, band: Band): void {
  const { ctx, palette, spacing, first, last, top } = frame
  const body = bodyWidth(frame)
  const wick = Math.min(body, Math.max(1, Math.floor(frame.ratio)))
  const perValue = band.height / (range.max - range.min)
  const zero = top + band.top + range.max * perValue
  for (const rise of [true, false]) {
    ctx.fillStyle = rise ? palette.rise : palette.fall
    for (let index = first; index <= last; index++) {
      if (isRise(bars, index) !== rise) continue
      const middle = frame.left + (index - frame.from) * spacing
      const open = zero - (bars.open[index] ?? 0) * perValue
      const close = zero - (bars.close[index] ?? 0) * perValue
      const high = Math.round(zero - (bars.high[index] ?? 0) * perValue)
      const low = Math.round(zero - (bars.low[index] ?? 0) * perValue)
      const left = Math.round(middle - body / 2)
      ctx.fillRect(left + ((body - wick) >> 1), high, wick, Math.max(low - high, 1))
      if (body === wick) continue
      const upper = Math.round(Math.min(open, close))
      ctx.fillRect(left, upper, body, Math.max(Math.round(Math.max(open, close)) - upper, wick))
    }
  }
}

/** Volume: columns from the band's lower edge, pale. */
export function paintVolume(frame: Frame, bars: Bars, max: number, band: Band): void {
  const { ctx, palette, spacing, first, last, top } = frame
  const body = bodyWidth(frame)
  const bottom = top + band.top + band.height
  ctx.globalAlpha = 0.4
  for (const rise of [true, false]) {
    ctx.fillStyle = rise ? palette.rise : palette.fall
    for (let index = first; index <= last; index++) {
      if (isRise(bars, index) !== rise) continue
      const height = Math.round(((bars.volume[index] ?? 0) / max) * band.height)
      ctx.fillRect(Math.round(frame.left + (index - frame.from) * spacing - body / 2), bottom - height, body, height)
    }
  }
  ctx.globalAlpha = 1
}

/** A line through the prices, with a point at the newest. */
export function paintPrices(frame: Frame, closes: readonly number[], range: Range, band: Band): void {
  const { ctx, palette, ratio, top } = frame
  strokeValues(frame, closes, palette.ink, range, band)
  const newest = closes.length - 1
  const [x, y] = [xOf(frame, newest), top + yOf(closes[newest] ?? Number.NaN, range, band)]
  for (const [radius, alpha] of [
    [7, 0.16],
    [3, 1],
  ] as const) {
    ctx.globalAlpha = alpha
    ctx.fillStyle = palette.ink
    ctx.beginPath()
    ctx.arc(x, y, radius * ratio, 0, 2 * Math.PI)
    ctx.fill()
  }
  ctx.globalAlpha = 1
}

/** A line of an indicator. */
export function paintLine(frame: Frame, { values, tone }: Line, range: Range, band: Band): void {
  strokeValues(frame, values, frame.palette.tones[tone] ?? frame.palette.ink, range, band)
}

/** A line through the values; a `NaN` leaves a gap. */
function strokeValues(frame: Frame, values: readonly number[], colour: string, range: Range, band: Band): void {
  const { ctx, top, first, last } = frame
  ctx.strokeStyle = colour
  ctx.lineWidth = 1.25 * frame.ratio
  ctx.lineJoin = 'bevel'
  ctx.beginPath()
  let drawing = false
  for (let index = first; index <= last; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) {
      drawing = false
      continue
    }
    const x = xOf(frame, index)
    const y = top + yOf(value, range, band)
    if (drawing) ctx.lineTo(x, y)
    else ctx.moveTo(x, y)
    drawing = true
  }
  ctx.stroke()
}

/** Columns from zero, in the colours of rise and fall. */
export function paintColumns(frame: Frame, { values }: Line, range: Range, band: Band): void {
  const { ctx, palette, top, first, last } = frame
  const body = bodyWidth(frame)
  const zero = Math.round(top + yOf(0, range, band))
  ctx.globalAlpha = 0.6
  for (const rise of [true, false]) {
    ctx.fillStyle = rise ? palette.rise : palette.fall
    for (let index = first; index <= last; index++) {
      const value = values[index] ?? Number.NaN
      if (Number.isNaN(value) || value >= 0 !== rise) continue
      const y = Math.round(top + yOf(value, range, band))
      ctx.fillRect(Math.round(xOf(frame, index) - body / 2), Math.min(y, zero), body, Math.max(Math.abs(y - zero), 1))
    }
  }
  ctx.globalAlpha = 1
}

/** A thin level across the plot: a value's line, or a panel's upper edge. */
export function paintLevel(frame: Frame, y: number, colour: string, dash: readonly number[]): void {
  const { ctx, ratio, left, width } = frame
  const at = Math.round(y) + 0.5
  ctx.strokeStyle = colour
  ctx.lineWidth = Math.max(1, Math.floor(ratio))
  ctx.setLineDash(dash.map((each) => each * ratio))
  ctx.beginPath()
  ctx.moveTo(left, at)
  ctx.lineTo(left + width, at)
  ctx.stroke()
  ctx.setLineDash([])
}

/** A text in the axis to the right of the plot. `box`: filled with this colour behind it. */
export function paintAxisText(frame: Frame, text: string, y: number, colour: string, box?: string): void {
  const { ctx, palette, ratio, left, width, gutter } = frame
  const x = left + width + 6 * ratio
  ctx.font = `${box ? 600 : 400} ${12 * ratio}px ${palette.fontFamily}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  if (box) {
    ctx.fillStyle = box
    ctx.beginPath()
    ctx.roundRect(x - 4 * ratio, y - 10 * ratio, gutter - 4 * ratio, 20 * ratio, 4 * ratio)
    ctx.fill()
  }
  ctx.fillStyle = colour
  ctx.fillText(text, x, y)
}
