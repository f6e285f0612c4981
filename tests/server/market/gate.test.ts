import { describe, expect, it } from 'vitest'
import { type Circumstances, type GateRefusal, judge, refusals } from '../../../server/market/gate.ts'
import type { Tick } from '../../../server/market/index.ts'
import { MONDAY_NOON, tickOf } from './support.ts'

const SATURDAY = Date.UTC(2026, 0, 10, 12)

const circumstances: Circumstances = {
  now: MONDAY_NOON,
  completeMs: MONDAY_NOON - 1_001,
  last: { price: 4_318_250n, time: MONDAY_NOON - 500, volume: 3n },
}
const good = tickOf('BTCUSDT', MONDAY_NOON - 100, '43182.51', { bid: '43182.50', ask: '43182.51', volume: '0.00042' })
const euro = tickOf('EURUSD', MONDAY_NOON - 100, '1.08425')

describe('the gate', () => {
  it('lets a good tick in, with its figures in minor units', () => {
    expect(judge(good, circumstances)).toEqual({
      symbol: 'BTCUSDT',
      time: MONDAY_NOON - 100,
      price: 4_318_251n,
      bid: 4_318_250n,
      ask: 4_318_251n,
      volume: 42n,
    })
  })

  it('takes minor units, numbers and texts alike', () => {
    const prices = ([4_318_251n, 43_182.51, '43182.51'] as const).map((price) =>
      judge({ ...good, price, bid: price, ask: price }, circumstances),
    )
    expect(prices.map((verdict) => typeof verdict === 'object' && verdict.price)).toEqual(Array(3).fill(4_318_251n))
  })

  it('lets the first tick of a symbol in, whatever its price', () => {
    expect(judge({ ...good, price: 1n, bid: 1n, ask: 1n }, { ...circumstances, last: undefined })).toBeTypeOf('object')
  })

  it('lets a second trade of the same millisecond in', () => {
    expect(judge({ ...good, time: MONDAY_NOON - 500 }, circumstances)).toBeTypeOf('object')
  })

  const all = (price: Tick['price']) => ({ ...good, price, bid: price, ask: price })
  const bad: [GateRefusal, string, Tick, Partial<Circumstances>?][] = [
    ['unknownSymbol', 'an unknown symbol', { ...good, symbol: 'NOSUCH' }],
    ['unknownSymbol', 'a name that every object has', { ...good, symbol: '__proto__' }],
    ['notANumber', 'a price that is not a number', all(Number.NaN)],
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

  it('has a bad tick for each of its reasons', () => {
    expect(new Set(bad.map(([reason]) => reason))).toEqual(new Set(refusals))
  })
})
