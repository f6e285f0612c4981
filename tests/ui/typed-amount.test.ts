import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lang, langs } from '../../src/api/wire/fields.ts'
import { type Measure, readAmount } from '../../src/machines/parts/typed-amount.ts'
import { currencies, currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { bcp47, formatAmount, formatPlain, formatPrice } from '../../src/ui/format/format.ts'
import { formatTyped, marksOf } from '../../src/ui/format/typed.ts'

const usdt = currencyOf('USDT')
const btc = currencyOf('BTC')

const pointed: readonly Lang[] = ['en', 'zh', 'hk', 'jp', 'ko', 'es']
const commaed: readonly Lang[] = ['it', 'pt', 'vn']

/** The amount, or the reason for none in brackets. */
function meant(typed: string, lang: Lang, measure: Measure = usdt): string {
  const read = readAmount(typed, marksOf(lang), measure)
  if (read.type === 'amount') return read.text
  return read.type === 'unclear' && read.perhaps !== undefined ? `(perhaps ${read.perhaps})` : `(${read.type})`
}

describe('an amount as it is typed', () => {
  test('is read in each of the nine languages, by its own marks', () => {
    expect([...pointed, ...commaed].sort()).toEqual([...langs].sort())
  })

  // Written as with a point before decimals; the other languages swap the two marks.
  const swapped = (text: string) => text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
  describe.each([
    ...pointed.map((lang) => ({ lang, as: (text: string) => text })),
    ...commaed.map((lang) => ({ lang, as: swapped })),
  ])('in $lang', ({ lang, as }) => {
    test.each([
      ['', ''],
      ['.', ''],
      ['100', '100'],
      ['  100 ', '100'],
      ['10,000', '10000'],
      ['1,234,567', '1234567'],
      ['1,500.00', '1500'],
      ['12,345.6', '12345.6'],
      ['12.5', '12.5'],
      ['12.', '12'],
      ['.5', '0.5'],
      ['007', '7'],
      ['0', '0'],
      ['10.50', '10.5'],
      ['10 000', '10000'],
      ['10\u00a0000.5', '10000.5'],
      ['10\u202f000', '10000'],
      ['\u200e1,500.00\u200f', '1500'],
      ['\u2066100\u2069\ufeff USDT', '100'],
      ["1'000'000", '1000000'],
      ['10,000.00 USDT', '10000'],
      ['usdt 25', '25'],
      ['１０，０００', '10000'],
      ['１．５', '1.5'],
      ['1.234567', '1.234567'],
      ['1.234', '1.234'],
      ['123456789012345678', '123456789012345678'],
    ])('%j is %s', (typed, text) => {
      const wide = (mark: string) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0)
      const own = /[．，]/.test(typed) ? as(typed.normalize('NFKC')).replace(/[.,]/g, wide) : as(typed)
      expect(meant(own, lang)).toBe(text)
    })

    test.each([
      ['1,5', '(perhaps 1.5)'],
      ['10,50', '(perhaps 10.5)'],
      ['0,0002', '(perhaps 0.0002)'],
      ['0,125', '(perhaps 0.125)'],
      ['1,2345', '(perhaps 1.2345)'],
      ['10.000', '(perhaps 10000)'],
      ['1.500', '(perhaps 1500)'],
      ['1.500,00', '(perhaps 1500)'],
      ['1.234.567', '(perhaps 1234567)'],
      ['1,00,000', '(unclear)'],
      ['1,000 000', '(unclear)'],
      ['1,2,3', '(unclear)'],
      ['1.2.3', '(unclear)'],
      ['1,,000', '(unclear)'],
      ['1e3', '(unclear)'],
      ['1E+3', '(unclear)'],
      ['-5', '(unclear)'],
      ['+5', '(unclear)'],
      ['5%', '(unclear)'],
      ['0x10', '(unclear)'],
      ['10²', '(unclear)'],
      ['½', '(unclear)'],
      ['5 BTC', '(unclear)'],
      ['Infinity', '(unclear)'],
      ['٣', '(unclear)'],
      ['1234567890123456789', '(unclear)'],
      ['1.2345678', '(tooPrecise)'],
    ])('%j is refused: %s', (typed, why) => {
      expect(meant(as(typed), lang)).toBe(why)
    })

    test('three decimals that end in a zero are read literally where pages show as many', () => {
      expect(meant(as('1.500'), lang, btc)).toBe('1.5')
      expect(meant(as('1.500'), lang, { ...usdt, shown: 3 })).toBe('1.5')
    })

    test('digits are European, as they are shown', () => {
      expect(new Intl.NumberFormat(bcp47(lang)).resolvedOptions().numberingSystem).toBe('latn')
    })
  })
})

const anyLang = fc.constantFrom(...langs)
const anyMeasure = fc
  .record({ scale: fc.integer({ min: 0, max: 18 }), shown: fc.integer({ min: 0, max: 8 }) })
  .map(({ scale, shown }): Measure => ({ code: 'USDT', scale, shown: Math.min(scale, shown) }))
const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n })
const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

describe('shown amounts, typed again', () => {
  test('is the same amount, however it is shown', () => {
    fc.assert(
      fc.property(anyLang, anyMeasure, anyMinor, (lang, measure, minor) => {
        const amount = formatMoney(minor, measure.scale)
        const said = trimmed(amount)
        expect(meant(formatPlain(amount, lang), lang, measure)).toBe(said)
        expect(meant(formatTyped(amount, lang), lang, measure)).toBe(said)
        expect(meant(`${formatPlain(amount, lang)} USDT`, lang, measure)).toBe(said)
      }),
    )
  })

  test('is the shown amount, where pages cut its decimals', () => {
    fc.assert(
      fc.property(anyLang, fc.constantFrom(...currencies), anyMinor, (lang, measure, minor) => {
        const amount = formatMoney(minor, measure.scale)
        const [whole = '', decimals = ''] = amount.split('.')
        const cut = `${whole}.${decimals.slice(0, measure.shown)}`
        expect(meant(formatAmount(amount, 'receive', measure.code, lang), lang, measure)).toBe(trimmed(cut))
      }),
    )
  })

  test('is the same price, which is shown with all its decimals', () => {
    fc.assert(
      fc.property(anyLang, fc.integer({ min: 0, max: 8 }), anyMinor, (lang, scale, minor) => {
        const price = formatMoney(minor, scale)
        expect(meant(formatPrice(price, scale, lang), lang, { code: 'USDT', scale, shown: scale })).toBe(trimmed(price))
      }),
    )
  })

  test('is shown the same once more: the field and the form agree', () => {
    fc.assert(
      fc.property(anyLang, anyMeasure, anyMinor, (lang, measure, minor) => {
        const typed = formatTyped(trimmed(formatMoney(minor, measure.scale)), lang)
        expect(formatTyped(meant(typed, lang, measure), lang)).toBe(typed)
      }),
    )
  })
})

describe('whatever is typed', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'0123456789.,  \u00a0’eE+-٣５．'), maxLength: 24 })

  test('is a plain decimal of exactly the digits that were typed, or none: no sign, no exponent, no digit lost', () => {
    fc.assert(
      fc.property(anyLang, anyMeasure, fc.oneof(noise, fc.string()), (lang, measure, typed) => {
        const read = readAmount(typed, marksOf(lang), measure)
        if (read.type !== 'amount' || read.text === '') return
        expect(read.text).toMatch(/^(0|[1-9]\d{0,17})(\.\d*[1-9])?$/)
        const digits = typed.normalize('NFKC').replace(/\D/g, '')
        const core = read.text.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
        expect(digits.replace(/^0+/, '').replace(/0+$/, '')).toBe(core)
      }),
      { numRuns: 1000 },
    )
  })

  test('never turns thousands into units: in another language it is the same, refused, or has decimals of its own', () => {
    fc.assert(
      fc.property(anyLang, anyLang, fc.bigInt({ min: 1n, max: 999_999n }), (written, read, tens) => {
        const amount = String(tens * 10n)
        const said = meant(formatPlain(amount, written), read)
        expect([amount, `(perhaps ${amount})`]).toContain(said)
      }),
    )
  })
})
