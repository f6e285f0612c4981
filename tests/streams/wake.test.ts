import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AWAY_MS, createWake } from '../../src/streams/wake.ts'
import { pass } from './mockServer.ts'
import { createPage } from './page.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const page = createPage()
  const wake = createWake(page)
  const woken: string[] = []
  const doubted: string[] = []
  const subscription = wake.wake$.subscribe((reason) => woken.push(reason))
  subscription.add(wake.doubt$.subscribe((reason) => doubted.push(reason)))
  return { page, wake, woken, doubted, subscription }
}

/** The device sleeps: wall time advances, timers do not. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('wake: waking', () => {
  it('is a network that comes back, a page that is seen or restored, and a person’s tap', () => {
    const { page, wake, woken } = setUp()
    page.fire('online')
    page.setVisible(false)
    page.setVisible(true)
    page.fire('pageshow')
    wake.tap()
    expect(woken).toEqual(['online', 'visible', 'pageshow', 'tap'])
  })

  it('is wall time that jumped, noticed within a second', async () => {
    const { woken } = setUp()
    await pass(60_000)
    expect(woken).toEqual([])
    sleep(3_600_000)
    await pass(1_000)
    expect(woken).toEqual(['resume'])
    await pass(60_000)
    expect(woken).toEqual(['resume'])
  })

  it('is a clock that was set back', async () => {
    const { woken } = setUp()
    sleep(-60_000)
    await pass(1_000)
    expect(woken).toEqual(['resume'])
  })

  it('is not a timer that came a little late', async () => {
    const { woken } = setUp()
    sleep(3_000)
    await pass(10_000)
    expect(woken).toEqual([])
  })

  it('from sleep is noticed at once where the page is seen again, before any timer', () => {
    const { page, woken, doubted } = setUp()
    page.setVisible(false)
    sleep(3_600_000)
    page.setVisible(true)
    expect(doubted).toEqual(['resume'])
    expect(woken).toEqual(['resume', 'visible'])
  })
})

describe('wake: doubt', () => {
  it('comes with every change of the network and with sleep, not with looking at the page', async () => {
    const { page, doubted } = setUp()
    page.fire('offline')
    page.fire('online')
    page.setVisible(false)
    page.setVisible(true)
    page.fire('pageshow')
    sleep(10_000)
    await pass(1_000)
    expect(doubted).toEqual(['offline', 'online', 'resume'])
  })
})

describe('wake: visibility', () => {
  it('is emitted first, and then as it changes', () => {
    const { page, wake } = setUp()
    const seen: boolean[] = []
    page.setVisible(false)
    const subscription = wake.visible$.subscribe((visible) => seen.push(visible))
    page.setVisible(false)
    page.setVisible(true)
    expect(seen).toEqual([false, true])
    subscription.unsubscribe()
  })

  it('counts as seen for ten seconds after it was hidden', () => {
    const { page, wake } = setUp()
    const seen: boolean[] = []
    const subscription = wake.seen$.subscribe((each) => seen.push(each))
    page.setVisible(false)
    vi.advanceTimersByTime(AWAY_MS - 1)
    page.setVisible(true)
    vi.advanceTimersByTime(AWAY_MS)
    expect(seen).toEqual([true])
    page.setVisible(false)
    vi.advanceTimersByTime(AWAY_MS)
    page.setVisible(true)
    expect(seen).toEqual([true, false, true])
    subscription.unsubscribe()
  })
})

describe('wake: the signals', () => {
  it('have one listener per event, and no listener or timer without subscribers', () => {
    const { page, subscription } = setUp()
    expect(page.counts.listeners).toBe(4)
    expect(vi.getTimerCount()).toBe(1)
    subscription.unsubscribe()
    expect(page.counts.listeners).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
