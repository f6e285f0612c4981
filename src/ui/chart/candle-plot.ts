import type { Candle } from '../../api/market/market.ts'
import { applyBars, createBars, read, readCloses } from './bars.ts'
import type { Bar, CandlePlot, Move, PlotOptions, PlotSettings } from './candle-plot-types.ts'
import { createCrosshair } from './crosshair.ts'
import { type Drawing, type Drawn, type DrawnKind, drawnGrips } from './drawn.ts'
import { bindGestures } from './gestures.ts'
import { createGrips } from './grips.ts'
import { createIndicators } from './indicators.ts'
import { watchPalette } from './palette.ts'
import { aheadOf, measureOf, type Position, placeOf, timeAt } from './positions.ts'
import { createStage } from './stage.ts'
import { stopGrips } from './stop-grips.ts'
import * as viewport from './viewport.ts'

/** Distance between two bars, or two ticks, in CSS pixels: at first, and at least. */
const SPACING = 6
const TICK_SPACING = 2
const SPACING_MIN = 1
const TICK_SPACING_MIN = 0.5
/** Room after the newest tick for the ends of open positions, as a share of the width: default and maximum. */
const TICK_MARGIN = 0.2
const MARGIN_MAX = 0.5
/** A flung chart slows to 1/e in this time in ms, and stops below this speed in pixels per ms. */
const FLING_MS = 280
const FLING_MIN = 0.03

/** A chart on uPlot: bars by index with their volume, or a line of ticks; and indicators. */
export function createCandlePlot(options: PlotOptions): CandlePlot {
  const { host } = options
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const bars = createBars()
  let settings: PlotSettings = options
  let indicators = createIndicators(settings.indicators)
  const stage = createStage(host, bars, settings, indicators.lines)
  const crosshair = createCrosshair(host)
  let view: viewport.Viewport | null = null
  /** The view is not fitted to the bars yet. */
  let fresh = true
  let pointer: { index: number; y: number } | null = null
  let speed = 0
  let frameAt = 0
  let request = 0
  let isDue = false
  let askedAt: number | undefined
  let wasNewestInSight = true
  let positions: readonly Position[] = []
  let drawn: readonly Drawn[] = []
  const measure = () => measureOf(settings.interval)
  const grips = createGrips(host, {
    width: () => stage.size().width,
    band: stage.band,
    yOf: stage.yOf,
    tagY: stage.tagY,
    priceAt: (y) => stage.priceAt(y) ?? 0,
    xOf: (time) => xOf(placeOf(bars, measure(), time)),
    timeAt: (x) => timeAt(bars, measure(), (view?.end ?? 0) - (stage.size().width - x) * perPixel()),
    step: () => Math.max(10 ** Math.floor(Math.log10(stage.pricePerPixel())), settings.labels.priceStep),
    seconds: () => measure().seconds,
  })

  const count = () => bars.time.length
  const widthMax = () => stage.size().width / (isLine() ? TICK_SPACING_MIN : SPACING_MIN)
  const perPixel = () => (view?.width ?? 0) / stage.size().width
  const xOf = (index: number) => stage.size().width - ((view?.end ?? 0) - index) / perPixel()

  function look(next: viewport.Viewport) {
    view = viewport.clampView(next, count(), widthMax())
    if (request === 0 && !isDue) request = requestAnimationFrame(draw)
  }

  const redraw = () => view && look(view)
  const isLine = () => settings.interval === 'tick'
  const openingWidth = () => stage.size().width / (isLine() ? TICK_SPACING : SPACING)

  /**
   * Draws at the end of the current task: bars arrive within an animation frame already. So other changes in it are
   * drawn with them, without waiting for the next frame.
   */
  function drawAfterTask() {
    if (request !== 0 || isDue) return
    isDue = true
    queueMicrotask(() => isDue && draw(performance.now()))
  }

  function draw(now: number) {
    request = 0
    isDue = false
    if (!view) return
    if (fresh && count() > 0) {
      view = newestView(openingWidth())
      fresh = false
    }
    if (speed !== 0) glide(view, now)
    frameAt = now
    readIndicators(view)
    stage.render(view, pointer?.index ?? count() - 1, now)
    showCrosshair()
    grips.place()
    tell(view)
  }

  function readIndicators(of: viewport.Viewport) {
    const from = indicators.missing(viewport.visible(of, count()).first)
    if (from === undefined) return
    readCloses(bars, from)
    indicators.load(bars.close, from)
  }

  function glide(from: viewport.Viewport, now: number) {
    const elapsed = Math.min(Math.max(now - frameAt, 0), 50)
    const to = viewport.clampView(viewport.pan(from, -speed * elapsed * perPixel()), count(), widthMax())
    speed = to.end === from.end ? 0 : speed * Math.exp(-elapsed / FLING_MS)
    if (Math.abs(speed) < FLING_MIN) speed = 0
    else look(to)
    view = to
  }

  function tell({ end, width }: viewport.Viewport) {
    const isInSight = viewport.isNewestInSight({ end, width }, count())
    if (isInSight !== wasNewestInSight) options.newestInSight(isInSight)
    wasNewestInSight = isInSight
    const oldest = bars.time[0]
    if (oldest === undefined || oldest === askedAt || end - width > width / 2) return
    askedAt = oldest
    options.needOlder()
  }

  function barAt(index: number): Bar | null {
    read(bars, index, index)
    const { time, open, high, low, close, volume } = bars
    const [at, ...rest] = [time[index], open[index], high[index], low[index], close[index], volume[index]]
    if (at === undefined) return null
    const [o = 0, h = 0, l = 0, c = 0, v = 0] = rest
    return { time: at, open: o, high: h, low: l, close: c, volume: v }
  }

  function showCrosshair() {
    const bar = pointer && barAt(pointer.index)
    if (!pointer || !bar || !view) return crosshair.hide()
    const { width, height } = stage.size()
    const price = stage.priceAt(pointer.y)
    crosshair.show({
      x: xOf(pointer.index),
      y: pointer.y,
      plotWidth: width,
      plotHeight: height,
      plotTop: stage.band().top,
      price: price === null ? '' : settings.labels.price(price),
      time: settings.labels.moment(bar.time),
      rows: settings.rowsOf(bar),
    })
  }

  function point(at: { x: number; y: number } | null) {
    const { width, height } = stage.size()
    if (!at || !view || at.x > width || at.y > height || count() === 0) pointer = null
    else {
      const index = Math.round(view.end - (width - at.x) * perPixel())
      pointer = { index: Math.min(Math.max(index, 0), count() - 1), y: at.y }
    }
    redraw()
  }

  /** With the newest bar and the ends of open positions in view. */
  function newestView(width: number): viewport.Viewport {
    const ahead = aheadOf(bars, measure(), positions) * 1.1
    const wide = Math.max(width, ahead / MARGIN_MAX)
    return viewport.newest(count(), wide, Math.max(isLine() ? TICK_MARGIN : viewport.MARGIN, ahead / wide))
  }

  const goToNewest = () => look(newestView(view?.width ?? openingWidth()))

  const stopGestures = bindGestures(host, {
    drag: (dx) => view && look(viewport.pan(view, -dx * perPixel())),
    fling: (at) => {
      if (still.matches) return
      speed = at
      frameAt = performance.now()
      redraw()
    },
    zoom: (factor, x) => view && look(viewport.zoom(view, factor, view.end - (stage.size().width - x) * perPixel())),
    point,
    isPointing: () => pointer !== null,
    newest: goToNewest,
    hold: () => {
      speed = 0
      askedAt = undefined
    },
  })
  const stopWatching = watchPalette(() => {
    stage.recolour()
    redraw()
  })
  const resized = new ResizeObserver(() => {
    // It also reports the initial size, which is already drawn.
    if (stage.resize()) redraw()
  })
  resized.observe(host)

  const moves: Record<Move, () => void> = {
    older: () => view && look(viewport.pan(view, -view.width / 8)),
    newer: () => view && look(viewport.pan(view, view.width / 8)),
    oldest: () => view && look({ ...view, end: 0 }),
    newest: goToNewest,
    zoomIn: () => view && look(viewport.zoom(view, 1 / 1.25, viewport.zoomAnchor(view, count()))),
    zoomOut: () => view && look(viewport.zoom(view, 1.25, viewport.zoomAnchor(view, count()))),
    unpoint: () => point(null),
  }

  const drawing: Drawing = {
    label: (end) => settings.drawing.label(end),
    say: (spot) => settings.drawing.say(spot),
    moved(line) {
      stage.trace(drawn.map((each) => (each.id === line.id ? line : each)))
      redraw()
    },
    put: options.drew,
    remove: options.erase,
  }
  const setGrips = () => grips.set([...stopGrips(positions, settings.stops), ...drawnGrips(drawn, drawing)])

  /** A line in the middle of the view, along the prices. */
  function newLine(kind: DrawnKind, id: string): Drawn | undefined {
    const { end, width } = view ?? newestView(openingWidth())
    const placeAt = (share: number) => {
      const bar = barAt(Math.min(Math.max(Math.round(end - width * share), 0), count() - 1))
      return bar && { price: bar.close, time: bar.time }
    }
    const [from, to] = [placeAt(0.75), placeAt(0.25)]
    if (!from || !to) return undefined
    return kind === 'level' ? { id, kind, price: to.price } : { id, kind, from, to }
  }

  function setBars(closed: readonly Candle[], newest: Candle | undefined) {
    const before = count()
    const change = applyBars(bars, closed, newest)
    if (change.type === 'none') return
    drawAfterTask()
    if (change.type === 'changed' && change.closeFrom >= before - 1 && count() >= before) {
      read(bars, change.closeFrom, count() - 1)
      for (let index = change.closeFrom; index < count(); index++) indicators.put(index, bars.close[index] ?? 0)
    } else indicators.forget()
    if (change.type === 'replaced') {
      fresh = true
      pointer = null
    } else {
      const { prepended } = change
      if (pointer) pointer.index = Math.min(pointer.index + prepended, count() - 1)
      if (view) view = viewport.follow(viewport.pan(view, prepended), before + prepended, count())
    }
    if (fresh) goToNewest()
    else redraw()
  }

  return {
    setBars,
    setPositions(next) {
      positions = next
      stage.hold(positions)
      setGrips()
      if (view && viewport.isNewestInSight(view, count())) goToNewest()
      else redraw()
    },
    setDeals(next) {
      stage.mark(next)
      redraw()
    },
    setDrawn(next) {
      drawn = next
      stage.trace(drawn)
      setGrips()
      redraw()
    },
    draw(kind, id) {
      const line = newLine(kind, id)
      if (line) options.drew(line)
    },
    configure(next) {
      if (next === settings) return
      if (next.interval !== settings.interval) setBars([], undefined)
      if (next.indicators !== settings.indicators) {
        indicators = createIndicators(next.indicators)
      }
      settings = next
      stage.configure(settings, indicators.lines)
      setGrips()
      redraw()
    },
    move: (move) => {
      speed = 0
      moves[move]()
    },
    pointBy(by) {
      if (count() === 0) return null
      const from = pointer?.index ?? Math.min(Math.floor(view?.end ?? 0), count() - 1)
      const index = Math.min(Math.max(from + (pointer ? by : 0), 0), count() - 1)
      pointer = { index, y: pointer?.y ?? stage.size().height / 3 }
      if (view && (index < view.end - view.width || index > view.end)) view = viewport.pan(view, by)
      redraw()
      return barAt(index)
    },
    isPointing: () => pointer !== null,
    destroy() {
      cancelAnimationFrame(request)
      isDue = false
      stopGestures()
      stopWatching()
      resized.disconnect()
      crosshair.destroy()
      grips.destroy()
      stage.destroy()
    },
  }
}
