import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterOf } from '../../../server/market/simulated/characters.ts'
import { contracts } from '../../../src/rules/lever/terms.ts'
import {
  BOOK_LEVELS,
  bestOf,
  leastSize,
  levelPrice,
  levelStep,
  levelsOf,
  tickWithin,
} from '../../../src/rules/market/book.ts'
import { instrumentOf, instruments } from '../../../src/rules/market/instruments.ts'
import { findPair, pairs } from '../../../src/rules/market/pairs.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { bookOf } from '../../server/spot/judge.ts'

const symbolOf = fc.constantFrom(...pairs.map(({ symbol }) => symbol))
const sideOf = fc.constantFrom('bid' as const, 'ask' as const)
const hashOf = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const HASH = '00ff10203040506070809a0b0c0d0e0f00ff10203040506070809a0b0c0d0e0f'

describe('book: the pairs', () => {
  it('are all crypto, in the order of the instruments, with the spread that the simulated market has', () => {
    expect(pairs.map(({ symbol }) => symbol)).toEqual(
      instruments.filter(({ kind }) => kind === 'crypto').map(({ symbol }) => symbol),
    )
    expect([findPair('EURUSD'), findPair('XAUUSD')]).toEqual([undefined, undefined])
    for (const { symbol, spreadPpm, unit } of pairs) {
      expect(spreadPpm).toBe(Math.round(characterOf(symbol).spreadBps * 100))
      expect(unit).toBe(contracts.find((each) => each.symbol === symbol)?.unit)
      // A unit at any price is a whole number of millionths of USDT.
      const { scale, quantityScale } = instrumentOf(symbol)
      expect(((parseMoney(unit, quantityScale) ?? 1n) * 1_000_000n) % 10n ** BigInt(scale + quantityScale)).toBe(0n)
    }
  })
})

describe('the order book of a tick', () => {
  it('is what docs/protocol.md says of its example', () => {
    const tick = { price: 4_310_005n, hash: HASH }
    expect(levelStep('BTCUSDT')).toBe(431n)
    expect([bestOf('BTCUSDT', 'bid', tick.price), bestOf('BTCUSDT', 'ask', tick.price)]).toEqual([
      4_309_961n,
      4_310_049n,
    ])
    const [bids, asks] = [levelsOf('BTCUSDT', 'bid', tick), levelsOf('BTCUSDT', 'ask', tick)]
    expect([bids.slice(0, 3), asks.slice(0, 2)]).toEqual([
      [
        { price: 4_309_961n, quantity: 7_500n },
        { price: 4_309_530n, quantity: 7_790n },
        { price: 4_309_099n, quantity: 12_480n },
      ],
      [
        { price: 4_310_049n, quantity: 7_500n },
        { price: 4_310_480n, quantity: 7_790n },
      ],
    ])
    expect([bids.length, asks.length]).toEqual([BOOK_LEVELS, BOOK_LEVELS])
    for (const side of ['buy', 'sell'] as const) {
      const shown = { ...tick, seq: 1n, time_ms: 1n }
      expect(bookOf('BTCUSDT', side, shown)).toEqual(side === 'buy' ? asks : bids)
    }
  })

  it('has its price between bid and ask, the best level first, and something on each', () => {
    fc.assert(
      fc.property(symbolOf, hashOf, fc.integer({ min: 1, max: 400 }), (symbol, hash, percent) => {
        const { reference, scale } = instrumentOf(symbol)
        const price = ((parseMoney(reference, scale) ?? 0n) * BigInt(percent)) / 100n + 1n
        const [bids, asks] = [levelsOf(symbol, 'bid', { price, hash }), levelsOf(symbol, 'ask', { price, hash })]
        const prices = [...bids.toReversed(), { price, quantity: 1n }, ...asks].map((level) => level.price)
        expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => (a < b ? -1 : 1)))
        for (const { quantity } of [...bids, ...asks]) expect(quantity >= leastSize(symbol)).toBe(true)
        expect(asks).toHaveLength(BOOK_LEVELS)
      }),
    )
  })

  it('comes within a limit at exactly the price that is waited for', () => {
    fc.assert(
      fc.property(
        symbolOf,
        sideOf,
        fc.integer({ min: 0, max: 19 }),
        fc.integer({ min: 30, max: 300 }),
        (symbol, side, level, percent) => {
          const { reference, scale } = instrumentOf(symbol)
          const limit = ((parseMoney(reference, scale) ?? 0n) * BigInt(percent)) / 100n
          const isWithin = (price: bigint) =>
            side === 'ask'
              ? levelPrice(symbol, side, price, level) <= limit
              : levelPrice(symbol, side, price, level) >= limit
          const last = tickWithin(symbol, side, limit, level)
          expect(isWithin(last)).toBe(true)
          expect(isWithin(side === 'ask' ? last + 1n : last - 1n)).toBe(false)
        },
      ),
    )
  })
})
