import { describe, expect, it } from 'vitest'
import type { Order } from '../../src/api/trade/orders.ts'
import { roeAt } from '../../src/streams/openProfit.ts'
import { byEnd } from '../../src/ui/pages/orders/by-end.ts'
import { dailyProfit, weeksOf } from '../../src/ui/pages/orders/daily-profit.ts'

const ended = (id: string, at: string | null, net: string | null, currency = 'USDT') => {
  const settledAt = at === null ? null : Date.parse(at)
  return { id, settledAt, acceptedAt: Date.parse('2026-11-01T00:00:00Z'), currency, net } as unknown as Order
}
const netOf = (order: Order) => (order as unknown as { net: string | null }).net

describe('daily profit: realised P&L of a day', () => {
  const orders = [
    ended('1', '2026-11-25T22:59:59Z', '10.5'),
    ended('2', '2026-11-25T23:00:00Z', '-3.25'),
    ended('3', '2026-11-26T12:00:00Z', '1'),
    ended('4', '2026-11-26T12:00:00Z', '0.5', 'BTC'),
    ended('5', '2026-11-26T12:00:00Z', null),
    ended('6', null, '7'),
  ]

  it('is the sum of the orders of its currency that ended on it, by the user’s zone', () => {
    const inRome = dailyProfit(orders, netOf, { currency: 'USDT', zone: 'Europe/Rome' })
    expect([...inRome]).toEqual([
      ['2026-11-25', '10.500000'],
      ['2026-11-26', '-2.250000'],
    ])
    const inUtc = dailyProfit(orders, netOf, { currency: 'USDT', zone: 'UTC' })
    expect([...inUtc]).toEqual([
      ['2026-11-25', '7.250000'],
      ['2026-11-26', '1.000000'],
    ])
  })

  it('is laid out in weeks from Monday', () => {
    const weeks = weeksOf('2026-02')
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-02-01'])
    expect(weeks.at(-1)?.slice(4)).toEqual(['2026-02-27', '2026-02-28', null])
    expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29)
  })
})

it('daily profit: the order that ended last comes first, one that never opened by when it was accepted', () => {
  const orders = [
    ended('a', '2026-11-02T00:00:00Z', '1'),
    ended('b', null, '1'),
    ended('c', '2026-11-03T00:00:00Z', '1'),
  ]
  expect(byEnd(orders).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

describe('profit: ROE', () => {
  it.each([
    ['12.34', '100', '12.34'],
    ['-12.34', '100', '-12.34'],
    ['0.009', '100', '0.00'],
    ['-0.009', '100', '-0.01'],
    ['5', '0', '0.00'],
  ])('of %s USDT on a margin of %s is %s%%: a gain rounds down, a loss up', (net, margin, roe) => {
    expect(roeAt(net, margin, 'USDT')).toBe(roe)
  })
})
