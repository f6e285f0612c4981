import type { Quote } from '../../../src/api/market/market.ts'
import type { QuoteDelta, ServerFrame } from '../../../src/api/wire/frames.ts'
import type { Instrument } from '../../../src/rules/market/instruments.ts'

/** Fifty invented instruments, for a list of realistic length. */
export const instruments: readonly Instrument[] = Array.from({ length: 50 }, (_, at) => ({
  symbol: `T${String(at).padStart(2, '0')}USDT`,
  base: `T${String(at).padStart(2, '0')}`,
  quote: 'USDT',
  name: `Instrument ${at}`,
  kind: 'crypto',
  scale: 2,
  quantityScale: 2,
  reference: '1000',
}))

/** A seeded random walk of a few cents. */
const priceAt = (at: number, seq: number) => (1000 + at * 10 + Math.sin(seq * 1.7 + at) * 3).toFixed(2)

export const snapshot = (seq: number, time: number): ServerFrame => ({
  type: 'snapshot',
  time,
  quotes: instruments.map(({ symbol }, at): Quote => {
    const price = priceAt(at, seq)
    const around = { price, bid: price, ask: price, open24h: String(1000 + at * 10) }
    const range = { high24h: '9999.00', low24h: '1.00', volume24h: '1000', turnover24h: '1000000' }
    const spark = Array.from({ length: 24 }, (_, hour) => priceAt(at, hour))
    return { symbol, seq, time, state: 'live', ...around, ...range, spark }
  }),
})

/** One frame in which every instrument has a new price. */
export const ticks = (seq: number, time: number): ServerFrame => ({
  type: 'quotes',
  time,
  quotes: instruments.map(({ symbol }, at): QuoteDelta => {
    const price = priceAt(at, seq)
    return [symbol, seq, time, price, price, price, '1000']
  }),
})
