import { describe, expect, it } from 'vitest'
import { netResult, paysIfWon, standingOf } from '../../src/ui/pages/microtrade/profit.ts'

describe('microtrade values: standingOf', () => {
  const rise = { symbol: 'BTCUSDT', direction: 'rise', buyPrice: '43182.50' } as const
  const fall = { ...rise, direction: 'fall' } as const

  it('puts a rise ahead above its entry and a fall ahead below it', () => {
    expect(standingOf(rise, '43182.51')).toBe('ahead')
    expect(standingOf(rise, '43182.49')).toBe('behind')
    expect(standingOf(fall, '43182.49')).toBe('ahead')
    expect(standingOf(fall, '43182.51')).toBe('behind')
  })

  it('is level on the entry price itself', () => {
    expect(standingOf(rise, '43182.5')).toBe('level')
    expect(standingOf(fall, '43182.50')).toBe('level')
  })

  it('says nothing before the option opened, or of a price that is none', () => {
    expect(standingOf({ ...rise, buyPrice: null }, '43182.51')).toBeUndefined()
    expect(standingOf(rise, 'NaN')).toBeUndefined()
    expect(standingOf({ ...rise, symbol: 'NONE' }, '1')).toBeUndefined()
  })
})

describe('microtrade values: paysIfWon', () => {
  it('is the stake and its profit', () => {
    expect(paysIfWon({ currency: 'USDT', amount: '100.000000', payoutBps: 8_500 })).toEqual({
      profit: '85.000000',
      payout: '185.000000',
    })
  })

  it('rounds the profit as the settlement does: up, to the next minor unit', () => {
    expect(paysIfWon({ currency: 'BTC', amount: '0.00000001', payoutBps: 8_500 })?.profit).toBe('0.00000001')
  })

  it('is undefined for a currency that the platform does not have', () => {
    expect(paysIfWon({ currency: 'XYZ', amount: '1', payoutBps: 8_500 })).toBeUndefined()
  })
})

describe('microtrade values: netResult', () => {
  it('is the payout less the stake, with its sign', () => {
    const order = { currency: 'USDT', amount: '100.000000' }
    expect(netResult({ ...order, payout: '185.000000' })).toBe('85.000000')
    expect(netResult({ ...order, payout: '0.000000' })).toBe('-100.000000')
    expect(netResult({ ...order, payout: '100.000000' })).toBe('0.000000')
  })

  it('is undefined before the option ended', () => {
    expect(netResult({ currency: 'USDT', amount: '100', payout: null })).toBeUndefined()
  })
})
