import { describe, expect, it } from 'vitest'
import { contractMean, loanMean, savingsMean, spotMean, swapMean } from '../../src/rules/costs.ts'
import { currencyOf } from '../../src/rules/currencies.ts'
import { loanCycles } from '../../src/rules/loan.ts'
import { breakEvenOf, meanOfOption, periods } from '../../src/rules/microtrade.ts'
import { pairOf } from '../../src/rules/pairs.ts'
import { savingsProducts } from '../../src/rules/savings.ts'
import { reckonSwap, swapTerms } from '../../src/rules/swap.ts'

describe('costs: what each product brings on average', () => {
  it('is of an option less than nothing, and the more so the shorter it is', () => {
    expect(periods.map(({ payoutBps }) => meanOfOption(payoutBps))).toEqual([-750, -600, -500, -400])
    expect(periods.map(({ payoutBps }) => (breakEvenOf(payoutBps) * 100).toFixed(2))).toEqual([
      '54.05',
      '53.19',
      '52.63',
      '52.08',
    ])
  })

  it('is of a contract both its fees, and of a coin both its fees and the spread', () => {
    expect(contractMean()).toBe(-1_000)
    expect([spotMean(pairOf('BTCUSDT')), spotMean(pairOf('UNIUSDT'))]).toEqual([-2_020, -2_300])
  })

  it('is of a swap what the swap’s own rule leaves of it', () => {
    expect([swapMean(1), swapMean(2)].map(Math.round)).toEqual([-2_998, -4_988])
    // 40,000 and 2,000 USDT a coin, in hundredths.
    const priceOf = (symbol: string) => (symbol === 'BTCUSDT' ? 4_000_000n : 200_000n)
    const received = (to: string) =>
      Number(reckonSwap({ from: 'BTC', to, amount: 100_000_000n }, priceOf, swapTerms).receive)
    expect(received('USDT') / 40_000e6 - 1).toBeCloseTo(swapMean(1) / 1e6, 8)
    expect((received('ETH') / 10 ** currencyOf('ETH').scale) * (2_000 / 40_000) - 1).toBeCloseTo(swapMean(2) / 1e6, 7)
  })

  it('is of a deposit the interest of its days, and of a loan that of each day', () => {
    expect(savingsProducts.map((each) => Math.round(savingsMean(each)))).toEqual([384, 2_466, 9_247, 20_959, 50_000])
    expect(loanCycles.map(loanMean)).toEqual([-3_500, -6_160, -12_000, -21_600, -28_800])
  })
})
