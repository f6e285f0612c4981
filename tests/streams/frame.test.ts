import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FRAME_FALLBACK_MS, perFrame } from '../../src/streams/frame.ts'
import { pass } from './mockServer.ts'
import { createPage } from './page.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an animation frame', () => {
  it('runs everything that asked, together, once', () => {
    const page = createPage()
    const ran: string[] = []
    page.frames.request(() => ran.push('a'))
    page.frames.request(() => ran.push('b'))
    expect(page.counts.requested).toBe(1)
    expect(ran).toEqual([])
    page.draw()
    page.draw()
    expect(ran).toEqual(['a', 'b'])
  })

  it('is not requested while none is needed', () => {
    const page = createPage()
    const cancel = page.frames.request(() => {})
    cancel()
    expect(page.pendingFrames).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('still runs the others where one of them cancels', () => {
    const page = createPage()
    const ran: string[] = []
    const cancel = page.frames.request(() => ran.push('a'))
    page.frames.request(() => ran.push('b'))
    cancel()
    page.draw()
    expect(ran).toEqual(['b'])
  })

  it('that is asked for within one is the next', () => {
    const page = createPage()
    const ran: string[] = []
    page.frames.request(() => page.frames.request(() => ran.push('next')))
    page.draw()
    expect(ran).toEqual([])
    page.draw()
    expect(ran).toEqual(['next'])
  })

  it('that does not come, because the page is hidden, is stood in for by a timer', async () => {
    const page = createPage()
    const ran: string[] = []
    page.frames.request(() => ran.push('a'))
    await pass(FRAME_FALLBACK_MS)
    expect(ran).toEqual(['a'])
    expect(page.pendingFrames).toBe(0)
    page.draw()
    expect(ran).toEqual(['a'])
  })

  it('leaves no timer behind', () => {
    const page = createPage()
    page.frames.request(() => {})
    page.draw()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a stream per frame', () => {
  it('lets the newest value of each frame through', () => {
    const page = createPage()
    const source$ = new Subject<number>()
    const seen: number[] = []
    const subscription = source$.pipe(perFrame(page.frames)).subscribe((value) => seen.push(value))
    source$.next(1)
    source$.next(2)
    expect(seen).toEqual([])
    page.draw()
    page.draw()
    source$.next(3)
    page.draw()
    expect(seen).toEqual([2, 3])
    source$.next(4)
    subscription.unsubscribe()
    expect(page.pendingFrames).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
