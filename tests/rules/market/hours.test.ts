import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen, nextClose, nextOpen } from '../../../src/rules/market/hours.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const FRIDAY = '2026-01-09'
const SUNDAY = '2026-01-11'
const anyTime = fc.integer({ min: -5_000_000_000_000, max: 5_000_000_000_000 })
const kinds = ['forex', 'metal'] as const

describe('trading hours', () => {
  it('never end for crypto', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        expect([isOpen('crypto', time), nextOpen('crypto', time), nextClose('crypto', time)]).toEqual([
          true,
          time,
          Number.POSITIVE_INFINITY,
        ])
      }),
    )
  })

  it.each([
    [`${FRIDAY}T21:59:59.999`, true],
    [`${FRIDAY}T22:00:00.000`, false],
    ['2026-01-10T12:00:00.000', false],
    [`${SUNDAY}T21:59:59.999`, false],
    [`${SUNDAY}T22:00:00.000`, true],
    ['2026-01-14T03:00:00.000', true],
    ['1969-12-27T12:00:00.000', false],
  ])('at %s are open for forex and metals: %s', (time, open) => {
    for (const kind of kinds) expect(isOpen(kind, at(time))).toBe(open)
  })

  it('close on Friday 22:00 and open on Sunday 22:00 UTC', () => {
    expect(nextClose('forex', at('2026-01-07T10:00'))).toBe(at(`${FRIDAY}T22:00`))
    expect(nextOpen('forex', at(`${FRIDAY}T22:00`))).toBe(at(`${SUNDAY}T22:00`))
    expect(nextOpen('metal', at(`${SUNDAY}T10:00`))).toBe(at(`${SUNDAY}T22:00`))
    expect(nextClose('metal', at(`${SUNDAY}T22:00`))).toBe(at('2026-01-16T22:00'))
  })

  it.each([
    // Christmas Day of 2026 is a Friday, and New Year’s Day too: what follows is a weekend.
    ['2026-12-24T21:59:59', '2026-12-24T22:00', '2026-12-27T22:00'],
    ['2026-12-31T12:00:00', '2026-12-31T22:00', '2027-01-03T22:00'],
    // In 2024 they were a Wednesday: a day within the week.
    ['2024-12-23T12:00:00', '2024-12-24T22:00', '2024-12-25T22:00'],
    ['2024-12-30T12:00:00', '2024-12-31T22:00', '2025-01-01T22:00'],
  ])('from %s close for a holiday at %s, until %s', (time, closes, opens) => {
    expect(nextClose('forex', at(time))).toBe(at(closes))
    expect([isOpen('metal', at(closes)), isOpen('crypto', at(closes))]).toEqual([false, true])
    expect(nextOpen('forex', at(closes))).toBe(at(opens))
  })

  it('open again within a weekend and a holiday, and close within a week, and are the other way round just before', () => {
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...kinds), (time, kind) => {
        const opens = nextOpen(kind, time)
        const closes = nextClose(kind, time)
        if (isOpen(kind, time)) {
          expect(opens).toBe(time)
          expect(closes - time).toBeLessThanOrEqual(5 * 86_400_000)
          expect([isOpen(kind, closes - 1), isOpen(kind, closes)]).toEqual([true, false])
        } else {
          expect(closes).toBe(time)
          expect(opens - time).toBeLessThanOrEqual(3 * 86_400_000)
          expect([isOpen(kind, opens - 1), isOpen(kind, opens)]).toEqual([false, true])
        }
      }),
    )
  })
})
