/**
 * The range of bars in view. Bar `i` is drawn from `i - 0.5` to `i + 0.5`.
 *
 * `end`: position of the right edge, in bars. `width`: number of bars between the edges.
 */
export type Viewport = { end: number; width: number }

const WIDTH_MIN = 10
/** Default room after the newest bar, as a share of the width. */
export const MARGIN = 0.06
/** Maximum empty share of the width, on either side. */
const EMPTY_MAX = 0.6

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The view that ends at the newest of `count` bars, and `margin` of its width after it. */
export const newest = (count: number, width: number, margin = MARGIN): Viewport => ({
  end: count - 0.5 + width * margin,
  width,
})

/** Whether the newest of `count` bars is in view. */
export const isNewestInSight = (view: Viewport, count: number): boolean => view.end >= count - 1

/** Clamps a view to the bars. `widthMax`: maximum bars that the plot can show. */
export function clampView(view: Viewport, count: number, widthMax: number): Viewport {
  const width = clamp(view.width, WIDTH_MIN, Math.max(widthMax, WIDTH_MIN))
  const min = Math.min(-0.5 + width * (1 - EMPTY_MAX), newest(count, width).end)
  const max = count - 0.5 + width * EMPTY_MAX
  return { end: clamp(view.end, min, max), width }
}

/** Moves the view by a number of bars; a positive one moves to newer bars. */
export const pan = (view: Viewport, bars: number): Viewport => ({ end: view.end + bars, width: view.width })

/**
 * Zooms around a fixed point.
 *
 * @param factor above 1 shows more bars
 * @param anchor the point, in bars
 */
export const zoom = (view: Viewport, factor: number, anchor: number): Viewport => ({
  end: anchor + (view.end - anchor) * factor,
  width: view.width * factor,
})

/** Zooms around the newest bar if it is in view, else around the middle. */
export const zoomAnchor = (view: Viewport, count: number): number =>
  isNewestInSight(view, count) ? count - 1 : view.end - view.width / 2

/** The view after new bars: it follows if the newest bar is in view, else it stays. */
export const follow = (view: Viewport, countBefore: number, countNow: number): Viewport =>
  isNewestInSight(view, countBefore) ? pan(view, countNow - countBefore) : view

/** The first and the last whole bar to draw, one more on each side for lines; `first > last` if there is none. */
export function visible(view: Viewport, count: number): { first: number; last: number } {
  return {
    first: Math.max(0, Math.floor(view.end - view.width)),
    last: Math.min(count - 1, Math.ceil(view.end)),
  }
}
