import { describe, expect, it } from 'vitest'
import { valuedBy, valueIn } from '../../../src/rules/money/valuation.ts'

const prices: Record<string, string> = { BTCUSDT: '43182.50', ETHUSDT: '2281.07' }
const priceOf = (symbol: string) => prices[symbol]

describe('valueIn', () => {
  it('takes the currency itself as it is, and calls that no estimate', () => {
    const holdings = [
      { currency: 'USDT', balance: '10000.000000' },
      { currency: 'BTC', balance: '0.00000000' },
    ]
    expect(valueIn(holdings, 'USDT', priceOf)).toEqual({
      ...{ total: '10000.000000', parts: ['10000.000000'] },
      ...{ estimated: false, unpriced: [] },
    })
  })

  it('converts other currencies at the price now, and says that the sum is an estimate', () => {
    const holdings = [
      { currency: 'USDT', balance: '100.5' },
      { currency: 'BTC', balance: '0.5' },
    ]
    expect(valueIn(holdings, 'USDT', priceOf)).toEqual({
      ...{ total: '21691.750000', parts: ['100.500000', '21591.250000'] },
      ...{ estimated: true, unpriced: [] },
    })
  })

  it('rounds each converted part down', () => {
    expect(valueIn([{ currency: 'BTC', balance: '0.00000001' }], 'USDT', () => '43182.59').total).toBe('0.000431')
  })

  it('leaves out what has no price, and names it', () => {
    const holdings = [
      { currency: 'USDT', balance: '1' },
      { currency: 'ETH', balance: '2' },
    ]
    const without = valueIn(holdings, 'USDT', () => undefined)
    expect(without).toEqual({ total: '1.000000', parts: ['1.000000'], estimated: false, unpriced: ['ETH'] })
  })

  it('refuses a currency that the platform does not have', () => {
    expect(() => valueIn([], 'XYZ', priceOf)).toThrow(RangeError)
  })
})

describe('valuedBy', () => {
  it('names an instrument for each other currency of which there is some', () => {
    const holdings = [
      { currency: 'USDT', balance: '5' },
      { currency: 'BTC', balance: '0.1' },
      { currency: 'ETH', balance: '0.00000000' },
    ]
    expect(valuedBy(holdings, 'USDT')).toEqual(['BTCUSDT'])
  })
})
