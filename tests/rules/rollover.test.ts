import { describe, expect, it } from 'vitest'
import { nextRollover } from '../../src/rules/rollover.ts'

const at = (text: string) => Date.parse(`${text}Z`)

describe('a rollover', () => {
  it.each([
    // Monday in winter, and the moment itself, after which the next one comes.
    ['2026-01-05T10:00:00', '2026-01-05T22:00:00', 1],
    ['2026-01-05T22:00:00', '2026-01-06T22:00:00', 1],
    ['2026-01-07T00:00:00', '2026-01-07T22:00:00', 3],
    ['2026-01-09T22:00:00', '2026-01-12T22:00:00', 1],
    ['2026-01-11T23:00:00', '2026-01-12T22:00:00', 1],
    // Summer time began on 8 March 2026, a Sunday, and ended on 1 November.
    ['2026-03-06T12:00:00', '2026-03-06T22:00:00', 1],
    ['2026-03-08T12:00:00', '2026-03-09T21:00:00', 1],
    ['2026-10-30T12:00:00', '2026-10-30T21:00:00', 1],
    ['2026-11-01T12:00:00', '2026-11-02T22:00:00', 1],
    // In 2023 these were 12 March and 5 November.
    ['2023-03-10T12:00:00', '2023-03-10T22:00:00', 1],
    ['2023-03-13T12:00:00', '2023-03-13T21:00:00', 1],
    ['2023-11-03T12:00:00', '2023-11-03T21:00:00', 1],
    ['2023-11-06T12:00:00', '2023-11-06T22:00:00', 1],
  ])('after %s is at 17:00 in New York: %s, for %i nights', (time, moment, nights) => {
    expect(nextRollover(at(time))).toEqual({ at: at(moment), nights })
    const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', weekday: 'long' })
    expect(clock.format(nextRollover(at(time)).at)).toMatch(/(Mon|Tues|Wednes|Thurs|Fri)day.*5\s?PM/)
  })
})
