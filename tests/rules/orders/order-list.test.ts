import { describe, expect, it } from 'vitest'
import { addPage, LIVE_MAX, type ListedOrder, noteOrder } from '../../../src/rules/orders/order-list.ts'

const accepted = (id: string) => ({ id, list: 0, version: 1 })
const trading = (id: string) => ({ id, list: 0, version: 2 })
const completed = (id: string) => ({ id, list: 1, version: 3 })
const note = noteOrder<ListedOrder>
const ids = ({ orders }: { orders: readonly { id: string }[] }) => orders.map(({ id }) => id)

it('orders: a form has the newest 200 live ones', () => {
  expect(LIVE_MAX).toBe(200)
})

describe('noteOrder', () => {
  it('puts a new order where its age belongs', () => {
    const page = { orders: [trading('c'), trading('a')], complete: true }
    expect(ids(note(page, trading('d'), 0))).toEqual(['d', 'c', 'a'])
    expect(ids(note(page, trading('b'), 0))).toEqual(['c', 'b', 'a'])
  })

  it('keeps an order in sight that completes while it is looked at', () => {
    const page = note({ orders: [trading('b'), trading('a')], complete: true }, completed('a'), 0)
    expect(page.orders).toEqual([trading('b'), completed('a')])
  })

  it('never moves an order back, whatever order events arrive in, and takes newer copies within one state', () => {
    const settled = { orders: [completed('a')], complete: true }
    expect(note(settled, trading('a'), 0)).toEqual(settled)
    const open = { orders: [trading('a')], complete: true }
    expect(note(open, accepted('a'), 0)).toEqual(open)
    const stopped = { ...trading('a'), version: 4 }
    expect(note(open, stopped, 0).orders).toEqual([stopped])
  })

  it('takes no order of the other list', () => {
    const page = { orders: [trading('a')], complete: true }
    expect(note(page, completed('b'), 0)).toEqual(page)
    expect(note({ orders: [], complete: true }, trading('b'), 1).orders).toEqual([])
  })

  it('leaves an order that is older than all that is loaded to its page', () => {
    const page = { orders: [trading('c')], complete: false }
    expect(note(page, trading('a'), 0)).toEqual(page)
    expect(ids(note({ ...page, complete: true }, trading('a'), 0))).toEqual(['c', 'a'])
  })

  it('puts an order that has just ended before those that ended earlier, however old it is', () => {
    expect(ids(note({ orders: [completed('c')], complete: false }, completed('a'), 1))).toEqual(['a', 'c'])
  })
})

describe('order list: addPage', () => {
  it('adds older orders below, none twice', () => {
    const orders = addPage([completed('c'), completed('b')], [completed('b'), completed('a')])
    expect(ids({ orders })).toEqual(['c', 'b', 'a'])
  })
})
