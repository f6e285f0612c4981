import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fundingDue, fundingOver, fundingPaid, isDrained, nextFunding } from '../../../src/rules/lever/funding.ts'
import { contracts } from '../../../src/rules/lever/terms.ts'

const HOUR = 3_600_000
const USDT = 1_000_000n
const NOON = Date.UTC(2026, 0, 5, 12)

describe('funding', () => {
  it('is none of any contract that ships', () => {
    expect(contracts.filter(({ funding }) => funding)).toEqual([])
  })

  it('is due at each whole interval of UTC, and not at the moment itself', () => {
    const next = (hours: number, time: number) => new Date(nextFunding({ hours }, time)).toISOString().slice(11, 16)
    expect([next(8, NOON), next(8, NOON + 4 * HOUR - 1), next(8, NOON + 4 * HOUR)]).toEqual(['16:00', '16:00', '00:00'])
    expect([next(1, NOON), next(4, NOON)]).toEqual(['13:00', '16:00'])
  })

  it('is paid by longs to shorts above zero, by shorts to longs below, rounded towards zero', () => {
    expect(fundingDue({ ppm: 100 }, 'long', 4_000n * USDT)).toBe(-400_000n)
    expect(fundingDue({ ppm: 100 }, 'short', 4_000n * USDT)).toBe(400_000n)
    expect(fundingDue({ ppm: -25 }, 'short', 4_000n * USDT)).toBe(-100_000n)
    expect([fundingDue({ ppm: 1 }, 'long', 1_999_999n), fundingDue({ ppm: 1 }, 'short', 1_999_999n)]).toEqual([-1n, 1n])
  })

  it('takes all but the last millionth of a margin, and no further payment is due then', () => {
    expect([fundingPaid(-60n, 80n), fundingPaid(-80n, 80n), fundingPaid(90n, 80n)]).toEqual([-60n, -79n, 90n])
    expect([isDrained(-1n, 2n), isDrained(-1n, 1n), isDrained(1n, 1n)]).toEqual([false, true, false])
  })

  it('sums to the number of intervals times the rate of the notional, and long and short to zero', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 4, 8, 24),
        fc.integer({ min: -3_000, max: 3_000 }),
        fc.bigInt({ min: 1n, max: 1_000_000n * USDT }),
        fc.integer({ min: 0, max: 400 * 24 * HOUR }),
        fc.integer({ min: 0, max: 60 * 24 * HOUR }),
        (hours, ppm, worth, after, held) => {
          const [from, to] = [NOON + after, NOON + after + held]
          const of = (direction: 'long' | 'short') => fundingOver({ hours, ppm }, direction, [from, to], () => worth)
          // Whole intervals of the clock that lie between, by days and hours of the calendar alone.
          const count = Math.max(0, Math.ceil(to / HOUR / hours) - 1 - Math.floor(from / HOUR / hours))
          const closed = (count * Number(worth) * ppm) / 1e6
          expect(Math.abs(Number(of('short')) - closed)).toBeLessThanOrEqual(count + Math.abs(closed) * 1e-12)
          expect(of('long') + of('short')).toBe(0n)
        },
      ),
      { numRuns: 200 },
    )
  })
})
