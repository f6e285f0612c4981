import { describe, expect, it } from 'vitest'
import { changeLever, judgeLever, type LeverForm, shareOfMost, stopErrors } from '../../src/rules/lever-form.ts'

const form = (change: Partial<LeverForm> = {}): LeverForm => ({
  symbol: 'BTCUSDT',
  direction: 'long',
  type: 'market',
  price: '',
  quantity: '0.1',
  leverage: 20,
  takeProfit: '',
  stopLoss: '',
  ...change,
})
const terms = { available: '10000', price: '40000.00', exposure: '0' }
const limit = (price: string, change: Partial<LeverForm> = {}) => form({ type: 'limit', price, ...change })

describe('a contract on the form', () => {
  it('says what it is worth, takes and can lose, and where it is liquidated', () => {
    expect(judgeLever(form(), terms)).toEqual({
      errors: {},
      figures: {
        ...{ quantity: 10_000n, price: null, takeProfit: null, stopLoss: null },
        ...{ reserve: 204_020_000n, worth: 4_000_000_000n },
      },
      summary: {
        price: '40000.00',
        notional: '4000.000000',
        margin: '200.000000',
        fee: '2.000000',
        closeFee: '2.000000',
        maintenance: '20.000000',
        liquidation: '38200.00',
        moveBps: 450,
        // A hundredth above the price that was shown.
        reserve: '204.020000',
        worst: '204.020000',
        exposure: '0.000000',
        total: '4000.000000',
        leverageMax: 50,
        funding: null,
      },
    })
    expect(judgeLever(form({ direction: 'short' }), terms).summary).toMatchObject({ liquidation: '41800.00' })
    // A long limit order opens at its price or below: there is nothing above it to hold for.
    expect(judgeLever(limit('39000'), terms).summary).toMatchObject({ price: '39000.00', reserve: '196.950000' })
    expect(judgeLever(limit('41000', { direction: 'short' }), terms).summary).toMatchObject({ reserve: '209.120500' })
  })

  it.each([
    [{ symbol: 'USDJPY' }, { symbol: { key: 'pairNotActivated' } }],
    [{ quantity: '' }, { quantity: { key: 'belowMinimum', params: { limit: '0.0001', currency: 'BTC' } } }],
    [{ quantity: 'unread' }, { quantity: { key: 'parameterError', params: { field: 'quantity' } } }],
    [{ quantity: '0.00009' }, { quantity: { key: 'belowMinimum', params: { limit: '0.0001', currency: 'BTC' } } }],
    [{ quantity: '0.00015' }, { quantity: { key: 'notMultiple', params: { unit: '0.0001', currency: 'BTC' } } }],
    [
      { quantity: '20.0001', leverage: 1 },
      { quantity: { key: 'aboveMaximum', params: { limit: '20', currency: 'BTC' } } },
    ],
    [{ leverage: 4 }, { leverage: { key: 'wrongLeverage' } }],
    // 1.3 BTC are worth 52,000: beyond the first tier.
    [{ quantity: '1.3', leverage: 50 }, { leverage: { key: 'leverageTooHigh', params: { limit: '20' } } }],
    [{ quantity: '10', leverage: 20 }, { leverage: { key: 'leverageTooHigh', params: { limit: '10' } } }],
    // 5 BTC at 20 times hold 10,201.
    [{ quantity: '5', leverage: 20 }, { quantity: { key: 'insufficientBalance' } }],
    [{ type: 'limit' as const }, { price: { key: 'parameterError', params: { field: 'price' } } }],
    [{ type: 'limit' as const, price: '0' }, { price: { key: 'parameterError', params: { field: 'price' } } }],
    [{ type: 'limit' as const, price: '39999.99', direction: 'short' as const }, { price: { key: 'limitSellTooLow' } }],
  ])('with %o is wrong', (change, errors) => {
    const judged = judgeLever(form(change), terms)
    expect(judged.figures).toBeUndefined()
    expect(judged.errors).toMatchObject(errors)
    expect(Object.keys(judged.errors).length).toBeGreaterThanOrEqual(1)
  })

  it('takes a limit sell at the current price and above, and a limit buy anywhere', () => {
    for (const judged of [
      judgeLever(limit('40000', { direction: 'short' }), terms),
      judgeLever(limit('40000.01', { direction: 'short' }), terms),
      judgeLever(limit('40000.01'), terms),
      judgeLever(limit('1'), terms),
    ]) {
      expect(judged.errors).toEqual({})
      expect(judged.figures).toBeDefined()
    }
  })

  it('is nothing to order without a price', () => {
    expect(judgeLever(form(), { ...terms, price: '' })).toMatchObject({ figures: undefined, summary: undefined })
    expect(judgeLever(limit('39000'), { ...terms, price: '' }).figures).toBeUndefined()
  })
})

describe('with what its owner has on the symbol already', () => {
  const having = (exposure: string) => ({ ...terms, available: '1000000', exposure })

  it('takes the tier of all together: its leverage, and its maintenance from there on', () => {
    // 2,000 of the 4,000 lie beyond 50,000: 0.5% and 1%.
    const { errors, summary } = judgeLever(form(), having('48000'))
    expect(errors).toEqual({})
    expect(summary).toMatchObject({ total: '52000.000000', leverageMax: 20, maintenance: '30.000000' })
    expect(summary).toMatchObject({ margin: '200.000000', liquidation: '38300.00', exposure: '48000.000000' })
    const tooHigh = { leverage: { key: 'leverageTooHigh', params: { limit: '20' } } }
    expect(judgeLever(form({ leverage: 50 }), having('46000.01')).errors).toEqual(tooHigh)
    expect(judgeLever(form({ leverage: 50 }), having('46000')).errors).toEqual({})
  })

  it('is no more than anyone may have, and the largest quantity fits in', () => {
    const limited = (limit: string) => ({ quantity: { key: 'aboveMaximum', params: { limit, currency: 'BTC' } } })
    expect(judgeLever(form({ leverage: 1 }), having('998000')).errors).toEqual(limited('0.05'))
    expect(judgeLever(form({ leverage: 1 }), having('1000000')).errors).toEqual(limited('0'))
    expect(shareOfMost(form({ leverage: 50 }), having('40000'), 100)).toBe('0.2495')
    expect(shareOfMost(form({ leverage: 50 }), having('60000'), 100)).toBe('')
  })
})

describe('stops', () => {
  const judged = (direction: 'long' | 'short', takeProfit: string, stopLoss: string) =>
    Object.entries(stopErrors({ direction, takeProfit, stopLoss }, 'BTCUSDT', [4_000_000n, 4_100_000n])).map(
      ([field, error]) => `${field} ${error?.key}`,
    )

  // Opened at 40,000, and now at 41,000: both count.
  it.each([
    ['long', '41000', '40000', []],
    ['long', '40999.99', '', ['takeProfit takeProfitTooLow']],
    ['long', '40500', '40000.01', ['takeProfit takeProfitTooLow', 'stopLoss stopLossTooHigh']],
    ['short', '40000', '41000', []],
    ['short', '40000.01', '', ['takeProfit takeProfitTooHigh']],
    ['short', '40500', '40999.99', ['takeProfit takeProfitTooHigh', 'stopLoss stopLossTooLow']],
    ['long', '0', '0', ['takeProfit stopZero', 'stopLoss stopZero']],
    ['short', '0', '0.00', ['takeProfit stopZero', 'stopLoss stopZero']],
    ['long', '41000.001', 'unread', ['takeProfit parameterError', 'stopLoss parameterError']],
    ['long', '', '', []],
  ] as const)('of a %s at %s and %s', (direction, takeProfit, stopLoss, errors) => {
    expect(judged(direction, takeProfit, stopLoss)).toEqual(errors)
  })

  it('of a limit order are on the legal side of its price and of the current one', () => {
    const errors = (change: Partial<LeverForm>) => Object.keys(judgeLever(limit('39000', change), terms).errors)
    expect(errors({ takeProfit: '39500' })).toEqual(['takeProfit'])
    expect(errors({ takeProfit: '40000', stopLoss: '39000' })).toEqual([])
    expect(errors({ stopLoss: '39000.01' })).toEqual(['stopLoss'])
  })
})

describe('the largest quantity', () => {
  it.each([
    [100, '1.2475', { leverage: 50 }],
    [100, '4.8916', {}],
    [50, '2.4458', {}],
    [100, '0.2469', { leverage: 1 }],
  ])('of %i%% is %s with %o, and is taken', (share, quantity, change) => {
    const changed = changeLever(form(change), { share }, terms)
    expect(changed.quantity).toBe(quantity)
    expect(judgeLever(changed, terms).errors).toEqual({})
    // Also where the price has risen by a fifth of a hundredth since.
    expect(judgeLever(changed, { ...terms, price: '40080' }).errors).toEqual({})
    if (share < 100 || 'leverage' in change) return
    expect(judgeLever({ ...changed, quantity: '4.9026' }, terms).errors).toMatchObject({
      quantity: { key: 'insufficientBalance' },
    })
  })

  it('is none where not even the least can be paid for, or there is no price', () => {
    expect(shareOfMost(form(), { ...terms, available: '0.2' }, 100)).toBe('')
    expect(shareOfMost(form(), { ...terms, price: '' }, 100)).toBe('')
    expect(shareOfMost(form(), { ...terms, available: null }, 100)).toBe('')
  })
})
