import { expect, it } from 'vitest'
import type { ForexFacts } from '../../src/rules/forex/forex.ts'
import { parseSigned } from '../../src/rules/money/money.ts'
import { closingPriceAt, expectedAt, forexNet, forexNetAt } from '../../src/ui/pages/forex/profit.ts'

const usdt = (text: string) => parseSigned(text, 6)

it('forex: says what closing now would bring: with the spread, after its nights, and never less than nothing', () => {
  const facts: ForexFacts = {
    ...{ symbol: 'EURUSD', direction: 'long', currency: 'USDT', lots: '1.00', lot: 100_000, leverage: 20 },
    ...{ spread: '0.00010', swapPoints: '-0.00007', stopOutBps: 2_000, via: null, rate: null },
    ...{ dealPrice: '1.08005', initial: '5400.250000', margin: '5379.250000' },
  }
  // Bought at 1.08005, sold at 1.08195: 190; three days of rollover cost 21.
  expect(closingPriceAt(facts, '1.08200')).toBe('1.08195')
  expect(closingPriceAt({ ...facts, dealPrice: null }, '1.08200')).toBeUndefined()
  expect(expectedAt(facts, '1.08200')).toBe(usdt('5569.25'))
  expect(forexNetAt(facts, '1.08200')).toBe(usdt('169'))
  expect(forexNetAt(facts, '1.00000')).toBe(usdt('-5400.25'))
  expect(expectedAt({ ...facts, dealPrice: null }, '1.08200')).toBeUndefined()
  expect(forexNet({ initial: '5400.250000', returned: '5569.250000' })).toBe('169.000000')
})
