import { expect, it } from 'vitest'
import type { Order } from '../../src/api/trade/orders.ts'
import { foldedOf } from '../../src/ui/pages/orders/folded.ts'
import type { OrderKind, OrderKinds } from '../../src/ui/pages/orders/order-kind.ts'
import { order as spotKind } from '../../src/ui/pages/spot/order.ts'
import { spotOrderOf } from '../models/kit/spots.ts'

const kinds: OrderKinds = new Map([['spot', spotKind as unknown as OrderKind]])
const spot = (id: string, strategyId: string | null): Order => ({ kind: 'spot', ...spotOrderOf(id, { strategyId }) })

it('folded: orders of one strategy are one entry where its first is, and no other order moves', () => {
  const orders = [spot('6', null), spot('5', 'a'), spot('4', 'b'), spot('3', 'a'), spot('2', null), spot('1', 'a')]
  expect(foldedOf(kinds, orders).map(({ orders: own }) => own.map(({ id }) => id))).toEqual([
    ['6'],
    ['5', '3', '1'],
    ['4'],
    ['2'],
  ])
  expect(foldedOf(kinds, orders).map(({ to }) => to?.includes('strategy'))).toEqual([undefined, true, true, undefined])
})
