import { BehaviorSubject, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PollOptions, poll } from '../../src/streams/poll.ts'
import { pass } from './mockServer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp(overrides: Partial<PollOptions<number>> = {}) {
  const start = Date.now()
  const every$ = new BehaviorSubject(15_000)
  const visible$ = new BehaviorSubject(true)
  const again$ = new Subject<void>()
  const asked: number[] = []
  const seen: unknown[] = []
  const requests = { aborted: 0 }
  const load = vi.fn<PollOptions<number>['load']>(async (signal) => {
    asked.push(Date.now() - start)
    signal.addEventListener('abort', () => requests.aborted++)
    return asked.length
  })
  const options = { load, every$, visible$, again$, ...overrides }
  const subscription = poll(options).subscribe((polled) => seen.push('value' in polled ? polled.value : 'error'))
  return { every$, visible$, again$, asked, seen, load, requests, subscription }
}

describe('polling', () => {
  it('asks at once and then every period, from start to start', async () => {
    const { asked, seen, subscription } = setUp()
    await pass(45_000)
    expect(asked).toEqual([0, 15_000, 30_000, 45_000])
    expect(seen).toEqual([1, 2, 3, 4])
    subscription.unsubscribe()
  })

  it('has one request under way at a time', async () => {
    let now = 0
    let most = 0
    const load = async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 40_000))
      return now--
    }
    const { subscription } = setUp({ load })
    await pass(200_000)
    expect(most).toBe(1)
    subscription.unsubscribe()
  })

  it('keeps to a new period at once, without giving up the request under way', async () => {
    const { asked, every$, requests, subscription } = setUp()
    await pass(5_000)
    every$.next(3_000)
    await pass(0)
    expect(asked).toEqual([0, 5_000])
    await pass(3_000)
    every$.next(15_000)
    await pass(14_999)
    expect(asked).toEqual([0, 5_000, 8_000])
    await pass(1)
    expect(asked).toEqual([0, 5_000, 8_000, 23_000])
    expect(requests.aborted).toBe(0)
    subscription.unsubscribe()
  })

  it('pauses while the page is hidden, and asks at once where it is overdue when seen again', async () => {
    const { asked, visible$, subscription } = setUp()
    await pass(1_000)
    visible$.next(false)
    await pass(3_600_000)
    expect(asked).toHaveLength(1)
    visible$.next(true)
    await pass(0)
    expect(asked).toEqual([0, 3_601_000])
    visible$.next(false)
    await pass(1_000)
    visible$.next(true)
    await pass(13_999)
    expect(asked).toHaveLength(2)
    await pass(1)
    expect(asked).toHaveLength(3)
    subscription.unsubscribe()
  })

  it('continues after a failure, sooner if configured', async () => {
    const load = vi.fn(() => Promise.reject(new Error('down')))
    const { seen, subscription } = setUp({ load, retryMs: (failures) => failures * 1_000 })
    await pass(0)
    expect(load).toHaveBeenCalledTimes(1)
    await pass(1_000)
    expect(load).toHaveBeenCalledTimes(2)
    await pass(2_000)
    expect(load).toHaveBeenCalledTimes(3)
    expect(seen).toEqual(['error', 'error', 'error'])
    subscription.unsubscribe()
  })

  it('requests again on demand, and aborts the pending request', async () => {
    const { again$, requests, load, subscription } = setUp()
    const hang = (signal: AbortSignal) =>
      new Promise<never>(() => signal.addEventListener('abort', () => requests.aborted++))
    load.mockImplementationOnce(hang).mockImplementationOnce(hang)
    await pass(100)
    again$.next()
    await pass(0)
    again$.next()
    await pass(0)
    expect(load).toHaveBeenCalledTimes(3)
    expect(requests.aborted).toBe(2)
    await pass(14_999)
    expect(load).toHaveBeenCalledTimes(3)
    await pass(1)
    expect(load).toHaveBeenCalledTimes(4)
    subscription.unsubscribe()
  })

  it('leaves nothing behind: the request is given up, no timer is left', async () => {
    const aborted = vi.fn()
    const load = (signal: AbortSignal) => new Promise<number>(() => signal.addEventListener('abort', aborted))
    const { subscription, every$, visible$, again$ } = setUp({ load })
    await pass(10)
    subscription.unsubscribe()
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
    expect([every$.observed, visible$.observed, again$.observed]).toEqual([false, false, false])
  })
})
