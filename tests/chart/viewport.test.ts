import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampView,
  follow,
  isNewestInSight,
  newest,
  pan,
  visible,
  zoom,
  zoomAnchor,
} from '../../src/ui/chart/viewport.ts'

describe('a view of the bars', () => {
  it('opens at the newest bar, with some room after it', () => {
    const view = newest(500, 50)
    expect(view).toEqual({ end: 502.5, width: 50 })
    expect(isNewestInSight(view, 500)).toBe(true)
    expect(visible(view, 500)).toEqual({ first: 452, last: 499 })
  })

  it('keeps the bar under the fingers where it is while it zooms', () => {
    const before = { end: 300, width: 60 }
    const after = zoom(before, 2, 270)
    const place = (view: typeof before) => (270 - (view.end - view.width)) / view.width
    expect(place(after)).toBeCloseTo(place(before), 12)
    expect(after.width).toBe(120)
  })

  it('moves along with new bars while the newest is in sight, and stays put otherwise', () => {
    expect(follow(newest(500, 50), 500, 501)).toEqual(newest(501, 50))
    const back = pan(newest(500, 50), -100)
    expect(follow(back, 500, 501)).toBe(back)
  })

  it('zooms about the newest bar while that is in sight, and about its middle otherwise', () => {
    expect(zoomAnchor(newest(500, 50), 500)).toBe(499)
    expect(zoomAnchor({ end: 300, width: 50 }, 500)).toBe(275)
  })

  it('always shows some bars, and never more than fit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 0.001, max: 1e6, noNaN: true }),
        fc.integer({ min: 1, max: 20_000 }),
        (end, width, count) => {
          const view = clampView({ end, width }, count, 350)
          const { first, last } = visible(view, count)
          expect(view.width).toBeLessThanOrEqual(350)
          expect(view.width).toBeGreaterThanOrEqual(10)
          expect(last).toBeGreaterThanOrEqual(first)
          expect(last - first).toBeLessThanOrEqual(view.width + 2)
        },
      ),
    )
  })

  it('lets the newest view be, however few bars there are', () => {
    for (const count of [1, 2, 5, 40, 1000]) {
      const view = newest(count, 50)
      expect(clampView(view, count, 350)).toEqual(view)
    }
  })
})
