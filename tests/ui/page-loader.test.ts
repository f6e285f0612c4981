import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, createPageLoader } from '../../src/ui/page-loader.ts'

const Page = () => null
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a page’s chunk', () => {
  test('is loaded once, however often it is asked for', async () => {
    const load = vi.fn(async () => Page)
    const page = createPageLoader(load)
    page.load()
    page.load()
    await settle()
    page.load()
    expect(load).toHaveBeenCalledTimes(1)
    expect(page.now()).toEqual({ type: 'ready', Page })
  })

  test('fails after 60 seconds, and shows all the same when it comes after that', async () => {
    let arrive: (page: () => null) => void = () => {}
    const page = createPageLoader(() => new Promise((resolve) => (arrive = resolve)))
    page.load()
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1)
    expect(page.now()).toEqual({ type: 'loading' })
    await vi.advanceTimersByTimeAsync(1)
    expect(page.now()).toEqual({ type: 'failed', reason: 'timeout' })
    arrive(Page)
    await settle()
    expect(page.now()).toEqual({ type: 'ready', Page })
  })

  test('can be tried again after a failure', async () => {
    const load = vi.fn(async () => Page).mockRejectedValueOnce(new TypeError('offline'))
    const page = createPageLoader(load)
    page.load()
    await settle()
    expect(page.now()).toEqual({ type: 'failed', reason: 'network' })
    page.retry()
    await settle()
    expect(page.now()).toEqual({ type: 'ready', Page })
  })

  test('that fails again while the server answers belongs to an older build: the app is loaded afresh', async () => {
    const reload = vi.fn()
    const page = createPageLoader(() => Promise.reject(new TypeError('gone')), { reachable: async () => true, reload })
    page.load()
    await settle()
    expect(reload).not.toHaveBeenCalled()
    page.retry()
    await settle()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('that fails again while the server is away stays failed', async () => {
    const reload = vi.fn()
    const away = () => Promise.reject(new TypeError('offline'))
    const page = createPageLoader(away, { reachable: away, reload })
    page.load()
    await settle()
    page.retry()
    await settle()
    expect(reload).not.toHaveBeenCalled()
    expect(page.now()).toEqual({ type: 'failed', reason: 'network' })
  })

  test('tells who listens, until they stop', async () => {
    const page = createPageLoader(async () => Page)
    const changed = vi.fn()
    const stop = page.subscribe(changed)
    page.load()
    await settle()
    expect(changed).toHaveBeenCalledTimes(2)
    stop()
    page.retry()
    expect(changed).toHaveBeenCalledTimes(2)
  })
})
