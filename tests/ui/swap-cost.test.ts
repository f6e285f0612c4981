import { describe, expect, test } from 'vitest'
import { costOfSwap } from '../../src/ui/pages/swap/swap-cost.ts'

const buy = { side: 'buy', tick: { symbol: 'BTCUSDT', price: '43182.50' } } as const
const sell = { side: 'sell', tick: { symbol: 'ETHUSDT', price: '2000.00' } } as const

describe('swap: its cost', () => {
  test('is spread and fee of the amount given, by the market price', () => {
    const swap = { from: 'USDT', to: 'BTC', amount: '500', receive: '0.01154409', fee: '0.5', legs: [buy] }
    expect(costOfSwap(swap)).toEqual({
      spread: '1.000000',
      fee: '0.500000',
      cost: '1.500000',
      worth: '498.500000',
      bps: 30,
    })
  })

  test('values a coin that is given by its own price', () => {
    const swap = { from: 'ETH', to: 'USDT', amount: '1', receive: '1994.004', fee: '1.996', legs: [sell] }
    expect(costOfSwap(swap)).toEqual({
      spread: '4.000000',
      fee: '2.000000',
      cost: '6.000000',
      worth: '1994.000000',
      bps: 30,
    })
  })

  test('adds up as it is shown, also where each figure is rounded', () => {
    const swap = { from: 'ETH', to: 'BTC', amount: '0.0123', receive: '0.00056678', fee: '0.02455', legs: [sell, buy] }
    const { spread, fee, cost, worth } = costOfSwap(swap)
    expect(Number(spread) + Number(fee)).toBeCloseTo(Number(cost), 6)
    expect(24.6 - Number(cost)).toBeCloseTo(Number(worth), 6)
    expect(cost).toMatch(/^\d+\.\d\d0000$/)
  })
})
