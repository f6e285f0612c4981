import { expect, it } from 'vitest'
import { countWithout, sumsOf } from '../../src/ui/pages/records/sums.ts'

const sum = (month: string, currency: string, amounts: { in: string; out: string }, movements: number) => ({
  ...{ month, currency, movements },
  ...amounts,
})
const months = [
  sum('2026-11', 'USDT', { in: '102.00', out: '919.04' }, 5),
  sum('2026-11', 'BTC', { in: '0.5', out: '0' }, 1),
  sum('2026-10', 'USDT', { in: '500.00', out: '500.00' }, 2),
]

it('records-sums: add up by currency, most records first, within the filter', () => {
  expect(sumsOf(months, {})).toMatchObject([
    { currency: 'USDT', in: '602.000000', out: '1419.040000', net: '-817.040000', movements: 7 },
    { currency: 'BTC', net: '0.50000000', movements: 1 },
  ])
  expect(sumsOf(months, { month: '2026-10' })).toMatchObject([{ currency: 'USDT', net: '0.000000', movements: 2 }])
  expect(sumsOf(months, { currency: 'EUR' })).toEqual([])
})

it('records-sums: count what there would be without a part of the filter', () => {
  expect(countWithout(months, { month: '2026-10', currency: 'BTC' }, 'currency')).toBe(2)
  expect(countWithout(months, { month: '2026-10', currency: 'BTC' }, 'month')).toBe(1)
})
