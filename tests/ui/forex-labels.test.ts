import { expect, it } from 'vitest'
import type { OrderOf } from '../../src/api/trade/orders.ts'
import { profitInPips, swapInPips } from '../../src/ui/pages/forex/labels.ts'
import { order } from '../../src/ui/pages/forex/order.ts'
import type { Labels } from '../../src/ui/pages/orders/order-facts.ts'

const labels = { lang: 'en', t: (_: string, { pips }: { pips: string }) => `${pips} pips` } as unknown as Labels

it.each([
  ['EURUSD', 'long', '1.08005', '1.08195', '+19.0 pips'],
  ['EURUSD', 'short', '1.08005', '1.08195', '−19.0 pips'],
  ['USDJPY', 'long', '150.006', '149.994', '−1.2 pips'],
  ['XAUUSD', 'short', '2000.00', '1999.50', '+50 pips'],
] as const)('forex: a gain on %s %s from %s to %s is %s', (symbol, direction, dealPrice, closing, pips) => {
  expect(profitInPips({ symbol, direction, dealPrice }, closing, labels)).toBe(pips)
  expect(profitInPips({ symbol, direction, dealPrice: null }, closing, labels)).toBeUndefined()
})

it.each([
  ['EURUSD', '-0.00007', '−0.7 pips'],
  ['USDCHF', '0.00004', '+0.4 pips'],
  ['XAUUSD', '-0.35', '−35 pips'],
])('forex: swap points of %s of %s are %s', (symbol, swapPoints, pips) => {
  expect(swapInPips({ symbol, swapPoints }, labels)).toBe(pips)
})

it.each(['limit', 'stop'] as const)('forex: the chart draws a pending %s order as what it is', (type) => {
  const pending = { id: 'a', direction: 'long', dealPrice: null, price: '1.07500', openLots: '0.10', type }
  expect(order.positions(pending as OrderOf<'forex'>)).toMatchObject([{ entry: 1.075, opened: null, rests: type }])
})
