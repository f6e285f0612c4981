import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENTS_PAGE, type InOrderOptions, inOrder } from '../../src/streams/inOrder.ts'
import { pass } from './mockServer.ts'
import { seeded } from './seeded.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Event = { seq: number }
/** Marks reported gaps among the numbers. */
const MISSED = -1

function setUp({ after = 0, stored = 0 } = {}) {
  const live$ = new Subject<Event>()
  const behind$ = new Subject<void>()
  /** The server's own list: numbers 1 to `stored`, except missing ones. */
  const server = { stored, missing: [] as number[] }
  const load = vi.fn<InOrderOptions<Event>['load']>(async (from, limit) =>
    Array.from({ length: server.stored }, (_, index) => ({ seq: index + 1 }))
      .filter(({ seq }) => seq > from && !server.missing.includes(seq))
      .slice(0, limit),
  )
  const seen: number[] = []
  const missed = () => seen.push(MISSED)
  const subscription = inOrder({ live$, behind$, after, load, missed, random: () => 0.5 }).subscribe(({ seq }) => {
    seen.push(seq)
  })
  /** An event: the server stores it, and sends it or not. */
  const happen = (seq: number, { told = true } = {}) => {
    server.stored = Math.max(server.stored, seq)
    if (told) live$.next({ seq })
  }
  return { live$, behind$, server, load, seen, subscription, happen }
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('events in order', () => {
  it('come as they happen', async () => {
    const { seen, happen, load, subscription } = setUp()
    await pass(0)
    for (const seq of upTo(3)) happen(seq)
    expect(seen).toEqual([1, 2, 3])
    await pass(60_000)
    expect(load).toHaveBeenCalledTimes(1)
    subscription.unsubscribe()
  })

  it('begin after the number that is known, with what happened before anyone listened', async () => {
    const { seen, subscription } = setUp({ after: 4, stored: 6 })
    await pass(0)
    expect(seen).toEqual([5, 6])
    subscription.unsubscribe()
  })

  it('arrive once, however often they are received', async () => {
    const { seen, happen, live$, subscription } = setUp()
    await pass(0)
    happen(1)
    happen(2)
    live$.next({ seq: 1 })
    live$.next({ seq: 2 })
    expect(seen).toEqual([1, 2])
    subscription.unsubscribe()
  })

  it('buffer a thousand early ones, and request the rest', async () => {
    const { seen, happen, load } = setUp({ stored: 1 })
    for (let seq = 2; seq <= 1_002; seq++) happen(seq)
    await pass(0)
    expect(seen).toEqual(upTo(1_002))
    expect(load.mock.calls.map(([from]) => from)).toEqual([0, 1_001])
  })

  it('that arrive too early wait for those before them', async () => {
    const { seen, happen, live$, subscription } = setUp()
    await pass(0)
    happen(2)
    happen(3)
    expect(seen).toEqual([])
    live$.next({ seq: 1 })
    expect(seen).toEqual([1, 2, 3])
    await pass(60_000)
    expect(seen).toEqual([1, 2, 3])
    subscription.unsubscribe()
  })

  it('that were missed are loaded, and those that arrive meanwhile come after them', async () => {
    let answer = (_: Event[]) => {}
    const { seen, happen, load, subscription } = setUp()
    await pass(0)
    load.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    happen(1, { told: false })
    happen(2, { told: false })
    happen(3)
    happen(4)
    expect(load.mock.calls.at(-1)?.slice(0, 2)).toEqual([0, EVENTS_PAGE])
    answer([{ seq: 1 }, { seq: 2 }, { seq: 3 }])
    await pass(0)
    expect(seen).toEqual([1, 2, 3, 4])
    subscription.unsubscribe()
  })

  it('are caught up with after a reconnect, even if none arrives', async () => {
    const { seen, happen, behind$, subscription } = setUp()
    await pass(0)
    happen(1, { told: false })
    happen(2, { told: false })
    behind$.next()
    await pass(0)
    expect(seen).toEqual([1, 2])
    subscription.unsubscribe()
  })

  it('are caught up with again where more was missed while catching up', async () => {
    let answer = (_: Event[]) => {}
    const { seen, happen, behind$, load, subscription } = setUp()
    await pass(0)
    load.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    happen(1, { told: false })
    behind$.next()
    happen(2, { told: false })
    behind$.next()
    answer([{ seq: 1 }])
    await pass(1)
    expect(seen).toEqual([1, 2])
    subscription.unsubscribe()
  })

  it('are loaded page after page', async () => {
    const { seen, load, subscription } = setUp({ stored: 2 * EVENTS_PAGE + 10 })
    await pass(10)
    expect(seen).toEqual(upTo(2 * EVENTS_PAGE + 10))
    expect(load).toHaveBeenCalledTimes(3)
    subscription.unsubscribe()
  })

  it('are loaded again after a failure, and come all the same', async () => {
    const { seen, happen, load, behind$, subscription } = setUp()
    await pass(0)
    load.mockImplementationOnce(() => Promise.reject(new Error('down')))
    load.mockImplementationOnce(() => Promise.reject(new Error('down')))
    happen(1, { told: false })
    behind$.next()
    await pass(900)
    expect(seen).toEqual([])
    await pass(2_200)
    expect(seen).toEqual([1])
    subscription.unsubscribe()
  })

  it('are loaded again if the server does not have them yet', async () => {
    const { seen, live$, server, subscription } = setUp()
    await pass(0)
    live$.next({ seq: 2 })
    await pass(10)
    expect(seen).toEqual([])
    server.stored = 2
    await pass(1_100)
    expect(seen).toEqual([1, 2])
    subscription.unsubscribe()
  })

  it('do not wait for a number that does not exist, and say after them that something was missed', async () => {
    const { seen, server, happen, live$, subscription } = setUp()
    await pass(0)
    server.missing = [2]
    happen(1)
    happen(4)
    await pass(10)
    expect(seen).toEqual([1, 3, 4, MISSED])
    live$.next({ seq: 7 })
    await pass(20_000)
    expect(seen).toEqual([1, 3, 4, MISSED, 7, MISSED])
    subscription.unsubscribe()
  })

  it('come each once and in order, whatever is lost, doubled or swapped on the way', async () => {
    const chance = seeded(7)
    const { seen, happen, live$, behind$, load, subscription } = setUp()
    for (let seq = 1; seq <= 500; seq++) {
      if (chance() < 0.1) load.mockImplementationOnce(() => Promise.reject(new Error('down')))
      happen(seq, { told: chance() < 0.7 })
      if (chance() < 0.3) live$.next({ seq: 1 + Math.floor(chance() * seq) })
      if (chance() < 0.3) await pass(chance() * 500)
    }
    behind$.next()
    await pass(600_000)
    expect(seen).toEqual(upTo(500))
    subscription.unsubscribe()
  })

  it('leave nothing behind', async () => {
    const aborted = vi.fn()
    const { live$, behind$, load, subscription } = setUp()
    await pass(0)
    load.mockImplementation((_, __, signal) => new Promise(() => signal.addEventListener('abort', aborted)))
    behind$.next()
    subscription.unsubscribe()
    expect(aborted).toHaveBeenCalledTimes(1)
    expect([live$.observed, behind$.observed, vi.getTimerCount()]).toEqual([false, false, 0])
  })
})
