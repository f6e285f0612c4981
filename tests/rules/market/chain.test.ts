import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstBrokenLink, GENESIS, type RecordedTick, tickPreimage } from '../../../src/rules/market/chain.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A whole chain of ticks at these prices. */
function chainOf(prices: readonly string[]): RecordedTick[] {
  let hash = GENESIS
  return prices.map((price, index) => {
    const tick = { symbol: 'BTCUSDT', seq: index + 1, time: 1_700_000_000_000 + index * 1000, price }
    hash = sha256(tickPreimage(hash, tick))
    return { ...tick, hash }
  })
}

const prices = fc.array(
  fc.integer({ min: 1, max: 10 ** 7 }).map((cents) => (cents / 100).toFixed(2)),
  {
    minLength: 1,
    maxLength: 30,
  },
)

describe('the chain of recorded ticks', () => {
  it('is whole as it was made, and so is every stretch of it', () => {
    fc.assert(
      fc.property(prices, fc.nat(), (made, cut) => {
        const ticks = chainOf(made)
        const from = cut % ticks.length
        expect(firstBrokenLink(ticks[from - 1]?.hash ?? GENESIS, ticks.slice(from), sha256)).toBe(-1)
      }),
    )
  })

  it('breaks at the very tick that was changed, in any of its parts', () => {
    const changes: ((tick: RecordedTick) => RecordedTick)[] = [
      (tick) => ({ ...tick, price: `${tick.price}1` }),
      (tick) => ({ ...tick, time: tick.time + 1 }),
      (tick) => ({ ...tick, seq: tick.seq + 1 }),
      (tick) => ({ ...tick, symbol: 'ETHUSDT' }),
      (tick) => ({ ...tick, hash: sha256(tick.hash) }),
      // A forger who makes the tick's own hash fit breaks the next one, unless there is none.
    ]
    fc.assert(
      fc.property(prices, fc.nat(), fc.constantFrom(...changes), (made, which, change) => {
        const ticks = chainOf(made)
        const index = which % ticks.length
        expect(
          firstBrokenLink(
            GENESIS,
            ticks.map((tick, each) => (each === index ? change(tick) : tick)),
            sha256,
          ),
        ).toBe(index)
      }),
    )
  })

  it('breaks at the next tick where a price was changed and hashed again, or a tick left out', () => {
    const ticks = chainOf(['1.00', '2.00', '3.00', '4.00'])
    const [first, second, third, fourth] = ticks
    if (!first || !second || !third || !fourth) throw new Error('four ticks were made')
    const forged = { ...second, price: '9.00' }
    const rehashed = { ...forged, hash: sha256(tickPreimage(first.hash, forged)) }
    expect(firstBrokenLink(GENESIS, [first, rehashed, third, fourth], sha256)).toBe(2)
    expect(firstBrokenLink(GENESIS, [first, third, fourth], sha256)).toBe(1)
    expect(firstBrokenLink('0'.repeat(63), ticks, sha256)).toBe(0)
  })

  it('says nothing against no ticks at all', () => {
    expect(firstBrokenLink(GENESIS, [], sha256)).toBe(-1)
  })
})
