import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuoteDelta } from '../../src/api/wire/frames.ts'
import type { Quote } from '../../src/api/wire/quotes.ts'
import { createQuoteBase, lengthen, shorten, takeQuotes, takeSnapshot } from '../../src/api/wire/short-quotes.ts'
import { formatMoney } from '../../src/rules/money/money.ts'

const markets = [
  { symbol: 'BTCUSDT', scale: 2, volumeScale: 4 },
  { symbol: 'DOGEUSDT', scale: 5, volumeScale: 0 },
  { symbol: 'USDJPY', scale: 3, volumeScale: 2 },
]

type Values = { price: bigint; below: bigint; above: bigint; volume: bigint; age: number }

const deltaOf = (place: number, seq: number, time: number, values: Values): QuoteDelta => {
  const { symbol = '', scale = 0, volumeScale = 0 } = markets[place] ?? {}
  const { price, below, above, volume, age } = values
  const money = (amount: bigint) => formatMoney(amount, scale)
  return [
    ...([symbol, seq, time - age, money(price), money(price - below), money(price + above)] as const),
    formatMoney(volume, volumeScale),
  ]
}

const quoteOf = ([symbol, seq, time, price, bid, ask, volume24h]: QuoteDelta): Quote => ({
  ...{ symbol, seq, time, price, bid, ask, volume24h, state: 'live', spark: [price] },
  ...{ open24h: price, high24h: price, low24h: price, turnover24h: volume24h },
})

const TIME = 1_795_709_169_600
const START = { price: 4_300_000n, below: 1n, above: 5n, volume: 0n, age: 50 }
const begun = () => {
  const base = createQuoteBase()
  takeSnapshot(
    base,
    markets.map((_, place) => quoteOf(deltaOf(place, 100 + place, TIME, START))),
  )
  return base
}
const frameOf = (...quotes: QuoteDelta[]) => ({ type: 'quotes' as const, time: TIME, quotes })

describe('short quotes', () => {
  it('are six integers a change: place, age, price, bid, ask and volume', () => {
    const values = { price: 4_300_105n, below: 3n, above: 4n, volume: 12_345n, age: 77 }
    expect(shorten(begun(), frameOf(deltaOf(1, 102, TIME, values)))).toEqual({
      type: 'short',
      time: TIME,
      sum: 100 + 101 + 102 + 1,
      changes: [1, 77, 105, 3, 4, 12_345],
    })
  })

  it('stand for exactly the frames that they were made of', () => {
    const values = fc.record({
      ...{ price: fc.bigInt(1_000n, 10n ** 10n), below: fc.bigInt(0n, 999n), above: fc.bigInt(-9n, 999n) },
      ...{ volume: fc.bigInt(0n, 10n ** 15n), age: fc.integer({ min: -100, max: 100 }) },
    })
    const changed = fc.dictionary(fc.constantFrom('0', '1', '2'), values)
    fc.assert(
      fc.property(fc.array(changed), (frames) => {
        const [server, app] = [begun(), begun()]
        const seqs = [100, 101, 102]
        for (const changes of frames) {
          const quotes = Object.entries(changes).map(([key, each]) => {
            const place = Number(key)
            const seq = (seqs[place] ?? 0) + 1
            seqs[place] = seq
            return deltaOf(place, seq, TIME, each)
          })
          const short = shorten(server, frameOf(...quotes))
          takeQuotes(server, quotes)
          const long = short && lengthen(app, JSON.parse(JSON.stringify(short)))
          expect(long).toEqual(frameOf(...quotes))
          takeQuotes(app, long?.quotes ?? [])
        }
      }),
    )
  })

  it('show a missing frame, and one that is sent twice', () => {
    const [server, app] = [begun(), begun()]
    const frames = [101, 102].map((seq) => {
      const frame = frameOf(deltaOf(0, seq, TIME, START))
      const short = shorten(server, frame)
      takeQuotes(server, frame.quotes)
      if (!short) throw new Error('the frame has no short form')
      return short
    })
    const [first, second] = frames
    if (!first || !second) throw new Error('there are two frames')
    expect(lengthen(app, second)).toBeUndefined()
    const long = lengthen(app, first)
    takeQuotes(app, long?.quotes ?? [])
    expect(lengthen(app, first)).toBeUndefined()
    expect(lengthen(app, second)).toBeDefined()
  })

  it.each([
    ['an unknown symbol', [['NEWUSDT', 1, TIME, '1.00', '1.00', '1.00', '1']]],
    ['a number that does not follow', [deltaOf(0, 102, TIME, START)]],
    ['other decimals of the price', [['BTCUSDT', 101, TIME, '43000.000', '43000.000', '43000.000', '0.0000']]],
    ['other decimals of the volume', [['BTCUSDT', 101, TIME, '43000.00', '43000.00', '43000.00', '0.00']]],
    ['other decimals of the bid', [['BTCUSDT', 101, TIME, '43000.00', '43000', '43000.00', '0.0000']]],
    ['a step that no number holds', [deltaOf(0, 101, TIME, { ...START, volume: 10n ** 17n })]],
  ] as [string, QuoteDelta[]][])('do not exist of a frame with %s', (_, quotes) => {
    expect(shorten(begun(), frameOf(...quotes))).toBeUndefined()
  })

  it('of an unknown place, or cut short, are refused', () => {
    const short = { type: 'short' as const, time: TIME, sum: 304 }
    expect(lengthen(begun(), { ...short, changes: [3, 0, 0, 0, 0, 0] })).toBeUndefined()
    expect(lengthen(begun(), { ...short, changes: [0, 0, 0, 0, 0] })).toBeUndefined()
    expect(lengthen(createQuoteBase(), { ...short, sum: 1, changes: [0, 0, 0, 0, 0, 0] })).toBeUndefined()
  })
})
