import { describe, expect, it } from 'vitest'
import { wouldNotRest } from '../../../src/machines/trade/spotForm.ts'
import { dealPriceAt, forexTermsOf } from '../../../src/rules/forex/forex.ts'
import { type ForexForm, forexOpensAtOnce } from '../../../src/rules/forex/form.ts'
import { findForexPair } from '../../../src/rules/forex/pairs.ts'
import { type LeverForm, opensAtOnce } from '../../../src/rules/lever/form.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { fillsAtOnce, type SpotForm } from '../../../src/rules/spot/form.ts'

const contract: LeverForm = {
  ...{ symbol: 'BTCUSDT', direction: 'long', type: 'limit', price: '', quantity: '0.01', leverage: 20 },
  ...{ takeProfit: '', stopLoss: '' },
}
const spot: SpotForm = {
  ...{ symbol: 'BTCUSDT', side: 'buy', type: 'limit', timeInForce: 'gtc', price: '', quantity: '0.01' },
}

describe('contracts: a limit order opens at once', () => {
  it.each([
    ['long', '43000.00', true],
    ['long', '43000.01', true],
    ['long', '42999.99', false],
    ['short', '43000.00', true],
    ['short', '42999.99', true],
    ['short', '43000.01', false],
  ] as const)('%s at %s, at a price of 43,000: %s', (direction, price, isAtOnce) => {
    expect(opensAtOnce({ ...contract, direction, price }, '43000.00')).toBe(isAtOnce)
  })

  it('only if it is one, and both prices are known', () => {
    expect(opensAtOnce({ ...contract, price: '50000', type: 'market' }, '43000')).toBe(false)
    expect(opensAtOnce({ ...contract, price: '50000' }, '')).toBe(false)
    expect(opensAtOnce({ ...contract, price: 'x' }, '43000')).toBe(false)
  })
})

const lots: ForexForm = {
  ...{ symbol: 'EURUSD', direction: 'long', type: 'limit', price: '', lots: '0.1', takeProfit: '', stopLoss: '' },
}

const eurusd = findForexPair('EURUSD') ?? expect.fail('no EURUSD')

describe('forex: a limit order opens at once', () => {
  it.each([
    ['long', 0n, true],
    ['long', -1n, false],
    ['short', 0n, true],
    ['short', 1n, false],
  ] as const)('%s at %s points from the deal price: %s', (direction, points, isAtOnce) => {
    const deal = dealPriceAt(forexTermsOf(eurusd, direction, 10n), 108_000n, true)
    const price = formatMoney(deal + points, 5)
    expect(forexOpensAtOnce({ ...lots, direction, price }, '1.08000')).toBe(isAtOnce)
  })

  it('only if it is one, and the current price is known', () => {
    expect(forexOpensAtOnce({ ...lots, price: '1.09000', type: 'stop' }, '1.08000')).toBe(false)
    expect(forexOpensAtOnce({ ...lots, price: '1.09000' }, '')).toBe(false)
  })
})

describe('spot: a limit order is filled at once', () => {
  it('from the best price of the other side on, and not at the price between both', () => {
    const now = '43000.00'
    const buys = (price: string) => fillsAtOnce({ ...spot, price }, now)
    const sells = (price: string) => fillsAtOnce({ ...spot, side: 'sell', price }, now)
    expect([buys('43500'), sells('42500')]).toEqual([true, true])
    expect([buys('42500'), sells('43500')]).toEqual([false, false])
    expect([buys(now), sells(now)]).toEqual([false, false])
    expect(fillsAtOnce({ ...spot, price: '43500', type: 'market' }, now)).toBe(false)
  })

  it('which a post-only order must not be: it cannot be sent', () => {
    const now = { symbol: 'BTCUSDT', price: '43000.00', fresh: true } as never
    const form = { ...spot, price: '43500' }
    expect(wouldNotRest({ form: { ...form, timeInForce: 'postOnly' }, now })).toBe(true)
    expect(wouldNotRest({ form, now })).toBe(false)
    expect(wouldNotRest({ form: { ...form, timeInForce: 'postOnly', price: '42500' }, now })).toBe(false)
  })
})
