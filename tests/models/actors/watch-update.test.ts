import { BehaviorSubject, Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { type AnyActorLogic, type AnyEventObject, createActor, sendTo, setup } from 'xstate'
import { createWatchPage, createWatchUpdate, type WorkerContainer } from '../../../src/machines/actors/watch-update.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const es = () => 'es'
const isKeep = (message: unknown) => typeof message === 'object' && message !== null && 'keep' in message

/** Runs a callback effect within a machine that records its events, and forwards `take` to it. */
function hear(logic: AnyActorLogic) {
  const told: AnyEventObject[] = []
  const parent = setup({
    actors: { watch: logic },
    actions: { note: ({ event }) => told.push(event) },
  }).createMachine({
    invoke: { src: 'watch', id: 'watch' },
    on: { take: { actions: sendTo('watch', { type: 'update.take' }) }, '*': { actions: 'note' } },
  })
  const actor = createActor(parent).start()
  return { told, take: () => actor.send({ type: 'take' }), stop: () => actor.stop() }
}

/** A browser's service workers, as far as a page sees them. */
function createBrowser({ controller = null as unknown, refuses = false } = {}) {
  const calls: unknown[] = []
  const worker = () =>
    Object.assign(new EventTarget(), { state: 'installing', postMessage: (m: unknown) => calls.push(m) })
  type Worker = ReturnType<typeof worker>
  const registration = Object.assign(new EventTarget(), {
    installing: null as Worker | null,
    waiting: null as Worker | null,
    active: null as Worker | null,
    update: async () => calls.push('update'),
  })
  const container: WorkerContainer = Object.assign(new EventTarget(), {
    controller,
    register: async (url: string, options: unknown) => {
      calls.push({ url, options })
      if (refuses) throw new TypeError('Failed to register')
      return registration
    },
  })
  return {
    container,
    registration,
    calls,
    /** A new build arrives, whole. */
    install: () => {
      const found = worker()
      registration.installing = found
      registration.dispatchEvent(new Event('updatefound'))
      registration.installing = null
      registration.waiting = found
      found.dispatchEvent(new Event('statechange'))
      return found
    },
    activate: () => {
      registration.active = registration.waiting
      registration.waiting = null
      Object.assign(container, { controller: registration.active })
      container.dispatchEvent(new Event('controllerchange'))
    },
  }
}

describe('watching for a newer build', () => {
  it('registers the worker once, checks again each time, and does not report the first build', async () => {
    const check$ = new Subject<void>()
    const { container, calls, install, activate } = createBrowser()
    const { told, stop } = hear(createWatchUpdate(container, '/worker.js', es, check$))
    expect(calls).toEqual([])
    check$.next()
    await settle()
    install()
    activate()
    check$.next()
    await settle()
    expect(calls.filter((each) => !isKeep(each))).toEqual([
      { url: '/worker.js', options: { updateViaCache: 'none' } },
      'update',
    ])
    expect(told).toEqual([])
    stop()
    expect(check$.observed).toBe(false)
  })

  it('names its language to the worker that installs, and has it cache the rest once it is active, and at each check', async () => {
    const check$ = new Subject<void>()
    const { container, calls, install, activate } = createBrowser()
    hear(createWatchUpdate(container, '/worker.js', es, check$))
    check$.next()
    await settle()
    const told = () => calls.filter(isKeep)
    expect(told()).toEqual([])
    install()
    expect(told()).toEqual([{ keep: 'es' }])
    activate()
    expect(told()).toHaveLength(2)
    check$.next()
    await settle()
    expect(told()).toEqual([{ keep: 'es' }, { keep: 'es' }, { keep: 'es' }])
  })

  it('reports a waiting newer build, activates it, and reports when done', async () => {
    const check$ = new BehaviorSubject<void>(undefined)
    const { container, registration, calls, install, activate } = createBrowser({ controller: {} })
    registration.active = Object.assign(new EventTarget(), { state: 'activated', postMessage: () => 0 })
    const { told, take, stop } = hear(createWatchUpdate(container, '/worker.js', es, check$))
    await settle()
    install()
    expect(told).toEqual([{ type: 'update.found' }])
    take()
    expect(calls.at(-1)).toBe('take')
    activate()
    expect(told.at(-1)).toEqual({ type: 'update.taken' })
    stop()
    activate()
    install()
    expect(told).toHaveLength(2)
  })

  it('reports a build waiting since an earlier visit', async () => {
    const { container, registration } = createBrowser({ controller: {} })
    const worker = Object.assign(new EventTarget(), { state: 'installed', postMessage: () => 0 })
    Object.assign(registration, { active: worker, waiting: worker })
    const { told } = hear(createWatchUpdate(container, '/worker.js', es, new BehaviorSubject(undefined)))
    await settle()
    expect(told).toEqual([{ type: 'update.found' }])
  })

  it('works without service workers', async () => {
    const { container, calls } = createBrowser({ refuses: true })
    const check$ = new Subject<void>()
    for (const each of [undefined, container]) {
      const { told, take } = hear(createWatchUpdate(each, '/worker.js', es, check$))
      check$.next()
      check$.next()
      await settle()
      take()
      expect(told).toEqual([])
    }
    expect(calls).toHaveLength(2)
  })
})

describe('watching the page', () => {
  it('reports whether a reload would lose input', () => {
    const occupied$ = new BehaviorSubject(false)
    const { told, stop } = hear(createWatchPage(occupied$))
    occupied$.next(true)
    expect(told).toEqual([{ type: 'page.free' }, { type: 'page.occupied' }])
    stop()
    expect(occupied$.observed).toBe(false)
  })
})
