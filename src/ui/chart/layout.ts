import type { ChartInterval } from '../../rules/market/intervals.ts'
import type { IndicatorKey } from './indicators.ts'

/** A horizontal band of the plot: `top` and `height` in pixels from the plot's upper edge. */
export type Band = { top: number; height: number }

/** The value range of a band, `max` at its upper edge. */
export type Range = { min: number; max: number }

/** The band of each panel; `null` if hidden. */
export type Layout = { price: Band; volume: Band | null; macd: Band | null; rsi: Band | null }

/** Contents of a chart other than prices. */
export type Panels = { volume: boolean; indicators: readonly IndicatorKey[] }

/** Ticks have no volume. */
export const panelsOf = (interval: ChartInterval, indicators: readonly IndicatorKey[]): Panels => ({
  volume: interval !== 'tick',
  indicators,
})

/** Heights in CSS pixels. */
const TOP = 8
export const LEGEND_ROW = 16
const GAP = 20
const VOLUME = 44
const PANEL = 64

/** Height of the time axis below the plot. */
export const TIME_AXIS = 24

/** Heights of a chart in CSS pixels: of the selected panels, and of everything below the prices. */
export function heightsOf({ volume, indicators }: Panels): { panels: number; belowPrices: number } {
  const panels = (PANEL + GAP) * indicators.filter((key) => key === 'macd' || key === 'rsi').length
  return { panels, belowPrices: panels + (volume ? VOLUME + GAP / 2 : 0) + TIME_AXIS }
}

/**
 * Divides the plot's height: the prices get the rest after the panels.
 *
 * @param height of the plot, without the time axis
 * @param ratio pixels in a CSS pixel, where the plot is measured in device pixels
 */
export function layoutOf(height: number, { volume: hasVolume, indicators }: Panels, ratio = 1): Layout {
  let bottom = height
  const take = (share: number, gap: number): Band => {
    const band = { top: bottom - share * ratio, height: share * ratio }
    bottom = band.top - gap * ratio
    return band
  }
  const rsi = indicators.includes('rsi') ? take(PANEL, GAP) : null
  const macd = indicators.includes('macd') ? take(PANEL, GAP) : null
  const volume = hasVolume ? take(VOLUME, GAP / 2) : null
  const legendRows = indicators.length - Number(macd !== null) - Number(rsi !== null)
  const top = (TOP + legendRows * LEGEND_ROW) * ratio
  return { price: { top, height: Math.max(bottom - top, ratio) }, volume, macd, rsi }
}

/** Position of a value in a band, in pixels from the plot's upper edge. */
export const yOf = (value: number, range: Range, band: Band): number =>
  band.top + ((range.max - value) / (range.max - range.min)) * band.height

/** The range of a whole plot of this height if its `band` shows `range`. */
export function plotRange(range: Range, band: Band, height: number): Range {
  const perPixel = (range.max - range.min) / band.height
  return {
    min: range.min - (height - band.top - band.height) * perPixel,
    max: range.max + band.top * perPixel,
  }
}

/** Widens a range by a share of itself on both sides, and an empty one by a thousandth of its value. */
export function pad({ min, max }: Range, share: number): Range {
  const room = max > min ? (max - min) * share : Math.abs(max) / 1000 || 1
  return { min: min - room, max: max + room }
}

/** The range of the values from `first` to `last` in all columns, ignoring `NaN`. `undefined` if all are `NaN`. */
export function rangeOf(columns: readonly (readonly number[])[], first: number, last: number): Range | undefined {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const column of columns) {
    for (let index = first; index <= last; index++) {
      const value = column[index] ?? Number.NaN
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return min <= max ? { min, max } : undefined
}
