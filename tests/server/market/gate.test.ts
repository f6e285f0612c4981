import { describe, expect, it } from 'vitest'
import {
  type Circumstances,
  createGate,
  type GateRefusal,
  refusals,
  SPIKE_HELD_MS,
} from '../../../server/market/gate.ts'
import type { Tick } from '../../../server/market/module.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { MONDAY_NOON, tickOf } from './support.ts'

const SATURDAY = Date.UTC(2026, 0, 10, 12)

const circumstances: Circumstances = {
  now: MONDAY_NOON,
  completeMs: MONDAY_NOON - 1_001,
  last: { price: 4_318_250n, time: MONDAY_NOON - 500, volume: 3n },
}
const good = tickOf('BTCUSDT', MONDAY_NOON - 100, '43182.51', { bid: '43182.50', ask: '43182.51', volume: '0.00042' })
const euro = tickOf('EURUSD', MONDAY_NOON - 100, '1.08425')

const judge = (tick: Tick, about: Circumstances) => createGate()(tick, about)

describe('the gate', () => {
  it('accepts a valid tick, in minor units', () => {
    expect(judge(good, circumstances)).toEqual({
      symbol: 'BTCUSDT',
      time: MONDAY_NOON - 100,
      price: 4_318_251n,
      bid: 4_318_250n,
      ask: 4_318_251n,
      volume: 42n,
    })
  })

  it('accepts minor units, numbers and texts', () => {
    const prices = ([4_318_251n, 43_182.51, '43182.51'] as const).map((price) =>
      judge({ ...good, price, bid: price, ask: price }, circumstances),
    )
    expect(prices.map((verdict) => typeof verdict === 'object' && verdict.price)).toEqual(Array(3).fill(4_318_251n))
  })

  it('accepts the first tick of a symbol at any price', () => {
    expect(judge({ ...good, price: 1n, bid: 1n, ask: 1n }, { ...circumstances, last: undefined })).toBeTypeOf('object')
  })

  it('accepts a second trade in the same millisecond', () => {
    expect(judge({ ...good, time: MONDAY_NOON - 500 }, circumstances)).toBeTypeOf('object')
  })

  const all = (price: Tick['price']) => ({ ...good, price, bid: price, ask: price })
  const bad: [GateRefusal, string, Tick, Partial<Circumstances>?][] = [
    ['unknownSymbol', 'an unknown symbol', { ...good, symbol: 'NOSUCH' }],
    ['unknownSymbol', 'a name that every object has', { ...good, symbol: '__proto__' }],
    ['notANumber', 'a price that is not a number', all(Number.NaN)],
    ['notANumber', 'a price alone that is not a number', { ...good, price: Number.NaN }],
    ['notANumber', 'a bid alone that is not a number', { ...good, bid: Number.NaN }],
    ['notANumber', 'an ask alone that is not a number', { ...good, ask: Number.NaN }],
    ['notANumber', 'an infinite price', all(Number.POSITIVE_INFINITY)],
    ['notANumber', 'a price beyond all scales', all(1e300)],
    ['notANumber', 'a text that is no decimal', all('0x10')],
    ['notANumber', 'an empty text', all('')],
    ['notANumber', 'a time that is not a number', { ...good, time: Number.NaN }],
    ['notANumber', 'a volume that is not a number', { ...good, volume: Number.NaN }],
    ['zero', 'a price of zero', all(0)],
    ['zero', 'a price that is zero at its scale', all('0.001')],
    ['zero', 'a bid of zero', { ...good, bid: 0n }],
    ['negative', 'a negative price', all('-43182.51')],
    ['negative', 'a negative volume', { ...good, volume: -1 }],
    ['crossed', 'a bid above the ask', { ...good, bid: '43182.52' }],
    ['future', 'a tick from the future', { ...good, time: MONDAY_NOON + 1 }],
    ['late', 'a tick of a second that is on the record', { ...good, time: MONDAY_NOON - 1_001 }],
    ['outOfOrder', 'a tick before the last one', { ...good, time: MONDAY_NOON - 501 }],
    ['duplicate', 'the same tick again', { ...all(4_318_250n), time: MONDAY_NOON - 500, volume: 3n }],
    ['closed', 'a tick out of trading hours', { ...euro, time: SATURDAY }, { now: SATURDAY, last: undefined }],
    ['spike', 'ten times the last price', all('431825.00')],
    ['spike', 'a tenth of the last price', all('4318.25')],
    ['spike', 'an ask of ten times the last price', { ...good, ask: '431825.00' }],
  ]

  it.each(bad)('refuses as %s: %s', (reason, _, tick, others = {}) => {
    expect(judge(tick, { ...circumstances, ...others })).toBe(reason)
  })

  describe('at ten times the last price', () => {
    /** The gate's verdict on a tick each second at these prices. */
    const verdicts = (prices: readonly string[], stepMs = 1_000) => {
      const gate = createGate()
      let { last } = circumstances
      return prices.map((price, second) => {
        const now = MONDAY_NOON + second * stepMs
        const verdict = gate(tickOf('BTCUSDT', now, price), { now, completeMs: now - 1, last })
        if (typeof verdict === 'object') last = verdict
        return typeof verdict === 'object' ? 'in' : verdict
      })
    }
    const seconds = SPIKE_HELD_MS / 1_000
    const of = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

    it('accepts the new price once it has held for a minute, and later ones at once', () => {
      const prices = of(seconds + 2, '500000.00')
      expect(verdicts(prices)).toEqual([...of(seconds, 'spike'), 'in', 'in'])
      expect(verdicts(of(seconds + 2, '4000.00'))).toEqual([...of(seconds, 'spike'), 'in', 'in'])
    })

    it('restarts after a valid tick, at another level, and after a stale pause', () => {
      const half = of(seconds / 2, '500000.00')
      const first = of(half.length, 'spike')
      expect(verdicts([...half, '43182.50', ...half])).toEqual([...first, 'in', ...first])
      expect(verdicts([...half, ...of(half.length + 1, '50000000.00')])).toEqual(of(seconds + 1, 'spike'))
      const steps = Math.ceil(SPIKE_HELD_MS / STALE_AFTER_MS)
      expect(verdicts(of(steps + 1, '500000.00'), STALE_AFTER_MS)).toEqual([...of(steps, 'spike'), 'in'])
      expect(verdicts(of(steps + 8, '500000.00'), STALE_AFTER_MS + 1)).toEqual(of(steps + 8, 'spike'))
    })

    it('never accepts an ask of ten times its own price', () => {
      const gate = createGate()
      for (let second = 0; second < 2 * seconds; second++) {
        const now = MONDAY_NOON + second * 1_000
        expect(gate({ ...good, time: now, ask: '500000.00' }, { ...circumstances, now, completeMs: now - 1 })).toBe(
          'spike',
        )
      }
    })
  })

  it('has a rejected tick for each reason', () => {
    expect(new Set(bad.map(([reason]) => reason))).toEqual(new Set(refusals))
  })
})
