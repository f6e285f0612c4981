import { expect, it } from 'vitest'
import type { Candle } from '../../src/api/market/market.ts'
import { nextStatus, type Status } from '../../src/ui/chart/status.ts'

const bar = (time: number, high: string, low: string, close: string): Candle => [time, '10', high, low, close, '1']
const before: Status = { type: 'loading', stale: false, sum: null }
const bars = [bar(60, '12', '9', '11')]
const newest = bar(120, '14', '10', '13')

it('chart status: sums the bars up in words’ reach', () => {
  expect(nextStatus(before, { type: 'bars', stale: false, bars, newest })).toEqual({
    type: 'bars',
    stale: false,
    sum: { last: 13, high: 14, low: 9, since: 60, newest: 120 },
  })
})

it('chart status: stays the same object while only the newest bar grows, and changes with a new bar or a stale mark', () => {
  const status = nextStatus(before, { type: 'bars', stale: false, bars, newest })
  const grown = bar(120, '15', '10', '15')
  const next = bar(180, '1', '1', '1')
  expect(nextStatus(status, { type: 'bars', stale: false, bars, newest: grown })).toBe(status)
  expect(nextStatus(status, { type: 'bars', stale: true, bars, newest: grown })).not.toBe(status)
  expect(nextStatus(status, { type: 'bars', stale: false, asOf: 1, bars, newest: grown })).toMatchObject({ asOf: 1 })
  expect(nextStatus(status, { type: 'bars', stale: false, bars: [...bars, grown], newest: next }).sum?.last).toBe(1)
})

it('chart status: has no sum without bars', () => {
  expect(nextStatus(before, { type: 'error', stale: false, bars: [], newest: undefined })).toEqual({
    type: 'error',
    stale: false,
    sum: null,
  })
})
