import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartInterval, chartSeconds } from '../../rules/market/intervals.ts'
import { createAxes } from './axes.ts'
import { type Bars, read } from './bars.ts'
import type { Drawn } from './drawn.ts'
import { type IndicatorKey, indicatorKeys, type Line } from './indicators.ts'
import type { Labels } from './labels.ts'
import { type Band, layoutOf, panelsOf, plotRange, type Range, TIME_AXIS, yOf } from './layout.ts'
import { createLegend } from './legend.ts'
import { type OrderLines, orderLines, placeTags, type Tag } from './order-lines.ts'
import { type Frame, paintAxis, paintPlot, priceRange, type Words } from './painter.ts'
import { readPalette } from './palette.ts'
import { type Deal, entriesIn, levelsIn, measureOf, type Position } from './positions.ts'
import { type Viewport, visible } from './viewport.ts'

export type Settings = {
  interval: ChartInterval
  labels: Labels
  indicators: readonly IndicatorKey[]
  /** Names of the marks of positions. */
  words: Words
}

/** uPlot with its canvas, axes and legend: draws a view of the bars, and converts its coordinates. */
export type Stage = {
  /** Draws at once. `at`: the bar whose values the legend shows. `now`: as `performance.now()`. */
  render(view: Viewport, at: number, now: number): void
  configure(settings: Settings, lines: readonly Line[]): void
  /** Sets the open positions for the next draw, most important first. */
  hold(positions: readonly Position[]): void
  /** Sets the fills for the next draw. */
  mark(deals: readonly Deal[]): void
  /** Sets the drawn lines for the next draw. */
  trace(drawn: readonly Drawn[]): void
  /**
   * Rereads the host's size, which is cached because reading it forces a layout.
   *
   * @returns whether it changed
   */
  resize(): boolean
  /** Rereads the colours. */
  recolour(): void
  /** Size of the plot without its axes, in CSS pixels. */
  size(): Size
  /** The band of the prices, below the legend, in CSS pixels. */
  band(): Band
  /** Price per CSS pixel. */
  pricePerPixel(): number
  /** Position of a price, in CSS pixels; outside the prices' panel if not in view. */
  yOf(price: number): number
  /** The middle of a line's tag, in CSS pixels; undefined without one. */
  tagY(id: string): number | undefined
  /** The price at a height of the plot in CSS pixels; `null` outside the prices' panel. */
  priceAt(y: number): number | null
  destroy(): void
}

/** Everything is painted from the bars: uPlot draws its axes only if it has any data. */
const noData: uPlot.AlignedData = [
  [0, 1],
  [0, 0],
]

export type Size = { width: number; height: number }

const clientSize = ({ clientWidth, clientHeight }: HTMLElement): Size => ({
  width: Math.max(clientWidth, 1),
  height: Math.max(clientHeight, 1),
})

export function createStage(host: HTMLElement, bars: Bars, first: Settings, firstLines: readonly Line[]): Stage {
  let settings = first
  let lines = firstLines
  let positions: readonly Position[] = []
  let deals: readonly Deal[] = []
  let drawn: readonly Drawn[] = []
  let ordered: OrderLines = { lines: [], more: 0 }
  let tags: readonly Tag[] = []
  let palette = readPalette(host)
  let view: Viewport = { end: 0, width: 1 }
  let sight = visible(view, 0)
  let price: Range = { min: 0, max: 1 }
  const measure = () => measureOf(settings.interval)
  const panels = () => panelsOf(settings.interval, settings.indicators)
  let layout = layoutOf(1, panels())
  let isEmpty = false
  let outer = clientSize(host)

  const { axes, gutter } = createAxes({
    bars: () => bars,
    labels: () => settings.labels,
    palette: () => palette,
    layout: () => layout,
    price: () => price,
    marks: () => tags.flatMap(({ y, off }) => (off ? [] : [y])),
    sight: () => sight,
    barSeconds: () => chartSeconds[settings.interval],
    spacing: () => size().width / view.width,
  })
  /** Starts drawing: uPlot would draw an empty plot at once. */
  let begin: (() => void) | undefined
  const u = new uPlot(
    {
      ...outer,
      padding: [0, 0, 0, 0],
      legend: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      cursor: { show: false },
      scales: { x: { time: false, range: (_, min, max) => [min, max] }, y: { range: rangeY } },
      // Candles need no path: the draw hook paints them.
      series: [{}, { scale: 'y', auto: false, paths: () => null, points: { show: false } }],
      axes,
      hooks: { draw: [paint] },
    },
    noData,
    ({ root }, init) => {
      host.append(root)
      begin = () => init()
    },
  )
  let legend = makeLegend()

  function size(): Size {
    return { width: Math.max(outer.width - gutter(u.ctx), 1), height: Math.max(outer.height - TIME_AXIS, 1) }
  }

  function valueText(line: Line, value: number): string {
    return settings.labels.price(value, line.panel === 'rsi' ? 2 : undefined)
  }

  function rangeY(): [number, number] {
    const { height } = size()
    layout = layoutOf(height, panels())
    const seen = { from: view.end - view.width, to: view.end }
    const entries = entriesIn(bars, measure(), positions, seen)
    price = priceRange(bars, measure().isLine, lines, sight, entries, levelsIn(positions)) ?? price
    ordered = orderLines(positions, bars.close.at(-1) ?? 0, settings.words)
    tags = placeTags(ordered.lines, price, layout.price)
    const { min, max } = plotRange(price, layout.price, height)
    return [min, max]
  }

  function paint({ ctx, bbox }: uPlot) {
    if (bars.time.length === 0) return
    const ratio = uPlot.pxRatio
    const { left, top, width, height } = bbox
    const spacing = width / view.width
    const gutter = ctx.canvas.width - left - width
    const frame: Frame = {
      ctx,
      gutter,
      palette,
      ratio,
      left,
      top,
      width,
      height,
      spacing,
      from: view.end - view.width,
      ...sight,
    }
    const { labels, words } = settings
    const wide = layoutOf(height, panels(), ratio)
    const orders = { more: ordered.more, tags: placeTags(ordered.lines, price, wide.price, ratio) }
    const scene = {
      orders,
      ...{ bars, measure: measure(), lines, positions, deals, drawn },
      ...{ layout: wide, price, labels, words },
    }
    paintPlot(frame, scene)
    paintAxis(frame, scene)
  }

  function makeLegend() {
    const groups = indicatorKeys.map((key) => lines.filter((line) => line.indicator === key))
    return createLegend(
      host,
      groups.filter((group) => group.length > 0),
      (tone) => palette.tones[tone] ?? palette.ink,
    )
  }

  function renewLegend() {
    legend.destroy()
    legend = makeLegend()
  }

  return {
    render(nextView, at, now) {
      if (isEmpty !== (bars.time.length === 0)) {
        isEmpty = !isEmpty
        host.toggleAttribute('data-empty', isEmpty)
      }
      if (isEmpty) return
      view = nextView
      sight = visible(view, bars.time.length)
      read(bars, sight.first, sight.last)
      u.batch(() => {
        begin?.()
        begin = undefined
        if (u.width !== outer.width || u.height !== outer.height) u.setSize(outer)
        u.setScale('x', { min: view.end - view.width, max: view.end })
      })
      legend.write({ index: at, layout, text: valueText }, now)
    },
    configure(next, nextLines) {
      settings = next
      lines = nextLines
      renewLegend()
    },
    hold(next) {
      positions = next
    },
    mark(next) {
      deals = next
    },
    trace(next) {
      drawn = next
    },
    resize() {
      const before = outer
      outer = clientSize(host)
      return outer.width !== before.width || outer.height !== before.height
    },
    recolour() {
      palette = readPalette(host)
      renewLegend()
    },
    size,
    band: () => layout.price,
    pricePerPixel: () => (price.max - price.min) / layout.price.height,
    yOf: (at) => yOf(at, price, layout.price),
    tagY: (id) => tags.find((tag) => tag.id === id)?.at,
    priceAt: (y) => {
      const { top, height } = layout.price
      return y < top || y > top + height ? null : price.max - ((y - top) / height) * (price.max - price.min)
    },
    destroy() {
      legend.destroy()
      u.destroy()
    },
  }
}
