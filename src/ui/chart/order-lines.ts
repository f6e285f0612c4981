import { type Band, type Range, yOf } from './layout.ts'
import { type Frame, paintAxisText, paintLevel } from './paint.ts'
import type { Palette } from './palette.ts'
import type { Level, Position } from './positions.ts'

/** Distance between the middles of two tags, in CSS pixels. */
export const TAGS_APART = 26
/** Lines with a tag: more only if positions have more. */
export const TAGS_MAX = 4

const TAG = { left: 8, height: 22, grip: 22, padding: 6, radius: 6 }
/** The middle of a tag's grip, in CSS pixels from the plot's edge. */
export const GRIP_X = TAG.left + TAG.grip / 2
const DASHED = [3, 3]
const AXIS_LABEL = 20
/** Height of a line of text, in CSS pixels. */
const TEXT_LINE = 16

type Tone = 'accent' | 'rise' | 'fall' | 'warn' | 'muted'

/** A line of an order. `id`: of its handle, if it has one. `note`: its P&L there, or how far away it is. */
export type OrderLine = {
  id: string
  price: number
  tone: Tone
  name: string
  note: string | undefined
  movable: boolean
}

/** Names of the lines. */
export type LineLabels = {
  /** A position: its side and size. */
  entry(position: Position): string
  /** An order that waits for a price. */
  waits(position: Position): string
  tag(name: Level['name']): string
  /** The orders that have no tag of their own. */
  more(count: number): string
  /** A distance in percent, with its sign. */
  distance(percent: number): string
}

/** The lines to draw, and the number of orders that are left to one tag. */
export type OrderLines = { lines: readonly OrderLine[]; more: number }

const tones = { stop: 'fall', profit: 'rise', liquidation: 'warn' } as const

/**
 * The lines of positions and of their stops, whatever their number; and of the resting orders nearest to the price, as far as
 * there is room.
 *
 * @param close the current price
 */
export function orderLines(positions: readonly Position[], close: number, words: LineLabels): OrderLines {
  const open = positions.filter(({ opened }) => opened !== null)
  const lines = open.flatMap((position) => linesOf(position, close, words))
  // A liquidation gives way to what the user decides about.
  const held = [...lines.filter(({ tone }) => tone !== 'warn'), ...lines.filter(({ tone }) => tone === 'warn')]
  const resting = positions
    .filter(({ opened }) => opened === null)
    .toSorted((a, b) => Math.abs(a.entry - close) - Math.abs(b.entry - close))
    .map((position): OrderLine => {
      const tone = position.direction
      return {
        ...{ id: position.id, price: position.entry, tone, note: undefined, movable: false },
        name: words.waits(position),
      }
    })
  const room = Math.max(TAGS_MAX - held.length, 0)
  return { lines: [...held, ...resting.slice(0, room)], more: Math.max(resting.length - room, 0) }
}

function linesOf(position: Position, close: number, words: LineLabels): OrderLine[] {
  const { id, direction, entry, due, levels = [], movable = false, net } = position
  const away = (price: number) => words.distance((price / close - 1) * 100)
  const stops = levels.filter(({ name }) => name !== 'liquidation').length
  return [
    {
      ...{ id: `${id} entry`, price: entry, tone: due === null ? 'accent' : direction },
      ...{ name: words.entry(position), note: net?.(close), movable: movable && stops < 2 },
    },
    ...levels.map(({ name, price }) => ({
      ...{ id: `${id} ${name}`, price, tone: tones[name], name: words.tag(name) },
      note: name === 'liquidation' ? away(price) : net?.(price),
      movable: movable && name !== 'liquidation',
    })),
  ]
}

/** Keeps values apart within a range, in their order; nearer than that only if there are too many. */
export function spread(values: readonly number[], { min, max, apart }: Range & { apart: number }): number[] {
  const sorted = values
    .map((value, at) => ({ to: Math.min(Math.max(value, min), max), at }))
    .sort((a, b) => a.to - b.to || a.at - b.at)
  let least = min
  for (const each of sorted) {
    each.to = Math.max(each.to, least)
    least = each.to + apart
  }
  let most = max
  for (const each of sorted.toReversed()) {
    each.to = Math.min(each.to, most)
    most = each.to - apart
  }
  const spaced: number[] = []
  for (const { to, at } of sorted) spaced[at] = to
  return spaced
}

/** A tag: `y` of its line, clamped to the band, and `at` the middle of the tag. `off`: its price is out of view. */
export type Tag = OrderLine & { y: number; at: number; off: 'above' | 'below' | undefined }

/** Places of the tags, in pixels from the plot's upper edge. `ratio`: of these pixels in a CSS pixel. */
export function placeTags(lines: readonly OrderLine[], range: Range, band: Band, ratio = 1): Tag[] {
  const [upper, lower] = [band.top, band.top + band.height]
  const half = (TAGS_APART / 2) * ratio
  const ys = lines.map(({ price }) => yOf(price, range, band))
  const at = spread(ys, { min: upper + half, max: lower - half, apart: TAGS_APART * ratio })
  return lines.map((line, index) => {
    const y = ys[index] ?? 0
    const off = y < upper ? 'above' : y > lower ? 'below' : undefined
    return { ...line, y: Math.min(Math.max(y, upper), lower), at: at[index] ?? y, off }
  })
}

/** The lowest place of a text of one line that no tag at the band's lower edge covers, in pixels from the plot's upper edge. */
export function clearAbove(tags: readonly Tag[], { top, height }: Band, ratio = 1): number {
  const [half, line] = [(TAGS_APART / 2) * ratio, TEXT_LINE * ratio]
  let lower = top + height
  for (const { at } of tags.toSorted((a, b) => b.at - a.at)) {
    if (at + half > lower - line) lower = Math.min(lower, at - half)
  }
  return lower
}

/** Paints the lines of the prices in view, below the candles. */
export function paintOrderLines(frame: Frame, tags: readonly Tag[]): void {
  for (const { y, off, tone } of tags) if (!off) paintLevel(frame, frame.top + y, frame.palette[tone], DASHED)
}

type TagScene = {
  tags: readonly Tag[]
  more: number
  band: Band
  words: LineLabels
  close: number
  price(value: number): string
}

/**
 * Paints the tags over the candles: a grip, a name and a note; of a price out of view with an arrow and the distance, and without the price
 * where that has no room.
 */
export function paintTags(frame: Frame, { tags, more, band, words, close, price }: TagScene): void {
  if (tags.length === 0 && more === 0) return
  const { ctx, palette, ratio, top } = frame
  ctx.font = `600 ${12 * ratio}px ${palette.fontFamily}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  for (const { at, off, tone, name, note, movable, price: value } of tags) {
    const away = words.distance((value / close - 1) * 100)
    const arrow = off === 'above' ? '↑' : '↓'
    const whole = { tone, movable, cells: [`${name} ${price(value)} ${arrow}`, away] }
    if (!off) paintTag(frame, top + at, { ...whole, cells: [name, ...(note === undefined ? [] : [note])] })
    else if (hasRoom(frame, whole)) paintTag(frame, top + at, whole)
    else paintTag(frame, top + at, { ...whole, cells: [`${name} ${arrow}`, away] })
  }
  if (more === 0) return
  const taken = tags.map(({ at }) => at)
  const free = spread([...taken, band.top], {
    min: band.top + (TAGS_APART / 2) * ratio,
    max: band.top + band.height - (TAGS_APART / 2) * ratio,
    apart: TAGS_APART * ratio,
  })
  paintTag(frame, top + (free.at(-1) ?? band.top), { tone: 'muted', cells: [words.more(more)], movable: false })
}

type Cells = { tone: Tone; cells: readonly string[]; movable: boolean }

/** Widths of a tag's grip and cells, and of all of it. */
function measure({ ctx, ratio }: Frame, { cells, movable }: Cells) {
  const widths = cells.map((text) => ctx.measureText(text).width + 2 * TAG.padding * ratio)
  const grip = movable ? TAG.grip * ratio : 0
  return { grip, widths, width: widths.reduce((sum, each) => sum + each, grip) }
}

const hasRoom = (frame: Frame, tag: Cells): boolean => TAG.left * frame.ratio + measure(frame, tag).width <= frame.width

function paintTag(frame: Frame, y: number, tag: Cells): void {
  const { ctx, palette, ratio, left } = frame
  const { tone, cells, movable } = tag
  const { grip, widths, width } = measure(frame, tag)
  const padding = TAG.padding * ratio
  const [x, height] = [left + TAG.left * ratio, TAG.height * ratio]
  ctx.fillStyle = palette.surface
  ctx.strokeStyle = palette[tone]
  ctx.lineWidth = Math.max(1, Math.floor(ratio))
  ctx.beginPath()
  ctx.roundRect(Math.round(x), Math.round(y - height / 2), Math.round(width), Math.round(height), TAG.radius * ratio)
  ctx.fill()
  ctx.stroke()
  if (movable) paintGrip(ctx, x + grip / 2, y, ratio)
  let from = x + grip
  cells.forEach((text, at) => {
    ctx.globalAlpha = 0.4
    if (from > x) ctx.fillRect(Math.round(from), Math.round(y - height / 2), Math.max(1, Math.floor(ratio)), height)
    ctx.globalAlpha = 1
    ctx.fillStyle = at === 1 && tone !== 'warn' ? signTone(text, palette) : palette[tone]
    ctx.fillText(text, from + padding, y)
    from += widths[at] ?? 0
    ctx.fillStyle = palette[tone]
  })
}

const signTone = (text: string, palette: Palette): string =>
  text.startsWith('+') ? palette.rise : text.startsWith('−') ? palette.fall : palette.muted

/** An arrow up beside one down, in the current stroke. */
function paintGrip(ctx: CanvasRenderingContext2D, x: number, y: number, ratio: number): void {
  ctx.beginPath()
  for (const way of [-1, 1]) {
    const [at, tip] = [x + way * 2.5 * ratio, y + way * 4.5 * ratio]
    ctx.moveTo(at, y - way * 4.5 * ratio)
    ctx.lineTo(at, tip)
    ctx.moveTo(at - 2 * ratio, tip - way * 2 * ratio)
    ctx.lineTo(at, tip)
    ctx.lineTo(at + 2 * ratio, tip - way * 2 * ratio)
  }
  ctx.stroke()
}

/** Paints the prices of the lines into the axis; of two that would meet, the more important one. */
export function paintLinePrices(
  frame: Frame,
  tags: readonly Tag[],
  price: (value: number) => string,
  taken: number,
): void {
  const { palette, ratio, top } = frame
  const on: Record<Tone, string> = {
    ...{
      accent: palette.onAccent,
      rise: palette.onRise,
      fall: palette.onFall,
      warn: palette.paper,
      muted: palette.paper,
    },
  }
  const used = [taken]
  for (const { y, off, tone, price: value } of tags) {
    if (off || used.some((other) => Math.abs(other - y) < AXIS_LABEL * ratio)) continue
    used.push(y)
    paintAxisText(frame, price(value), top + y, on[tone], palette[tone])
  }
}
