import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, isAbove, mulDiv, parseMoney, type Rounding, trimZeros } from '../../../src/rules/money/money.ts'

const scale = fc.integer({ min: 0, max: 18 })
const amount = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n })
const roundings: Rounding[] = ['down', 'up', 'halfEven']

describe('money: an amount as text', () => {
  it('reads back as it was written, at every scale', () => {
    fc.assert(
      fc.property(amount, scale, (value, decimals) => {
        expect(parseMoney(formatMoney(value, decimals), decimals)).toBe(value)
      }),
    )
  })

  it('is written with exactly as many decimals as its scale has', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), scale, (value, decimals) => {
        const text = formatMoney(value, decimals)
        expect(text).toMatch(decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`))
        expect(BigInt(text.replace('.', ''))).toBe(value)
      }),
    )
  })

  it('means the same without the zeros at its end, of which none is left', () => {
    fc.assert(
      fc.property(amount, scale, (value, decimals) => {
        const text = trimZeros(formatMoney(value, decimals))
        expect(parseMoney(text, decimals)).toBe(value)
        expect(text).not.toMatch(/\.\d*0$|\.$/)
      }),
    )
    expect(['100', '100.00', '0.10', '0'].map(trimZeros)).toEqual(['100', '100', '0.1', '0'])
  })

  it('means the same with more zeros behind it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 6 }), (value, zeros) => {
        expect(parseMoney(`${value}.5${'0'.repeat(zeros)}`, 6)).toBe(BigInt(value) * 1_000_000n + 500_000n)
      }),
    )
  })

  it.each([
    ['12.5', 2, 1250n],
    ['0', 6, 0n],
    ['0.000001', 6, 1n],
    ['1.10', 1, 11n],
    ['7', 0, 7n],
  ])('reads %s at scale %i as %s', (text, decimals, value) => {
    expect(parseMoney(text, decimals)).toBe(value)
  })

  it.each([
    '',
    ' ',
    '1 ',
    '-1',
    '+1',
    '1e3',
    '1e309',
    '0x10',
    '01',
    '00',
    '.5',
    '5.',
    '1,000',
    '1.2.3',
    'NaN',
    'Infinity',
    '-0',
    '１',
    '1\n',
    '1'.repeat(19),
    `0.${'1'.repeat(19)}`,
  ])('does not read %j', (text) => {
    expect(parseMoney(text, 18)).toBeUndefined()
  })

  it('does not read what its scale cannot hold', () => {
    expect(parseMoney('0.001', 2)).toBeUndefined()
    expect(parseMoney('0.010', 2)).toBe(1n)
  })

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), scale, (text, decimals) => void parseMoney(text, decimals)))
  })
})

describe('money: comparing decimals', () => {
  it('goes by their value, whatever their scales', () => {
    fc.assert(
      fc.property(amount, amount, scale, (a, b, decimals) => {
        expect(isAbove(formatMoney(a, decimals), formatMoney(b, decimals))).toBe(a > b)
      }),
    )
    expect([isAbove('9.5', '10'), isAbove('10', '9.5'), isAbove('1.10', '1.1')]).toEqual([false, true, false])
  })
})

describe('money: multiplying and dividing', () => {
  const signed = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
  const divisor = fc.bigInt({ min: 1n, max: 10n ** 20n })

  it('is off by less than one, and never off where it comes out even', () => {
    fc.assert(
      fc.property(signed, signed, divisor, fc.constantFrom(...roundings), (a, b, c, rounding) => {
        const off = mulDiv(a, b, c, rounding) * c - a * b
        expect(off < c && -off < c).toBe(true)
        expect(mulDiv(a, c, c, rounding)).toBe(a)
      }),
    )
  })

  it('rounds down towards zero and up away from it, for either sign alike', () => {
    fc.assert(
      fc.property(signed, signed, divisor, (a, b, c) => {
        const size = (value: bigint) => (value < 0n ? -value : value)
        expect(size(mulDiv(a, b, c, 'down')) * c <= size(a * b)).toBe(true)
        expect(size(mulDiv(a, b, c, 'up')) * c >= size(a * b)).toBe(true)
        for (const rounding of roundings) expect(mulDiv(-a, b, c, rounding)).toBe(-mulDiv(a, b, c, rounding))
      }),
    )
  })

  it('rounds half even to the nearest, and a tie to the even one', () => {
    fc.assert(
      fc.property(signed, divisor, (a, c) => {
        const nearest = mulDiv(a, 1n, c, 'halfEven')
        const off = nearest * c - a
        const twice = (off < 0n ? -off : off) * 2n
        expect(twice <= c).toBe(true)
        if (twice === c) expect(nearest % 2n).toBe(0n)
      }),
    )
  })

  it.each([
    [5n, 2n, 'halfEven', 2n],
    [7n, 2n, 'halfEven', 4n],
    [-5n, 2n, 'halfEven', -2n],
    [-7n, 2n, 'halfEven', -4n],
    [1n, 3n, 'up', 1n],
    [-1n, 3n, 'up', -1n],
    [-1n, 3n, 'down', 0n],
  ] as const)('takes %s / %s, rounded %s, for %s', (a, c, rounding, expected) => {
    expect(mulDiv(a, 1n, c, rounding)).toBe(expected)
  })

  it.each([0n, -1n])('refuses to divide by %s', (divisor) => {
    expect(() => mulDiv(1n, 1n, divisor, 'down')).toThrow('the divisor must be positive')
  })
})
