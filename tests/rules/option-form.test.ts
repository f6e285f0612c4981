import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies, currencyOf } from '../../src/rules/currencies.ts'
import { checkStake } from '../../src/rules/microtrade.ts'
import { formatMoney, parseMoney } from '../../src/rules/money.ts'
import {
  type CurrencyTerms,
  changeOption,
  fitOption,
  maxStake,
  type OptionForm,
  optionErrors,
  optionSummary,
  refusedField,
  stakeText,
} from '../../src/rules/option-form.ts'

const usdt = { min: '10', max: '5000', unit: '5' }
const terms: CurrencyTerms[] = [
  {
    currency: 'USDT',
    available: '1000.000000',
    periods: [
      { seconds: 30, payoutBps: 8_500, ...usdt },
      { seconds: 60, payoutBps: 8_800, ...usdt, max: '500' },
    ],
  },
  {
    currency: 'BTC',
    available: '0.02000000',
    periods: [{ seconds: 30, payoutBps: 8_500, min: '0.0002', max: '0.1', unit: '0.0001' }],
  },
]
const form: OptionForm = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', seconds: 30, amount: '100' }
const withAmount = (amount: string) => ({ ...form, amount })

describe('an amount as it is typed', () => {
  it.each([
    ['100', '100'],
    [' 100 ', '100'],
    ['007', '7'],
    ['7.', '7'],
    ['.5', '0.5'],
    ['0', '0'],
    ['000', '0'],
    ['0.50', '0.50'],
    ['', ''],
    ['1,5', '1,5'],
    ['abc', 'abc'],
  ])('%j is meant as %j', (typed, meant) => {
    expect(stakeText(typed)).toBe(meant)
  })
})

describe('an order that is wrong', () => {
  it.each([
    ['', 'belowMinimum', { limit: '10', currency: 'USDT' }],
    ['5', 'belowMinimum', { limit: '10', currency: 'USDT' }],
    ['5005', 'aboveMaximum', { limit: '5000', currency: 'USDT' }],
    ['12', 'notMultiple', { unit: '5', currency: 'USDT' }],
    ['1005', 'insufficientBalance', undefined],
    ['1,5', 'parameterError', undefined],
    ['-100', 'parameterError', undefined],
    ['1e3', 'parameterError', undefined],
    ['10.0000001', 'parameterError', undefined],
  ])('with the amount %j is told %s', (amount, key, params) => {
    expect(optionErrors(withAmount(amount), terms)).toEqual({ amount: { key, ...(params && { params }) } })
  })

  it('is told of its period and its currency before its amount', () => {
    expect(optionErrors({ ...form, seconds: 45 }, terms)).toEqual({ seconds: { key: 'wrongPeriod' } })
    expect(optionErrors({ ...form, currency: 'DOGE' }, terms)).toEqual({ currency: { key: 'wrongCurrency' } })
    expect(optionErrors(form, [])).toEqual({ currency: { key: 'wrongCurrency' } })
  })

  it('is not, where nothing is wrong, and each period has limits of its own', () => {
    expect(optionErrors(withAmount('1000'), terms)).toEqual({})
    expect(optionErrors({ ...form, amount: '505', seconds: 60 }, terms)).toMatchObject({
      amount: { key: 'aboveMaximum' },
    })
  })
})

describe('what an order comes to', () => {
  it('is its profit if won and its whole stake if lost', () => {
    expect(optionSummary(form, terms)).toEqual({
      stake: '100.000000',
      profit: '85.000000',
      loss: '100.000000',
      payout: '185.000000',
      currency: 'USDT',
      payoutBps: 8_500,
    })
    expect(optionSummary({ ...form, currency: 'BTC', amount: '.01' }, terms)).toMatchObject({ profit: '0.00850000' })
  })

  it.each([[''], ['0'], ['abc'], ['-1']])('is nothing with the amount %j', (amount) => {
    expect(optionSummary(withAmount(amount), terms)).toBeUndefined()
  })

  it('is nothing without terms', () => {
    expect(optionSummary(form, [])).toBeUndefined()
  })
})

describe('the largest stake', () => {
  it('is always accepted, and nothing larger is', () => {
    const minor = fc.bigInt({ min: 0n, max: 10n ** 14n })
    fc.assert(
      fc.property(fc.constantFrom(...currencies), minor, minor, minor, minor, ({ code, scale }, ...amounts) => {
        const [available = 0n, a = 0n, b = 0n, step = 0n] = amounts
        const [min, max, unit] = [a, a + b, step + 1n]
        const text = (amount: bigint) => formatMoney(amount, scale)
        const limits = { currency: code, min: text(min), max: text(max), unit: text(unit) }
        const most = maxStake(text(available), limits)
        const stake = most === undefined ? undefined : parseMoney(most, scale)
        if (stake === undefined) {
          // No positive multiple of the unit lies within all the limits.
          const first = ((min > 1n ? min : 1n) + unit - 1n) / unit
          expect(first * unit > (available < max ? available : max)).toBe(true)
          return
        }
        expect(checkStake(stake, { min, max, unit })).toBe('ok')
        expect(stake <= available).toBe(true)
        expect(stake + unit > available || stake + unit > max).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['1234.567890', '1230'],
    ['99999', '5000'],
    ['9.999999', undefined],
    ['not an amount', undefined],
  ])('of %s available is %s', (available, stake) => {
    expect(maxStake(available, { currency: 'USDT', ...usdt })).toBe(stake)
  })

  it('is written without needless decimals', () => {
    expect(maxStake('0.02000000', { currency: 'BTC', min: '0.0002', max: '0.1', unit: '0.0001' })).toBe('0.02')
    expect(currencyOf('BTC').scale).toBe(8)
  })

  it('is not known for a currency that nobody knows', () => {
    expect(maxStake('1', { currency: 'DOGE', ...usdt })).toBeUndefined()
  })
})

describe('changing an order', () => {
  it('changes what is said and nothing else', () => {
    expect(changeOption(form, { direction: 'fall' }, terms)).toEqual({ ...form, direction: 'fall' })
    expect(changeOption(form, { seconds: 60 }, terms)).toEqual({ ...form, seconds: 60 })
    expect(changeOption(form, { amount: '7' }, terms)).toEqual(withAmount('7'))
    expect(changeOption(form, { currency: 'USDT' }, terms)).toEqual(form)
  })

  it('to another currency clears the amount', () => {
    expect(changeOption(form, { currency: 'BTC' }, terms)).toEqual({ ...form, currency: 'BTC', amount: '' })
  })

  it('to the most takes the period’s limits too', () => {
    expect(changeOption(form, { amount: 'max' }, terms).amount).toBe('1000')
    expect(changeOption({ ...form, seconds: 60 }, { amount: 'max' }, terms).amount).toBe('500')
    expect(changeOption(form, { amount: 'max' }, []).amount).toBe('100')
  })

  it('fits it to what is on offer', () => {
    expect(fitOption(form, terms)).toEqual(form)
    expect(fitOption({ ...form, seconds: 45 }, terms).seconds).toBe(30)
    expect(fitOption({ ...form, currency: 'DOGE' }, terms)).toEqual({ ...form, amount: '' })
    expect(fitOption(form, [])).toEqual(form)
  })
})

describe('a refusal of an order', () => {
  it.each([
    ['insufficientBalance', 'amount'],
    ['belowMinimum', 'amount'],
    ['wrongPeriod', 'seconds'],
    ['wrongCurrency', 'currency'],
    ['marketClosed', null],
    [null, null],
  ])('%s belongs to %s', (key, field) => {
    expect(refusedField(key)).toBe(field)
  })
})
