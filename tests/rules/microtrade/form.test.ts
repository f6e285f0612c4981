import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UNREAD } from '../../../src/machines/parts/typed-amount.ts'
import {
  type CurrencyTerms,
  changeMicrotrade,
  fitMicrotrade,
  type MicrotradeForm,
  maxStake,
  payableFirst,
  presetStakes,
  refusedField,
  termsOnOffer,
  validateMicrotrade,
} from '../../../src/rules/microtrade/form.ts'
import { checkStake, periods, stakeLimits } from '../../../src/rules/microtrade/microtrade.ts'
import { currencies, currencyOf } from '../../../src/rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../../src/rules/money/money.ts'

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
const form: MicrotradeForm = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', seconds: 30, amount: '100' }
const withAmount = (amount: string) => ({ ...form, amount })
const errorsOf = (...asked: Parameters<typeof validateMicrotrade>) => validateMicrotrade(...asked).errors
const summaryOf = (...asked: Parameters<typeof validateMicrotrade>) => validateMicrotrade(...asked).summary

describe('microtrade form: an order that is wrong', () => {
  it.each([
    ['', 'belowMinimum', { limit: '10', currency: 'USDT' }],
    ['5', 'belowMinimum', { limit: '10', currency: 'USDT' }],
    ['5005', 'aboveMaximum', { limit: '5000', currency: 'USDT' }],
    ['12', 'notMultiple', { unit: '5', currency: 'USDT' }],
    ['1005', 'insufficientBalance', undefined],
    ['1,5', 'parameterError', { field: 'amount' }],
    ['-100', 'parameterError', { field: 'amount' }],
    ['1e3', 'parameterError', { field: 'amount' }],
    [UNREAD, 'parameterError', { field: 'amount' }],
    ['10.0000001', 'parameterError', { field: 'amount' }],
  ])('with the amount %j is told %s', (amount, key, params) => {
    expect(errorsOf(withAmount(amount), terms)).toEqual({ amount: { key, ...(params && { params }) } })
  })

  it('reports its period and its currency before its amount', () => {
    expect(errorsOf({ ...form, seconds: 45 }, terms)).toEqual({ seconds: { key: 'wrongPeriod' } })
    expect(errorsOf({ ...form, currency: 'DOGE' }, terms)).toEqual({ currency: { key: 'wrongCurrency' } })
    expect(errorsOf(form, [])).toEqual({ currency: { key: 'wrongCurrency' } })
  })

  it('is not, where nothing is wrong, and each period has limits of its own', () => {
    expect(errorsOf(withAmount('1000'), terms)).toEqual({})
    expect(errorsOf({ ...form, amount: '505', seconds: 60 }, terms)).toMatchObject({
      amount: { key: 'aboveMaximum' },
    })
  })
})

describe('microtrade form: what an order is bought by', () => {
  it('is its stake in minor units with the terms of its period, where nothing is wrong', () => {
    expect(validateMicrotrade(form, terms).values).toEqual({ stake: 100_000_000n, seconds: 30, payoutBps: 8_500 })
    const atBest = validateMicrotrade({ ...form, currency: 'BTC', amount: '0.02' }, terms)
    expect(atBest.values?.stake).toBe(2_000_000n)
  })

  it.each(['', '5', '12', '1005', '5005', 'abc'])('is nothing with the amount %j', (amount) => {
    expect(validateMicrotrade(withAmount(amount), terms).values).toBeUndefined()
  })

  it('is on offer in what pays for options, for the periods that there are', () => {
    const [[usdt], [limits]] = [termsOnOffer, stakeLimits]
    expect(usdt?.periods[0]).toEqual({ ...periods[0], min: limits?.min, max: limits?.max, unit: limits?.unit })
    expect(termsOnOffer.map(({ currency }) => currency)).toEqual(['USDT', 'BTC', 'ETH'])
    expect(validateMicrotrade({ ...form, seconds: 31 }, termsOnOffer).errors).toEqual({
      seconds: { key: 'wrongPeriod' },
    })
  })

  it('is validated by the same limits if the available amount is unknown: only the ledger knows it', () => {
    const validate = (amount: string) => validateMicrotrade(withAmount(amount), termsOnOffer)
    const { min, max } = stakeLimits[0] ?? expect.fail('no limits')
    expect(validate(max).values).toEqual({ stake: BigInt(max) * 1_000_000n, ...periods[0] })
    expect(validate(String(Number(max) + 1)).errors).toEqual({
      amount: { key: 'aboveMaximum', params: { limit: max, currency: 'USDT' } },
    })
    expect(validate(`${min}.5`).errors).toEqual({
      amount: { key: 'notMultiple', params: { unit: '1', currency: 'USDT' } },
    })
  })
})

describe('microtrade form: the figures of an order', () => {
  it('is its profit if won and its whole stake if lost', () => {
    expect(summaryOf(form, terms)).toEqual({
      stake: '100.000000',
      profit: '85.000000',
      loss: '100.000000',
      payout: '185.000000',
      currency: 'USDT',
      payoutBps: 8_500,
    })
    expect(summaryOf({ ...form, currency: 'BTC', amount: '0.01' }, terms)).toMatchObject({
      profit: '0.00850000',
    })
  })

  it.each([[''], ['0'], ['abc'], ['-1']])('is nothing with the amount %j', (amount) => {
    expect(summaryOf(withAmount(amount), terms)).toBeUndefined()
  })

  it('is nothing without terms', () => {
    expect(summaryOf(form, [])).toBeUndefined()
  })
})

describe('microtrade form: the largest stake', () => {
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

  it('is absent for an unknown currency', () => {
    expect(maxStake('1', { currency: 'DOGE', ...usdt })).toBeUndefined()
  })
})

describe('microtrade form: the stakes to choose from', () => {
  it.each(stakeLimits)('of $currency begin with the least, and each is accepted', (limits) => {
    const stakes = presetStakes(limits)
    expect([stakes[0], new Set(stakes).size]).toEqual([limits.min, 4])
    const parsed = (text: string) => parseMoney(text, 8) ?? 0n
    const bounds = { min: parsed(limits.min), max: parsed(limits.max), unit: parsed(limits.unit) }
    for (const stake of stakes) expect(checkStake(parsed(stake), bounds)).toBe('ok')
  })
})

describe('microtrade form: changing an order', () => {
  it('changes the named field alone', () => {
    expect(changeMicrotrade(form, { direction: 'fall' })).toEqual({ ...form, direction: 'fall' })
    expect(changeMicrotrade(form, { seconds: 60 })).toEqual({ ...form, seconds: 60 })
    expect(changeMicrotrade(form, { amount: '7' })).toEqual(withAmount('7'))
    expect(changeMicrotrade(form, { currency: 'USDT' })).toEqual(form)
  })

  it('to another currency clears the amount', () => {
    expect(changeMicrotrade(form, { currency: 'BTC' })).toEqual({ ...form, currency: 'BTC', amount: '' })
  })

  it('adjusts it to the offered values', () => {
    expect(fitMicrotrade(form, terms)).toEqual(form)
    expect(fitMicrotrade({ ...form, seconds: 45 }, terms).seconds).toBe(30)
    expect(fitMicrotrade({ ...form, currency: 'DOGE' }, terms)).toEqual({ ...form, amount: '' })
    expect(fitMicrotrade(form, [])).toEqual(form)
  })
})

describe('microtrade form: a refusal of an order', () => {
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

describe('microtrade form: the order of currencies', () => {
  it('has those first of which something can be staked', () => {
    const [usdt, btc] = terms
    if (!usdt || !btc) throw new Error('there are two')
    const order = (...all: CurrencyTerms[]) => payableFirst(all).map(({ currency }) => currency)
    expect(order(usdt, btc)).toEqual(['USDT', 'BTC'])
    expect(order({ ...usdt, available: '9.999999' }, btc)).toEqual(['BTC', 'USDT'])
    expect(order({ ...usdt, available: '0' }, { ...btc, available: '0' })).toEqual(['USDT', 'BTC'])
  })
})
