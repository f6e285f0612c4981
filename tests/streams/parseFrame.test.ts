import { describe, expect, it } from 'vitest'
import { parseFrame } from '../../src/streams/parseFrame.ts'

const quote = { symbol: 'BTCUSDT', seq: 1, time: 2, price: '3', state: 'live', spark: [] }
const good: Record<string, Record<string, unknown>> = {
  hello: { v: 1, time: 1, pingSeconds: 10, eventSeq: null },
  snapshot: { time: 1, quotes: [quote] },
  quotes: { time: 1, quotes: [['BTCUSDT', 1, 2, '3', '4', '5', '6']] },
  short: { time: 1, sum: 2, changes: [0, 1, -2, 3, 4, 5] },
  state: { symbols: [['BTCUSDT', 'stale']] },
  ticks: { symbol: 'BTCUSDT', previousHash: null, ticks: [[1, 2, '3', 'ab']] },
  trades: { symbol: 'BTCUSDT', trades: [[1, 2, '3', '4', 'sell']] },
  account: { event: { seq: 1, kind: 'wallet', body: {} } },
  pong: { id: 1, time: 1 },
  signedOut: { key: 'signInRequired' },
  bye: { reason: 'restart' },
}
const delta = (place: number, value: unknown) => [['BTCUSDT', 1, 2, '3', '4', '5', '6'].with(place, value as string)]

describe('a frame', () => {
  it.each(Object.entries(good))('of the type %s is read', (type, fields) => {
    expect(parseFrame(JSON.stringify({ type, ...fields }))).toEqual({ type, ...fields })
  })

  const bad: [type: string, change: object][] = [
    ['hello', { v: 2 }],
    ['hello', { time: '1' }],
    ['hello', { pingSeconds: 0 }],
    ['hello', { eventSeq: '1' }],
    ['snapshot', { time: null }],
    ['snapshot', { quotes: [quote, null] }],
    ...Object.keys(quote).map((field): [string, object] => ['snapshot', { quotes: [{ ...quote, [field]: null }] }]),
    ['quotes', { time: undefined }],
    ['quotes', { quotes: [['BTCUSDT', 1, 2, '3', '4', '5']] }],
    ...[0, 1, 2, 3, 4, 5, 6].map((place): [string, object] => ['quotes', { quotes: delta(place, null) }]),
    ['quotes', { quotes: delta(1, '1') }],
    ['quotes', { quotes: delta(2, '2') }],
    ['short', { time: '1' }],
    ['short', { sum: null }],
    ['short', { changes: [0, 1, 2, 3, 4, 0.5] }],
    ['short', { changes: [0, 1, 2, 3, 4, '5'] }],
    ['state', { symbols: [['BTCUSDT', 1]] }],
    ['state', { symbols: [[1, 'stale']] }],
    ['ticks', { symbol: 1 }],
    ['ticks', { previousHash: undefined }],
    ['ticks', { ticks: [[1, 2, '3']] }],
    ...[0, 1, 2, 3].map((place): [string, object] => [
      'ticks',
      { ticks: [[1, 2, '3', 'ab'].with(place, null as never)] },
    ]),
    ['trades', { symbol: 1 }],
    ['trades', { trades: [[1, 2, '3', '4']] }],
    ...[0, 1, 2, 3, 4].map((place): [string, object] => [
      'trades',
      { trades: [[1, 2, '3', '4', 'buy'].with(place, null as never)] },
    ]),
    ['account', { event: null }],
    ['account', { event: { seq: 1, kind: 'wallet', body: null } }],
    ['account', { event: { seq: 1, kind: 1, body: {} } }],
    ['pong', { id: '1' }],
    ['pong', { time: '1' }],
    ['signedOut', { key: 1 }],
    ['bye', { reason: null }],
  ]

  it.each(bad)('of the type %s is none with %j', (type, change) => {
    expect(parseFrame(JSON.stringify({ type, ...good[type], ...change }))).toBeUndefined()
  })

  it('is none with a number beyond all', () => {
    expect(parseFrame('{"type":"pong","id":1,"time":1e999}')).toBeUndefined()
  })
})
