import { expect, it } from 'vitest'
import { noneOf } from '../../src/ui/pages/orders/none-of.ts'
import { noFilter } from '../../src/ui/pages/orders/use-filter.ts'

it('order history: a filter without results says that nothing matches, not that there are no orders yet', () => {
  expect(noneOf(noFilter)).toBe('orders.noneCompleted')
  expect(noneOf({ ...noFilter, result: 'won' })).toBe('orders.noneWon')
  for (const part of [{ kind: 'spot' }, { market: 'forex' }, { way: 'fall' }, { period: 'day' }] as const) {
    expect(noneOf({ ...noFilter, ...part })).toBe('orders.noMatch')
    expect(noneOf({ ...noFilter, ...part, result: 'lost' })).toBe('orders.noMatch')
  }
})
