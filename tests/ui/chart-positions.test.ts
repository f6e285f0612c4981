import { expect, it } from 'vitest'
import type { Order } from '../../src/api/trade/orders.ts'
import { nouns } from '../../src/nouns.ts'
import { loadOrderKinds } from '../../src/ui/pages/orders/load-kinds.ts'
import { ofKind } from '../../src/ui/pages/orders/order-kind.ts'
import { forexOrderOf } from '../models/kit/forexes.ts'
import { leverOrderOf } from '../models/kit/levers.ts'
import { spotOrderOf } from '../models/kit/spots.ts'

const kinds = await loadOrderKinds(nouns)
const dealsOf = (order: Order) => ofKind(kinds, order.kind).deals(order)

const tickAt = (time: number, price = '100.00') => ({
  symbol: 'BTCUSDT',
  seq: 1,
  time,
  price,
  hash: '',
  previousHash: '',
})
const option = (change: object) =>
  ({
    kind: 'microtrade',
    direction: 'fall',
    buyPrice: '100.00',
    openTime: 5_000,
    closeTime: 35_000,
    ...change,
  }) as Order
const contract = (change: object) => ({ kind: 'lever', ...leverOrderOf('order-0001'), ...change }) as Order
const lots = (change: object) => ({ kind: 'forex', ...forexOrderOf('order-0001'), ...change }) as Order
const coin = (change: object) => ({ kind: 'spot', ...spotOrderOf('order-0001'), ...change }) as Order

it('chart positions: an option is marked where it opened, and where it ended by its last price', () => {
  const opened = { direction: 'fall', price: 100, time: 5 }
  expect(dealsOf(option({ finalPrice: null }))).toEqual([opened])
  expect(dealsOf(option({ finalPrice: '99.00' }))).toEqual([opened, { direction: 'rise', price: 99, time: 35 }])
  expect(dealsOf(option({ buyPrice: null, openTime: null, finalPrice: null }))).toEqual([])
})

it('chart positions: a contract is marked where it opened and at each part that was closed, the other way round', () => {
  const fills = [{ tick: tickAt(20_500, '110.00') }, { tick: tickAt(30_000, '120.00') }]
  const opened = { direction: 'long', dealPrice: '100.00', openTick: tickAt(10_000) }
  expect(dealsOf(contract({ ...opened, fills }))).toEqual([
    { direction: 'rise', price: 100, time: 10 },
    { direction: 'fall', price: 110, time: 20 },
    { direction: 'fall', price: 120, time: 30 },
  ])
  expect(dealsOf(contract({ direction: 'short', dealPrice: null, openTick: null, fills: [] }))).toEqual([])
})

it('a position in lots is marked at the prices it was dealt at, with the spread', () => {
  const opened = { direction: 'short', dealPrice: '1.07995', openTick: tickAt(10_000, '1.08000') }
  const closed = { closePrice: '1.07005', closeTick: tickAt(20_000, '1.07000') }
  expect(dealsOf(lots({ ...opened, ...closed }))).toEqual([
    { direction: 'fall', price: 1.07995, time: 10 },
    { direction: 'rise', price: 1.07005, time: 20 },
  ])
})

it('chart positions: a coin is marked at each fill, also of an order at the market', () => {
  const fills = [{ price: '39000.00', tick: tickAt(10_000) }]
  expect(dealsOf(coin({ type: 'market', price: null, side: 'sell', fills }))).toEqual([
    { direction: 'fall', price: 39_000, time: 10 },
  ])
})
