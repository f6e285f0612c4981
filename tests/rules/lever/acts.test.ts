import { describe, expect, it } from 'vitest'
import {
  type ActOn,
  PARTS_MAX,
  sharePart,
  validateClose,
  validateMargin,
  validateStops,
} from '../../../src/rules/lever/acts.ts'
import { CLOSE_ALL_MAX } from '../../../src/rules/lever/lever.ts'
import { findContract } from '../../../src/rules/lever/terms.ts'
import { daysMoved } from '../../../src/ui/pages/orders/days-moved.ts'

/** This many units of BTC, as a quantity. */
const units = (count: number) => (Number(findContract('BTCUSDT')?.unit) * count).toFixed(5)

const order: ActOn = {
  symbol: 'BTCUSDT',
  direction: 'long',
  currency: 'USDT',
  quantity: '0.10000',
  dealPrice: '40000.00',
  margin: '200.000000',
  exposure: '0.000000',
  feeBps: 5,
  liquidationFeeBps: 25,
  tiers: [{ upTo: '50000', maintenanceBps: 50 }],
  paid: '202.000000',
  returned: '0.000000',
  adding: '0.000000',
  parts: 0,
}

it('lever: a position closes in at most 20 parts before the last, and one call closes at most 200', () => {
  expect([PARTS_MAX, CLOSE_ALL_MAX]).toEqual([20, 200])
})

describe('lever acts: closing a position', () => {
  const validate = (quantity: string, change: Partial<ActOn> = {}) =>
    validateClose({ quantity }, { order: { ...order, ...change }, price: '40500.00' })

  it('says what comes back of a part and of all of it', () => {
    expect(validate('0.05').summary).toEqual({
      quantity: '0.05',
      profit: '25.000000',
      fee: '1.012500',
      payout: '123.987500',
      isWhole: false,
    })
    expect(validate('0.1')).toMatchObject({
      values: { quantity: 10_000n },
      summary: { payout: '247.975000', isWhole: true },
    })
  })

  it('counts margin that is added before the close', () => {
    expect(validate('0.05', { adding: '100.000000' }).summary).toMatchObject({ payout: '173.987500' })
  })

  it.each([
    ['unread', 'parameterError'],
    [units(0.5), 'belowMinimum'],
    [units(1.5), 'notMultiple'],
    [(0.1 + Number(units(1))).toFixed(5), 'cannotClose'],
  ])('refuses %s as %s', (quantity, key) => expect(validate(quantity).errors).toMatchObject({ quantity: { key } }))

  it('closes 20 parts, and then the rest at once', () => {
    expect(PARTS_MAX).toBe(20)
    expect(validate('0.05', { parts: 20 }).errors).toEqual({ quantity: { key: 'cannotClose' } })
    expect(validate('0.1', { parts: 20 }).errors).toEqual({})
    expect(validate('0.05', { dealPrice: null }).errors).toEqual({ quantity: { key: 'cannotClose' } })
  })

  it('takes a share in whole units, and all of it at 100', () => {
    const share = (percent: number, open = '0.10000') => sharePart(open, '0.0001', 5, percent)
    expect([0, 33, 50, 100].map((percent) => share(percent))).toEqual(['0.00010', '0.03300', '0.05000', '0.10000'])
    expect(share(33, '0.00020')).toBe('0.00010')
  })
})

it('lever acts: puts stops on the legal side of both prices', () => {
  const errors = (takeProfit: string, stopLoss: string, price = '40500.00') =>
    validateStops({ takeProfit, stopLoss }, { order, price }).errors
  expect(errors('40500', '40000')).toEqual({})
  expect(errors('40400', '40100')).toEqual({
    takeProfit: { key: 'takeProfitTooLow' },
    stopLoss: { key: 'stopLossTooHigh' },
  })
  expect(errors('0', '')).toEqual({ takeProfit: { key: 'stopZero' } })
})

it('lever acts: says where added margin moves the liquidation', () => {
  const validate = (amount: string, available: string | null = '100.000000') =>
    validateMargin({ amount }, { order, available })
  expect(validate('50')).toMatchObject({ errors: {}, summary: { margin: '250.000000', liquidation: '37700.00' } })
  expect(validate('100.000001').errors).toEqual({ amount: { key: 'insufficientBalance' } })
  expect(validate('100.000001', null).errors).toEqual({})
  expect(validate('0').errors).toEqual({ amount: { key: 'parameterError', params: { field: 'amount' } } })
})

it('lever acts: counts the days on which the price went so far from where it began', () => {
  const bars = [
    [0, '100', '105', '90', '104', '0'],
    [86_400, '100', '110', '99', '101', '0'],
    [172_800, '100', '103', '95', '96', '0'],
  ] as const
  expect(daysMoved(bars, 'long', 500)).toEqual({ moved: 2, days: 3 })
  expect(daysMoved(bars, 'long', 1_001)).toEqual({ moved: 0, days: 3 })
  expect(daysMoved(bars, 'short', 500)).toEqual({ moved: 2, days: 3 })
  expect(daysMoved(bars, 'short', 300)).toEqual({ moved: 3, days: 3 })
})
