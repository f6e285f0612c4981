import { expect, it } from 'vitest'
import type { ForexFacts } from '../../src/rules/forex/forex.ts'
import { parseSigned } from '../../src/rules/money/money.ts'
import { closingPriceAt, forexNet, forexNetAt, lastClose } from '../../src/ui/pages/forex/profit.ts'

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
  expect(forexNetAt(facts, '1.08200')).toBe(usdt('169'))
  expect(forexNetAt(facts, '1.00000')).toBe(usdt('-5400.25'))
  // Half of it was closed there before, for 95 of 190: the other half has a margin of 2,689.625.
  const half = { openLots: '0.50', margin: '2689.625000', returned: '2784.625000', parts: [{ initial: '2700.125000' }] }
  expect(forexNetAt({ ...facts, ...half }, '1.08200')).toBe(usdt('169'))
  expect(forexNet({ initial: '5400.250000', returned: '5569.250000' })).toBe('169.000000')
})

it('forex: tells the last close from its parts', () => {
  const part = { lots: '0.03', profit: '-5.700000', returned: '156.307500', shortfall: '0.000000' }
  const order = { lots: '0.10', profit: '7.600000', returned: '547.625000', shortfall: '0.000000' }
  const own = { closePrice: '1.08195', limited: '0.000000' }
  expect(lastClose({ ...order, ...own, parts: [part as never] })).toEqual({
    ...{ ...own, lots: '0.07', profit: '13.300000', returned: '391.317500', shortfall: '0.000000' },
  })
})
