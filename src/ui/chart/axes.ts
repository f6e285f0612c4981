import type uPlot from 'uplot'
import type { Bars } from './bars.ts'
import type { Labels } from './labels.ts'
import { type Layout, type Range, TIME_AXIS, yOf } from './layout.ts'
import { lastPriceY } from './painter.ts'
import type { Palette } from './palette.ts'
import { priceTicks, type TimeTick, timeTicks } from './ticks.ts'

/** Input of the axes at each frame. `layout` in CSS pixels. */
export type AxesSource = {
  bars(): Bars
  labels(): Labels
  palette(): Palette
  layout(): Layout
  price(): Range
  /** Places of other labels in the price axis, which the ticks leave free. */
  marks(): readonly number[]
  sight(): { first: number; last: number }
  /** Of a bar, in seconds. */
  barSeconds(): number
  /** Between two bars, in CSS pixels. */
  spacing(): number
}

const PRICE_SPACE = 48
const TIME_SPACE = 84
const LABEL_HEIGHT = 16
const AXIS_GAP = 6

/** The ticks are our own, so uPlot's search for an increment gets one that it accepts at once. */
const incrs = [1e15]

export type Axes = {
  /** The time axis below, and the price axis on the right with its grid. */
  axes: uPlot.Axis[]
  /** Width of the price axis for its labels, in CSS pixels. `ctx` measures them. */
  gutter(ctx: CanvasRenderingContext2D): number
}

export function createAxes(source: AxesSource): Axes {
  const colour = () => source.palette().muted
  const font = () => `12px ${source.palette().fontFamily}`
  let ticks: TimeTick[] = []
  let decimals = 0
  let sized = { close: Number.NaN, labels: source.labels(), length: 0, width: 0 }

  function gutter(ctx: CanvasRenderingContext2D): number {
    const close = source.bars().close.at(-1)
    if (close === undefined) return 0
    const labels = source.labels()
    if (close === sized.close && labels === sized.labels) return sized.width
    const text = labels.price(close)
    const isKnown = labels === sized.labels && text.length === sized.length
    sized = { ...sized, close, labels, length: text.length }
    if (isKnown) return sized.width
    ctx.save()
    const ratio = devicePixelRatio
    ctx.font = `600 ${12 * ratio}px ${source.palette().fontFamily}`
    const zeros = ctx.measureText(text.replace(/\d/g, '0'))
    sized.width = Math.ceil(zeros.width / ratio) + AXIS_GAP * 2
    ctx.restore()
    return sized.width
  }

  const axes: uPlot.Axis[] = [
    {
      side: 2,
      size: TIME_AXIS,
      gap: AXIS_GAP,
      incrs,
      stroke: colour,
      font: font(),
      grid: { show: false },
      ticks: { show: false },
      splits: () => {
        const bars = source.bars()
        const sight = source.sight()
        const spacing = TIME_SPACE / source.spacing()
        const { zoneAt } = source.labels()
        ticks = timeTicks(bars.time, sight, { width: source.barSeconds(), spacing, zoneAt })
        return ticks.map((tick) => tick.index)
      },
      values: (u) =>
        ticks.map((tick) =>
          u.valToPos(tick.index, 'x') < TIME_SPACE / 4 ? '' : source.labels().tick(tick.time, tick.label),
        ),
    },
    {
      scale: 'y',
      side: 1,
      gap: AXIS_GAP,
      incrs,
      stroke: colour,
      font: font(),
      grid: { stroke: () => source.palette().line, width: 1, dash: [2, 4] },
      ticks: { show: false },
      splits: () => {
        const found = priceTicks(source.price(), PRICE_SPACE / source.layout().price.height, source.labels().priceStep)
        decimals = found.decimals
        return found.values
      },
      values: (_, splits) => {
        const { price: band } = source.layout()
        const range = source.price()
        const close = source.bars().close.at(-1)
        const last = close === undefined ? Number.NaN : lastPriceY(close, range, band)
        const taken = [last, ...source.marks()]
        return splits.map((value) => {
          const y = yOf(value, range, band)
          const isFree = !taken.some((other) => Math.abs(y - other) < LABEL_HEIGHT)
          return isFree ? source.labels().price(value, decimals) : ''
        })
      },
      size: ({ ctx }) => gutter(ctx),
    },
  ]
  return { axes, gutter }
}
