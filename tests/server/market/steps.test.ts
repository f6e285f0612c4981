import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsAtFirst, beginnings, planSteps } from '../../../server/market/steps.ts'
import { isOpen } from '../../../src/rules/market/hours.ts'
import { barOpen, intervalSeconds, intervals } from '../../../src/rules/market/intervals.ts'

const minute = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
  .map((value) => value * 60)

describe('market: the history plan', () => {
  it('has no gap and no overlap, and ends with minutes', () => {
    fc.assert(
      fc.property(minute, fc.option(fc.nat(400 * 1440), { nil: undefined }), (until, back) => {
        const steps = planSteps(until, [back === undefined ? undefined : until - back * 60])
        let time = steps[0]?.time ?? until
        for (const step of steps) {
          expect(step.time).toBe(time)
          time += step.width
        }
        expect(time).toBe(until)
        expect(steps.slice(-1_500).every(({ width }) => width === 60 || (back ?? 2_000) < 1_500)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('splits at each requested start', () => {
    const until = Date.UTC(2026, 0, 7, 12) / 1000
    const sinces = [until - 40 * 86_400 + 420, until - 20 * 86_400 + 60, until - 600]
    const starts = new Set(planSteps(until, sinces).map(({ time }) => time))
    expect(sinces.every((since) => starts.has(since))).toBe(true)
  })

  it('uses only steps that are a whole bar of some interval', () => {
    fc.assert(
      fc.property(minute, fc.nat(100 * 1440), (until, back) => {
        for (const { time, width } of planSteps(until, [until - back * 60])) {
          const interval = intervals.find((name) => intervalSeconds[name] === width)
          expect(interval && barOpen(interval, time)).toBe(time)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('reaches back far enough for markets with weekends and breaks', () => {
    fc.assert(
      fc.property(minute, (until) => {
        for (const [interval, begin] of beginnings(until)) {
          if (interval === '1w' || interval === '1d') continue
          const width = intervalSeconds[interval]
          let bars = 0
          for (let time = begin; time < until; time += width) {
            // A bar counts where the market is open in any minute of it.
            if (isOpen('metal', time * 1000) || isOpen('metal', (time + width - 60) * 1000)) bars++
          }
          expect(bars).toBeGreaterThanOrEqual(barsAtFirst(interval))
        }
      }),
      { numRuns: 10 },
    )
  })
})
