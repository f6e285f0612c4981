import type { Bars } from './bars.ts'
import type { Grip, Spot } from './grips.ts'
import { type Band, type Range, yOf } from './layout.ts'
import { type Frame, paintAxisText, paintLevel, xOf } from './paint.ts'
import { type Measure, placeOf } from './positions.ts'

/** A line drawn by the user: one price, or between two points. Times in seconds since the epoch. */
export type Drawn = { id: string; kind: 'level'; price: number } | { id: string; kind: 'trend'; from: Place; to: Place }
type Place = { price: number; time: number }

export type DrawnKind = Drawn['kind']

/** Maximum lines on a chart. */
export const DRAWN_MAX = 20

export type DrawnScene = {
  bars: Bars
  price: Range
  band: Band
  measure: Measure
  drawn: readonly Drawn[]
  labels: { price(value: number): string }
}

/** Paints the drawn lines, and their levels in the axis. */
export function paintDrawn(frame: Frame, { bars, price, band, measure, drawn, labels }: DrawnScene): void {
  if (drawn.length === 0) return
  const { ctx, palette, ratio, top } = frame
  for (const line of drawn) {
    if (line.kind === 'level') {
      const y = yOf(line.price, price, band)
      if (y < band.top || y > band.top + band.height) continue
      paintLevel(frame, top + y, palette.accent, [])
      paintAxisText(frame, labels.price(line.price), top + y, palette.paper, palette.accent)
      continue
    }
    ctx.save()
    ctx.beginPath()
    ctx.rect(frame.left, top + band.top, frame.width, band.height)
    ctx.clip()
    ctx.strokeStyle = palette.accent
    ctx.lineWidth = 1.5 * ratio
    ctx.beginPath()
    for (const { time, price: at } of [line.from, line.to]) {
      ctx.lineTo(xOf(frame, placeOf(bars, measure, time)), top + yOf(at, price, band))
    }
    ctx.stroke()
    ctx.restore()
  }
}

/** Callbacks of moved lines. */
export type Drawing = {
  /** The name of a line's end, for screen readers. */
  label(end: 'level' | 'from' | 'to'): string
  say(spot: Spot): string
  /** The temporary position. */
  moved(line: Drawn): void
  /** The final position. */
  put(line: Drawn): void
  remove(id: string): void
}

/** The handles of lines: one for a level, two for a line between two points. */
export function drawnGrips(drawn: readonly Drawn[], drawing: Drawing): Grip[] {
  const gripOf = (line: Drawn, end: 'level' | 'from' | 'to', spot: Spot, at: (spot: Spot) => Drawn): Grip => ({
    id: `${line.id} ${end}`,
    tone: 'accent',
    free: true,
    label: drawing.label(end),
    spot,
    say: (to) => ({ text: drawing.say(to), wrong: false }),
    moved: (to) => drawing.moved(at(to)),
    put: (to) => drawing.put(at(to)),
    removed: () => drawing.remove(line.id),
  })
  return drawn.flatMap((line): Grip[] => {
    if (line.kind === 'level') {
      return [gripOf(line, 'level', { price: line.price, time: null }, ({ price }) => ({ ...line, price }))]
    }
    return (['from', 'to'] as const).map((end) =>
      gripOf(line, end, line[end], ({ price, time }) => ({ ...line, [end]: { price, time: time ?? line[end].time } })),
    )
  })
}
