import { describe, expect, it } from 'vitest'
import type { Quote } from '../../src/api/market/market.ts'
import type { QuoteDelta, ServerFrame } from '../../src/api/wire/frames.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { changedIn, nextExpiry, quoteIn, quotesIn } from '../../src/streams/quoteBook.ts'
import { noQuotes, type QuotesInput, type QuotesState, reduceQuotes } from '../../src/streams/reduceQuotes.ts'

const NOW = 1_700_000_000_000

const quote = (symbol: string, overrides: Partial<Quote> = {}): Quote => ({
  symbol,
  seq: 10,
  time: NOW,
  price: '100',
  bid: '99.9',
  ask: '100.1',
  state: 'live',
  open24h: '95',
  high24h: '110',
  low24h: '90',
  volume24h: '5',
  turnover24h: '500',
  spark: [],
  ...overrides,
})
const frame = (content: ServerFrame, at = NOW): QuotesInput => ({ type: 'frame', at, timed: true, frame: content })
const snapshot = (...quotes: Quote[]) => frame({ type: 'snapshot', time: NOW, quotes })
const change = (...quotes: QuoteDelta[]) => frame({ type: 'quotes', time: NOW, quotes })
const delta = (seq: number, price: string, time = NOW): QuoteDelta => ['BTCUSDT', seq, time, price, price, price, '6']
const connected: QuotesInput = { type: 'connection', connected: true, at: NOW }

const subscribed: QuotesInput = { type: 'subscribed', symbols: 'all', probe: undefined, at: NOW }

const having = (...inputs: QuotesInput[]) => inputs.reduce(reduceQuotes, noQuotes)
const bitcoin = ({ book }: QuotesState) => quoteIn(book, 'BTCUSDT')

describe('the reducer of quotes', () => {
  it('calls for a snapshot on connecting, once, and for nothing where the connection stays as it was', () => {
    const first = reduceQuotes(noQuotes, connected)
    expect(first).toMatchObject({ live: true, needs: ['snapshot'], stale: true })
    expect(reduceQuotes(first, connected).needs).toEqual([])
  })

  it('leaves the state that it was given as it was', () => {
    const before = having(connected, subscribed, snapshot(quote('BTCUSDT')))
    const kept = structuredClone(before)
    for (const input of [change(delta(15, '101')), { type: 'doubt', at: NOW } as const, snapshot(quote('ETHUSDT'))])
      reduceQuotes(before, input)
    expect(before).toEqual(kept)
  })

  it('is whole with a snapshot, and torn by a gap: at once to be seen, and a snapshot is needed', () => {
    const whole = having(connected, subscribed, snapshot(quote('BTCUSDT')))
    expect(whole).toMatchObject({ stale: false, heardAt: NOW, needs: [], urgent: false })
    const torn = reduceQuotes(whole, change(delta(12, '102')))
    expect(torn).toMatchObject({ stale: true, gaps: 1, needs: ['snapshot'], urgent: true })
    expect(bitcoin(torn)).toMatchObject({ price: '102', fresh: false })
  })

  it('asks again for a snapshot that leaves a gap open', () => {
    const torn = having(connected, subscribed, snapshot(quote('BTCUSDT')), change(delta(14, '102')))
    const open = reduceQuotes(torn, snapshot(quote('BTCUSDT', { seq: 11, time: NOW - 1 })))
    expect(open).toMatchObject({ stale: true, needs: ['snapshot'] })
    expect(reduceQuotes(open, snapshot(quote('BTCUSDT', { seq: 13, time: NOW - 1 })))).toMatchObject({
      stale: false,
      needs: [],
    })
  })

  it('counts a gap while in doubt, and asks for nothing that would prove nothing', () => {
    const doubted = having(connected, subscribed, snapshot(quote('BTCUSDT')), { type: 'doubt', at: NOW })
    const torn = having(
      connected,
      subscribed,
      snapshot(quote('BTCUSDT')),
      { type: 'doubt', at: NOW },
      change(delta(12, '102')),
    )
    expect(doubted.needs).toEqual(['ping'])
    const again = reduceQuotes(torn, change(delta(14, '103')))
    expect(again).toMatchObject({ gaps: 1, needs: [], stale: true })
  })

  it('is proven after a doubt by a snapshot behind the pong of the ping that followed, and by none before', () => {
    let state = having(connected, subscribed, snapshot(quote('BTCUSDT')), { type: 'doubt', at: NOW })
    state = reduceQuotes(state, frame({ type: 'pong', id: 7, time: NOW }))
    expect(state).toMatchObject({ live: false, needs: [] })
    state = reduceQuotes(state, { type: 'probing', probe: 8, at: NOW })
    for (const input of [frame({ type: 'pong', id: 7, time: NOW }), snapshot(quote('BTCUSDT'))])
      state = reduceQuotes(state, input)
    expect(bitcoin(state)?.fresh).toBe(false)
    state = reduceQuotes(state, frame({ type: 'pong', id: 8, time: NOW }))
    expect(state).toMatchObject({ live: true, probe: undefined, needs: ['snapshot'], stale: true })
    state = reduceQuotes(state, snapshot(quote('BTCUSDT')))
    expect(state).toMatchObject({ stale: false, lastKnown: undefined })
    expect(bitcoin(state)?.fresh).toBe(true)
  })

  it('doubts for silence only while connected, and sends no ping into a connection that is gone', () => {
    const silence: QuotesInput = { type: 'silence', at: NOW }
    expect(reduceQuotes(noQuotes, silence)).toMatchObject({ doubts: 0, needs: [] })
    expect(having(connected, subscribed, silence)).toMatchObject({ doubts: 1, needs: ['ping'] })
    expect(having(connected, subscribed, { ...connected, connected: false })).toMatchObject({
      doubts: 1,
      needs: [],
      live: false,
    })
  })

  it('doubts a frame that comes too late, and the clock with it, but not by a clock that is the device’s own', () => {
    const live = having(connected, subscribed, snapshot(quote('BTCUSDT')))
    const late = NOW + STALE_AFTER_MS + 1
    const frames: ServerFrame[] = [
      { type: 'snapshot', time: NOW, quotes: [quote('BTCUSDT')] },
      { type: 'quotes', time: NOW, quotes: [] },
    ]
    for (const content of frames) {
      expect(reduceQuotes(live, frame(content, late))).toMatchObject({
        needs: ['clock', 'ping'],
        live: false,
        doubts: 1,
      })
      expect(reduceQuotes(live, frame(content, late - 1)).doubts).toBe(0)
      expect(reduceQuotes(live, { type: 'frame', frame: content, at: late, timed: false }).doubts).toBe(0)
    }
  })

  it('takes an answer for fresh while it is young and the socket down, and then says from when it was', () => {
    const answer: QuotesInput = { type: 'answer', at: NOW, time: NOW, source: 'simulated', quotes: [quote('BTCUSDT')] }
    const down = having(answer)
    expect(down).toMatchObject({ source: 'simulated', needs: ['expiry'], lastKnown: undefined })
    expect([bitcoin(down)?.fresh, nextExpiry(down.book)]).toEqual([true, NOW + STALE_AFTER_MS])
    const early = reduceQuotes(down, { type: 'expire', at: NOW + STALE_AFTER_MS - 1 })
    expect(early).toMatchObject({ needs: ['expiry'], lastKnown: undefined })
    expect(bitcoin(early)?.fresh).toBe(true)
    const old = reduceQuotes(early, { type: 'expire', at: NOW + STALE_AFTER_MS })
    expect([bitcoin(old)?.fresh, old.lastKnown, old.urgent]).toEqual([false, NOW, true])
    expect(bitcoin(having(connected, subscribed, answer))?.fresh).toBe(false)
  })

  it('does not call the prices last known when one ages that a live subscription does not cover', () => {
    const answer: QuotesInput = { type: 'answer', at: NOW, time: NOW, source: 'simulated', quotes: [quote('BTCUSDT')] }
    const none: QuotesInput = { ...subscribed, symbols: [] }
    const live = having(answer, connected, none, snapshot())
    expect(live).toMatchObject({ live: true, stale: false })
    const expire: QuotesInput = { type: 'expire', at: NOW + STALE_AFTER_MS }
    const old = reduceQuotes(live, expire)
    expect([bitcoin(old)?.fresh, old.lastKnown]).toEqual([false, undefined])
    const doubted = reduceQuotes(live, { type: 'doubt', at: NOW + 1 })
    expect(reduceQuotes(doubted, expire).lastKnown).toBe(NOW)
  })

  it('takes kept quotes for stale, once, and not where the server has said anything', () => {
    const kept = (time: number, price: string): QuotesInput => {
      return { type: 'kept', at: NOW, time, quotes: [quote('BTCUSDT', { price, time })] }
    }
    const first = having(kept(NOW - 60_000, '90'), kept(NOW - 30_000, '91'))
    expect(first).toMatchObject({ lastKnown: NOW - 60_000, heardAt: NOW - 60_000, stale: true })
    expect(bitcoin(first)).toMatchObject({ price: '90', state: 'stale', fresh: false })
    expect(bitcoin(having(connected, subscribed, snapshot(quote('BTCUSDT')), kept(NOW, '90')))?.price).toBe('100')
  })

  it('says which quotes an input changed, in their standing too', () => {
    const before = having(
      connected,
      subscribed,
      snapshot(quote('BTCUSDT'), quote('ETHUSDT'), quote('EURUSD', { state: 'closed' })),
    )
    const changed = (input: QuotesInput) =>
      changedIn(before.book, reduceQuotes(before, input).book).map(({ symbol, fresh }) => [symbol, fresh])
    expect(changed(change(delta(11, '101')))).toEqual([['BTCUSDT', true]])
    expect(changed(change(delta(9, '101', NOW - 1)))).toEqual([])
    expect(changed(frame({ type: 'state', symbols: [['ETHUSDT', 'live']] }))).toEqual([])
    expect(changed(frame({ type: 'state', symbols: [['ETHUSDT', 'stale']] }))).toEqual([['ETHUSDT', false]])
    const all = [...quotesIn(before.book).keys()].map((symbol) => [symbol, false])
    expect(changed({ type: 'doubt', at: NOW })).toEqual(all)
  })
})
