import { describe, expect, it } from 'vitest'
import { LEVER_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { loanCycles } from '../../../src/rules/loan/loan.ts'
import { pairs, SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { breakEvenOf, meanOfOption, periods } from '../../../src/rules/microtrade/microtrade.ts'
import { contractMean, loanMean, savingsMean, spotMean, swapMean } from '../../../src/rules/money/costs.ts'
import { currencyOf } from '../../../src/rules/money/currencies.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { calculateSwap, swapTerms } from '../../../src/rules/swap/swap.ts'

describe('costs: what each product brings on average', () => {
  it('is of an option less than nothing, and the more so the shorter it is', () => {
    expect([8_500, 8_800, 9_200].map(meanOfOption)).toEqual([-750, -600, -400])
    expect([8_500, 8_800, 9_200].map((bps) => (breakEvenOf(bps) * 100).toFixed(2))).toEqual(['54.05', '53.19', '52.08'])
    const means = periods.map(({ payoutBps }) => meanOfOption(payoutBps))
    expect(means).toEqual([...means].sort((a, b) => a - b))
    expect(Math.max(...means)).toBeLessThan(0)
  })

  it('is of a contract both its fees, and of a coin both its fees and the spread', () => {
    expect(contractMean()).toBe(-2 * LEVER_FEE_BPS * 100)
    for (const pair of pairs) expect(spotMean(pair)).toBe(-2 * SPOT_FEE_BPS * 100 - pair.spreadPpm)
  })

  it('is of a swap what the swap’s own rule leaves of it', () => {
    const [spread, fee] = [swapTerms.spreadBps / 10_000, swapTerms.feeBps / 10_000]
    expect(swapMean(1) / 1e6).toBeCloseTo((1 - spread) * (1 - fee) - 1, 9)
    expect(swapMean(2) / 1e6).toBeCloseTo(((1 - spread) * (1 - fee)) / (1 + spread) - 1, 9)
    // 40,000 and 2,000 USDT a coin, in hundredths.
    const priceOf = (symbol: string) => (symbol === 'BTCUSDT' ? 4_000_000n : 200_000n)
    const received = (to: string) =>
      Number(calculateSwap({ from: 'BTC', to, amount: 100_000_000n }, priceOf, swapTerms).receive)
    expect(received('USDT') / 40_000e6 - 1).toBeCloseTo(swapMean(1) / 1e6, 8)
    expect((received('ETH') / 10 ** currencyOf('ETH').scale) * (2_000 / 40_000) - 1).toBeCloseTo(swapMean(2) / 1e6, 7)
  })

  it('is of a deposit the interest of its days, and of a loan that of each day', () => {
    for (const each of savingsProducts) expect(savingsMean(each)).toBeCloseTo((each.rateBps * 100 * each.days) / 365, 6)
    for (const each of loanCycles) expect(loanMean(each)).toBe(-each.ratePpm * each.days)
  })
})
