import { NEVER, of } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { SUBSCRIBED_MAX } from '../../src/api/wire/protocol.ts'
import { createDemand, isWithin } from '../../src/streams/demand.ts'

function setUp() {
  const demand = createDemand()
  const changes: unknown[] = []
  demand.change$.subscribe(() => changes.push(demand.wanted()))
  return { demand, changes }
}

describe('demand for quotes', () => {
  it('is that of all observers, each symbol once and in order, until its last one leaves', () => {
    const { demand, changes } = setUp()
    const first = demand.counted('ETHUSDT', NEVER).subscribe()
    const second = demand.counted('ETHUSDT', NEVER).subscribe()
    demand.counted('BTCUSDT', NEVER).subscribe()
    first.unsubscribe()
    expect(demand.wanted()).toEqual(['BTCUSDT', 'ETHUSDT'])
    second.unsubscribe()
    expect(demand.wanted()).toEqual(['BTCUSDT'])
    expect(changes).toEqual([['ETHUSDT'], ['BTCUSDT', 'ETHUSDT'], ['BTCUSDT']])
  })

  it('ends with its stream, and passes the stream on', () => {
    const { demand } = setUp()
    const values: number[] = []
    demand.counted('BTCUSDT', of(1, 2)).subscribe((value) => values.push(value))
    expect([values, demand.wanted()]).toEqual([[1, 2], []])
  })

  it('is for all quotes where somebody wants all, or more than one may ask for', () => {
    const { demand } = setUp()
    demand.counted('BTCUSDT', NEVER).subscribe()
    const all = demand.counted('all', NEVER).subscribe()
    expect(demand.wanted()).toBe('all')
    all.unsubscribe()
    expect(demand.wanted()).toEqual(['BTCUSDT'])
    for (let count = 0; count < SUBSCRIBED_MAX; count++) demand.counted(`S${count}`, NEVER).subscribe()
    expect(demand.wanted()).toBe('all')
  })

  it('is met by a subscription to the same symbols, to more, or to all', () => {
    expect(isWithin(['A'], ['A', 'B'])).toBe(true)
    expect(isWithin(['A', 'C'], ['A', 'B'])).toBe(false)
    expect([isWithin([], []), isWithin(['A'], 'all'), isWithin('all', 'all')]).toEqual([true, true, true])
    expect([isWithin('all', ['A']), isWithin([], 'none')]).toEqual([false, false])
  })
})
