import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import { createSeenOpenings } from '../../src/streams/seenOpenings.ts'

function setUp() {
  const event$ = new Subject<AccountEvent>()
  const openings = createSeenOpenings(event$)
  let seq = 0
  const tell = (id: string, hash: string | null) =>
    event$.next({ seq: ++seq, at: 1, kind: 'microtrade', body: { id, openTick: hash && { hash } } as never })
  return { event$, openings, tell }
}

describe('the openings that this device saw', () => {
  it('are stored as first received, whatever arrives later', () => {
    const { openings, tell } = setUp()
    tell('order-1', null)
    expect(openings.of('order-1')).toBeNull()
    tell('order-1', 'first')
    tell('order-2', 'other')
    tell('order-1', 'another')
    expect([openings.of('order-1'), openings.of('order-2'), openings.of('order-3')]).toEqual(['first', 'other', null])
  })

  it('are those of the first fills of spot orders, too', () => {
    const { event$, openings } = setUp()
    const fills = ['first', 'second'].map((hash) => ({ tick: { hash } }))
    const tell = (count: number) =>
      event$.next({ seq: 1, at: 1, kind: 'spot', body: { id: 'order-1', fills: fills.slice(0, count) } as never })
    tell(0)
    expect(openings.of('order-1')).toBeNull()
    tell(1)
    tell(2)
    expect(openings.of('order-1')).toBe('first')
  })

  it('are those of the last 1,000 orders', () => {
    const { openings, tell } = setUp()
    for (let order = 0; order <= 1_000; order++) tell(`order-${order}`, `hash-${order}`)
    expect([openings.of('order-0'), openings.of('order-1')]).toEqual([null, 'hash-1'])
  })

  it('need no more events once closed', () => {
    const { event$, openings } = setUp()
    openings.close()
    expect(event$.observed).toBe(false)
  })
})
