import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelsOf } from '../../src/rules/market/book.ts'
import type { RecordedTick } from '../../src/rules/market/chain.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { pairOf, pairs } from '../../src/rules/market/pairs.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { type TapeTrade, tapeRows, tradeOf, tradesOf } from '../../src/streams/tape.ts'

const hashOf = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const tick = (seq: number, price: string, hash: string): RecordedTick => ({
  ...{ symbol: 'BTCUSDT', seq, time: seq * 1_000, price, hash },
})
/** A hash with these digits at the places that a trade follows from. */
const hashWith = (size: string, last: string) => `${'0'.repeat(54)}${size}${'0'.repeat(7)}${last}`

describe('the tape of recorded ticks', () => {
  it('is what docs/protocol.md says of its example', () => {
    const trade = (size: string, last: string, before: string) =>
      tradeOf(tick(7, '43100.05', hashWith(size, last)), before)
    expect(trade('80', '0', '43100.04')).toEqual({
      ...{ number: 7, time: 7_000, price: '43100.05', quantity: '0.01890', side: 'buy' },
    })
    expect(trade('00', '0', '43100.06')).toMatchObject({ quantity: '0.00010', side: 'sell' })
    expect(trade('ff', '0', '43100.05')).toMatchObject({ quantity: '0.07500', side: 'buy' })
    expect(trade('ff', 'b', '43100.05')).toMatchObject({ side: 'sell' })
  })

  it('has a trade for each tick that has one before it', () => {
    const ticks = [tick(3, '10.00', hashWith('00', '0')), tick(4, '9.00', hashWith('00', '0'))]
    expect(tradesOf(ticks).map(({ number, side }) => [number, side])).toEqual([[4, 'sell']])
    expect(tradesOf([])).toEqual([])
  })

  it('takes whole units, at least one, and never more than any level of the same tick has', () => {
    const symbols = fc.constantFrom(...pairs.map(({ symbol }) => symbol))
    fc.assert(
      fc.property(symbols, hashOf, (symbol, hash) => {
        const { scale, quantityScale, reference } = instrumentOf(symbol)
        const { quantity: text } = tradeOf({ ...tick(1, reference, hash), symbol }, reference)
        const quantity = parseMoney(text, quantityScale) ?? 0n
        const unit = parseMoney(pairOf(symbol).unit, quantityScale) ?? 0n
        expect([quantity >= unit, quantity % unit]).toEqual([true, 0n])
        const price = parseMoney(reference, scale) ?? 0n
        for (const side of ['bid', 'ask'] as const)
          for (const level of levelsOf(symbol, side, { price, hash })) expect(quantity <= level.quantity).toBe(true)
      }),
    )
  })
})

describe('the rows of a tape', () => {
  const trade = (number: number): TapeTrade => ({
    ...{ number, time: number * 1_000, price: '5.00', quantity: '1', side: 'sell' },
  })
  const bought = (time: number) => ({ side: 'buy' as const, fills: [{ price: '5.01', quantity: '2', tick: { time } }] })
  const shown = (...args: Parameters<typeof tapeRows>) => tapeRows(...args).map(({ time, own }) => [time, own])

  it('include the user’s own fills, above trades of the same time, and none older than the oldest', () => {
    const trades = [trade(2), trade(3), trade(4)]
    expect(shown(trades, [bought(3_000), bought(1_000), bought(4_500)], 9)).toEqual([
      [4_500, true],
      [4_000, false],
      [3_000, true],
      [3_000, false],
      [2_000, false],
    ])
    expect(shown(trades, [bought(3_000)], 2)).toEqual([
      [4_000, false],
      [3_000, true],
    ])
    expect(shown([], [bought(3_000)], 9)).toEqual([])
  })
})
