import { BehaviorSubject, NEVER, type ObservedValueOf, Subject } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { type AnyActorLogic, type AnyEventObject, createActor, sendTo, setup } from 'xstate'
import type { AccountEvent } from '../../../src/api/wire/events.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { watchAccount } from '../../../src/machines/actors/watch-account.ts'
import { watchPrice } from '../../../src/machines/actors/watch-prices.ts'
import { createWatchSocket, type WatchedSocket } from '../../../src/machines/actors/watch-socket.ts'
import { purse } from '../kit/people.ts'

/** Runs a callback effect within a machine that records its events, and forwards `ask` to it. */
function hear(logic: AnyActorLogic, input?: unknown) {
  const told: AnyEventObject[] = []
  const parent = setup({
    actors: { watch: logic },
    actions: { note: ({ event }) => told.push(event) },
  }).createMachine({
    invoke: { src: 'watch', id: 'watch', input: input as never },
    on: { ask: { actions: sendTo('watch', { type: 'socket.retry' }) }, '*': { actions: 'note' } },
  })
  const actor = createActor(parent).start()
  return { told, ask: () => actor.send({ type: 'ask' }), stop: () => actor.stop() }
}

const createBrowser = (onLine = true) => Object.assign(new EventTarget(), { navigator: { onLine } })

describe('actors streams: watching the socket', () => {
  it('reports its states, and the browser’s', () => {
    const state$ = new Subject<ObservedValueOf<WatchedSocket['state$']>>()
    const window = createBrowser()
    const { told, stop } = hear(createWatchSocket({ state$, retryNow: () => {} }, window))
    state$.next({ type: 'connecting', attempt: 0 })
    state$.next({ type: 'waiting', attempt: 1, retryAt: 9 })
    state$.next({ type: 'connected', attempt: 0 })
    state$.next({ type: 'closed', attempt: 0 })
    window.navigator.onLine = false
    window.dispatchEvent(new Event('offline'))
    window.navigator.onLine = true
    window.dispatchEvent(new Event('online'))
    expect(told).toEqual([
      { type: 'connection.cameOnline' },
      { type: 'connection.trying', attempt: 0 },
      { type: 'connection.lost', attempt: 1, retryAt: 9 },
      { type: 'connection.opened' },
      { type: 'connection.closed' },
      { type: 'connection.wentOffline' },
      { type: 'connection.cameOnline' },
    ])
    stop()
    expect(state$.observed).toBe(false)
    window.dispatchEvent(new Event('offline'))
    expect(told).toHaveLength(7)
  })

  it('knows from the start that the browser is offline, and still allows a retry', () => {
    let tries = 0
    const { told, ask } = hear(createWatchSocket({ state$: NEVER, retryNow: () => tries++ }, createBrowser(false)))
    expect(told).toEqual([{ type: 'connection.wentOffline' }])
    ask()
    expect(tries).toBe(1)
  })
})

describe('actors streams: watching a price', () => {
  it('reports it and whether it is tradable, at most twice a second and on changes only', () => {
    vi.useFakeTimers()
    type Price = { price: string; state: 'live' | 'stale' | 'closed'; fresh: boolean }
    const quote$ = new BehaviorSubject<Price>({ price: '1', state: 'live', fresh: false })
    const asked: string[] = []
    const quotes = {
      quote$: (symbol: string) => {
        asked.push(symbol)
        return quote$
      },
    }
    inject({ quotes })
    const { told, stop } = hear(watchPrice, { symbol: 'BTCUSDT' })
    for (const [price, state, fresh] of [
      ['1', 'live', true],
      ['1', 'live', true],
      ['1', 'stale', true],
      ['1', 'live', false],
      ['1', 'closed', true],
      ['2', 'closed', false],
    ] as const) {
      quote$.next({ price: '0', state: 'closed', fresh: true })
      quote$.next({ price, state, fresh })
      vi.advanceTimersByTime(500)
    }
    expect(asked).toEqual(['BTCUSDT'])
    expect(told.map(({ now }) => `${now.price} ${now.market}`)).toEqual([
      ...['1 stale', '1 live', '1 stale', '1 closed', '2 closed'],
    ])
    stop()
    expect(quote$.observed).toBe(false)
    vi.useRealTimers()
  })
})

describe('actors streams: watching the account', () => {
  it('reports wallets, orders and missed events', () => {
    const event$ = new Subject<AccountEvent>()
    const missed$ = new Subject<void>()
    inject({ account: { event$, missed$ }, orderKinds: new Set(['microtrade']) })
    const { told, stop } = hear(watchAccount)
    event$.next({ seq: 1, at: 1, kind: 'wallet', body: purse })
    event$.next({ seq: 2, at: 1, kind: 'microtrade', body: { id: 'order-1' } as never })
    missed$.next()
    expect(told).toEqual([
      { type: 'account.wallet', wallet: purse },
      { type: 'account.order', order: { kind: 'microtrade', id: 'order-1' } },
      { type: 'account.missed' },
    ])
    stop()
    expect([event$.observed, missed$.observed]).toEqual([false, false])
  })
})
