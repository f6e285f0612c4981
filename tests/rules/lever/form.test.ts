import { describe, expect, it } from 'vitest'
import { changeLever, shareOfMost } from '../../../src/rules/lever/change.ts'
import { costOf, type LeverForm, stopErrors, validateLever } from '../../../src/rules/lever/form.ts'
import { leverFeeOf, liquidationPrice, maintenanceOf, notionalOf } from '../../../src/rules/lever/lever.ts'
import { findContract, HEADROOM_BPS, LIQUIDATION_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'

const contract = findContract('BTCUSDT') ?? expect.fail('no contract')
const [first, second, third] = contract.tiers
if (!first || !second || !third) expect.fail('no tiers')
const usdt = (amount: bigint) => formatMoney(amount, 6)
const { unit, max } = contract
/** This many units, as a quantity. */
const units = (count: number) => (Number(unit) * count).toFixed(5)
const TOO_SMALL = { quantity: { key: 'belowMinimum', params: { limit: unit, currency: 'BTC' } } }
/** The cost of opening 0.1 BTC at 20x at a price in cents. */
const taken = (price: bigint) => {
  const { margin, fee } = costOf('BTCUSDT', 10_000n, price, 20)
  return margin + fee
}
const withHeadroom = (price: bigint) => (price * (10_000n + BigInt(HEADROOM_BPS))) / 10_000n

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
  it('states notional, margin, max loss and liquidation price', () => {
    const [notional, entry, reserve] = [4_000_000_000n, 4_000_000n, taken(withHeadroom(4_000_000n))]
    const position = {
      symbol: 'BTCUSDT',
      quantity: 10_000n,
      entry,
      margin: 200_000_000n,
      tiers: contract.tiers,
    } as const
    const fee = usdt(leverFeeOf(notional))
    const liquidation = liquidationPrice({ ...position, direction: 'long' }) ?? 0n
    expect(validateLever(form(), terms)).toEqual({
      errors: {},
      values: {
        ...{ quantity: 10_000n, price: null, takeProfit: null, stopLoss: null },
        ...{ reserve, worth: notional },
      },
      summary: {
        price: '40000.00',
        notional: '4000.000000',
        margin: '200.000000',
        ...{ fee, closeFee: fee },
        maintenance: usdt(maintenanceOf(contract, notional)),
        liquidation: formatMoney(liquidation, 2),
        liquidationFee: usdt(leverFeeOf(notionalOf('BTCUSDT', 10_000n, liquidation), LIQUIDATION_FEE_BPS)),
        moveBps: Number(((entry - liquidation) * 10_000n) / entry),
        ...{ reserve: usdt(reserve), worst: usdt(reserve) },
        exposure: '0.000000',
        total: '4000.000000',
        leverageMax: first.leverageMax,
        funding: null,
      },
    })
    expect(validateLever(form({ direction: 'short' }), terms).summary).toMatchObject({
      liquidation: formatMoney(liquidationPrice({ ...position, direction: 'short' }) ?? 0n, 2),
    })
    // A long limit order opens at its price or below, so the hold needs no allowance.
    expect(validateLever(limit('39000'), terms).summary).toMatchObject({
      ...{ price: '39000.00', reserve: usdt(taken(3_900_000n)) },
    })
    expect(validateLever(limit('41000', { direction: 'short' }), terms).summary).toMatchObject({
      reserve: usdt(taken(withHeadroom(4_100_000n))),
    })
  })

  it.each([
    [{ symbol: 'USDJPY' }, { symbol: { key: 'pairNotActivated' } }],
    [{ quantity: '' }, TOO_SMALL],
    [{ quantity: 'unread' }, { quantity: { key: 'parameterError', params: { field: 'quantity' } } }],
    [{ quantity: units(0.9) }, TOO_SMALL],
    [{ quantity: units(1.5) }, { quantity: { key: 'notMultiple', params: { unit, currency: 'BTC' } } }],
    [
      { quantity: (Number(max) + Number(unit)).toFixed(5), leverage: 1 },
      { quantity: { key: 'aboveMaximum', params: { limit: max, currency: 'BTC' } } },
    ],
    [{ leverage: 4 }, { leverage: { key: 'wrongLeverage' } }],
    // 5 BTC at 20 times hold 10,201.
    [{ quantity: '5', leverage: 20 }, { quantity: { key: 'insufficientBalance' } }],
    [{ type: 'limit' as const }, { price: { key: 'parameterError', params: { field: 'price' } } }],
    [{ type: 'limit' as const, price: '0' }, { price: { key: 'parameterError', params: { field: 'price' } } }],
    [{ type: 'limit' as const, price: '39999.99', direction: 'short' as const }, { price: { key: 'limitSellTooLow' } }],
  ])('with %o is wrong', (change, errors) => {
    const judged = validateLever(form(change), terms)
    expect(judged.values).toBeUndefined()
    expect(judged.errors).toMatchObject(errors)
    expect(Object.keys(judged.errors).length).toBeGreaterThanOrEqual(1)
  })

  it.each([
    [first, second],
    [second, third],
  ])('beyond the tier %o has the leverage of the next', (tier, next) => {
    const beyond = form({ quantity: String(Number(tier.upTo) / 40_000 + 0.05), leverage: tier.leverageMax })
    const leverage = { key: 'leverageTooHigh', params: { limit: String(next.leverageMax) } }
    expect(validateLever(beyond, terms)).toMatchObject({ errors: { leverage }, values: undefined })
  })

  it('takes a limit sell at the current price and above, and a limit buy anywhere', () => {
    for (const judged of [
      validateLever(limit('40000', { direction: 'short' }), terms),
      validateLever(limit('40000.01', { direction: 'short' }), terms),
      validateLever(limit('40000.01'), terms),
      validateLever(limit('1'), terms),
    ]) {
      expect(judged.errors).toEqual({})
      expect(judged.values).toBeDefined()
    }
  })

  it('is nothing to order without a price', () => {
    expect(validateLever(form(), { ...terms, price: '' })).toMatchObject({ values: undefined, summary: undefined })
    expect(validateLever(limit('39000'), { ...terms, price: '' }).values).toBeUndefined()
  })
})

describe('lever form: with what its owner has on the symbol already', () => {
  const having = (exposure: string) => ({ ...terms, available: '1000000', exposure })

  it('takes the tier of all together: its leverage, and its maintenance from there on', () => {
    // 2,000 of the 4,000 lie beyond the first tier.
    const upTo = Number(first.upTo)
    const { errors, summary } = validateLever(form(), having(String(upTo - 2_000)))
    const maintenance = (2_000 * (first.maintenanceBps + second.maintenanceBps)) / 10_000
    expect(errors).toEqual({})
    expect(summary).toMatchObject({
      ...{ exposure: `${upTo - 2_000}.000000`, total: `${upTo + 2_000}.000000`, leverageMax: second.leverageMax },
      ...{ maintenance: maintenance.toFixed(6), margin: '200.000000' },
      liquidation: (40_000 - (200 - maintenance) / 0.1).toFixed(2),
    })
    const tooHigh = { leverage: { key: 'leverageTooHigh', params: { limit: String(second.leverageMax) } } }
    const highest = form({ leverage: first.leverageMax })
    expect(validateLever(highest, having(`${upTo - 4_000}.01`)).errors).toEqual(tooHigh)
    expect(validateLever(highest, having(String(upTo - 4_000))).errors).toEqual({})
  })

  it('is no more than anyone may have, and the largest quantity fits in', () => {
    const limited = (limit: string) => ({ quantity: { key: 'aboveMaximum', params: { limit, currency: 'BTC' } } })
    expect(validateLever(form({ leverage: 1 }), having('998000')).errors).toEqual(limited('0.05'))
    expect(validateLever(form({ leverage: 1 }), having('1000000')).errors).toEqual(limited('0'))
    expect(shareOfMost(form({ leverage: first.leverageMax }), having(String(Number(first.upTo) - 10_000)), 100)).toBe(
      '0.2495',
    )
    expect(shareOfMost(form({ leverage: first.leverageMax }), having(String(Number(first.upTo) + 10_000)), 100)).toBe(
      '',
    )
  })
})

describe('lever form: stops', () => {
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
    const errors = (change: Partial<LeverForm>) => Object.keys(validateLever(limit('39000', change), terms).errors)
    expect(errors({ takeProfit: '39500' })).toEqual(['takeProfit'])
    expect(errors({ takeProfit: '40000', stopLoss: '39000' })).toEqual([])
    expect(errors({ stopLoss: '39000.01' })).toEqual(['stopLoss'])
  })
})

describe('lever form: the largest quantity', () => {
  const most = (share: number, leverage: number) => changeLever(form({ leverage }), { share }, terms)

  it.each([1, 20, 50])(
    'at %i times is taken, also where the price has risen by a fifth of a hundredth; a hundredth more is not',
    (leverage) => {
      const all = most(100, leverage)
      expect(validateLever(all, terms).errors).toEqual({})
      expect(validateLever(all, { ...terms, price: '40080' }).errors).toEqual({})
      const more = validateLever({ ...all, quantity: (Number(all.quantity) * 1.01).toFixed(4) }, terms).errors
      expect(more).toMatchObject(
        leverage < 50 ? { quantity: { key: 'insufficientBalance' } } : { leverage: { key: 'leverageTooHigh' } },
      )
    },
  )

  it('has a half, which is taken', () => {
    expect(Number(most(50, 20).quantity)).toBeCloseTo(Number(most(100, 20).quantity) / 2, 3)
    expect(validateLever(most(50, 20), terms).errors).toEqual({})
  })

  it('is none where not even the least can be paid for, or there is no price', () => {
    expect(shareOfMost(form(), { ...terms, available: '0.2' }, 100)).toBe('')
    expect(shareOfMost(form(), { ...terms, price: '' }, 100)).toBe('')
    expect(shareOfMost(form(), { ...terms, available: null }, 100)).toBe('')
  })
})
