import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLoader, loadedWith } from '../../src/ui/app/loader.ts'

const Page = () => null
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('loader: a page’s chunk', () => {
  test('is loaded once, however often it is asked for', async () => {
    const load = vi.fn(async () => Page)
    const page = createLoader(load)
    page.load()
    page.load()
    await settle()
    page.load()
    expect(load).toHaveBeenCalledTimes(1)
    expect(page.now()).toEqual({ type: 'ready', value: Page })
  })

  test('fails after 60 seconds, and shows all the same when it comes after that', async () => {
    let arrive: (page: () => null) => void = () => {}
    const page = createLoader(() => new Promise((resolve) => (arrive = resolve)))
    page.load()
    await vi.advanceTimersByTimeAsync(59_999)
    expect(page.now()).toEqual({ type: 'loading' })
    await vi.advanceTimersByTimeAsync(1)
    expect(page.now()).toEqual({ type: 'failed', reason: 'timeout' })
    arrive(Page)
    await settle()
    expect(page.now()).toEqual({ type: 'ready', value: Page })
  })

  test('can be tried again after a failure', async () => {
    const load = vi.fn(async () => Page).mockRejectedValueOnce(new TypeError('offline'))
    const page = createLoader(load)
    page.load()
    await settle()
    expect(page.now()).toEqual({ type: 'failed', reason: 'offline' })
    page.retry()
    await settle()
    expect(page.now()).toEqual({ type: 'ready', value: Page })
  })

  test('that fails again while the server answers belongs to an older build: the app is loaded afresh', async () => {
    const reload = vi.fn()
    const page = createLoader(() => Promise.reject(new TypeError('gone')), { reachable: async () => true, reload })
    page.load()
    await settle()
    expect(reload).not.toHaveBeenCalled()
    expect(page.now()).toEqual({ type: 'failed', reason: 'missing' })
    page.retry()
    await settle()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('that fails again while the server is away stays failed', async () => {
    const reload = vi.fn()
    const away = () => Promise.reject(new TypeError('offline'))
    const page = createLoader(away, { reachable: away, reload })
    page.load()
    await settle()
    page.retry()
    await settle()
    expect(reload).not.toHaveBeenCalled()
    expect(page.now()).toEqual({ type: 'failed', reason: 'offline' })
  })

  test('tells who listens, until they stop', async () => {
    const page = createLoader(async () => Page)
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

describe('loader: a page with its dependencies', () => {
  test('is ready when both are', async () => {
    let arrive: (value: string) => void = () => {}
    const services = createLoader(() => new Promise<string>((resolve) => (arrive = resolve)))
    const page = loadedWith(
      createLoader(async () => Page),
      services,
    )
    page.load()
    await settle()
    expect(page.now()).toEqual({ type: 'loading' })
    arrive('services')
    await settle()
    expect(page.now()).toEqual({ type: 'ready', value: Page })
  })

  test('fails where either does, and a retry tries again what failed', async () => {
    const load = vi.fn(async () => Page)
    const loadServices = vi.fn(async () => 'services').mockRejectedValueOnce(new TypeError('offline'))
    const page = loadedWith(createLoader(load), createLoader(loadServices))
    page.load()
    await settle()
    expect(page.now()).toEqual({ type: 'failed', reason: 'offline' })
    page.retry()
    await settle()
    expect(page.now()).toEqual({ type: 'ready', value: Page })
    expect(load).toHaveBeenCalledTimes(1)
    expect(loadServices).toHaveBeenCalledTimes(2)
  })
})
