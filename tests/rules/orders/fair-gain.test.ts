import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forexTermsOf, rolloverOf } from '../../../src/rules/forex/forex.ts'
import { forexPairs } from '../../../src/rules/forex/pairs.ts'
import { leverDirections } from '../../../src/rules/lever/lever.ts'
import { findContract } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { gainByRollover } from '../../../src/rules/orders/fair-gain.ts'

const referenceOf = (symbol: string) => parseMoney(instrumentOf(symbol).reference, instrumentOf(symbol).scale) ?? 0n

/**
 * Any price that the simulated market gives: 99 of 100 are within a thirtieth and the thirtyfold of their references after twenty years, and these go
 * beyond a thousandth and the thousandfold. In parts per million of the reference, as often of each order of magnitude.
 */
const anyPart = fc
  .tuple(fc.integer({ min: 3, max: 9 }), fc.bigInt(1n, 10n))
  .map(([magnitude, digit]) => digit * 10n ** BigInt(magnitude - 1))

/** The simulated market's drift per rollover, in units of a pair's price. A cross drifts as its legs do. */
const gainOf = (symbol: string, via: string | undefined) => (via === undefined ? gainByRollover(symbol) : 0)

describe('fair gain: what the simulated market gains by a night', () => {
  const sides = forexPairs.flatMap((pair) =>
    leverDirections.map((direction) => [pair.symbol, direction, pair] as const),
  )

  it.each(sides)('costs more than the night is credited, at any price: %s, %s', (symbol, direction, pair) => {
    const { base, scale } = instrumentOf(symbol)
    const rate = pair.via === undefined ? null : referenceOf(pair.via)
    const sign = direction === 'long' ? 1 : -1
    fc.assert(
      fc.property(anyPart, fc.constantFrom(1n, 37n, 100n), (part, lots) => {
        const price = (referenceOf(symbol) * part) / 1_000_000n
        if (price === 0n) return
        const terms = { ...forexTermsOf(pair, direction, lots), rate }
        const units = Number((lots * terms.lot) / 100n)
        const gained = sign * gainOf(symbol, pair.via) * units
        const turned = base === 'USD' ? gained / (Number(price) / 10 ** scale) : gained
        // Rollover is rounded up to a millionth of a dollar.
        expect(Number(rolloverOf(terms, price) - 1n) / 1e6 + turned).toBeLessThan(0)
      }),
    )
  })

  it('is nothing where there is a contract, which bears no nights, and on both legs of a cross, which its own price does not answer for', () => {
    const legs = forexPairs.flatMap(({ via, symbol }) => (via === undefined ? [] : [via, `${symbol.slice(0, 3)}USD`]))
    expect(legs).toEqual(['GBPUSD', 'EURUSD'])
    for (const { symbol } of forexPairs) {
      if (findContract(symbol) || legs.includes(symbol)) expect(gainByRollover(symbol), symbol).toBeCloseTo(0, 12)
    }
  })
})
