import { expect, it } from 'vitest'
import { amountIn, pairIn, quantityIn } from '../../../server/inbox/module.ts'

it('inbox amount: formats a quantity in full, also of a coin traded in whole units', () => {
  expect(quantityIn('DOGEUSDT', 100n)).toBe('100')
  expect(quantityIn('BTCUSDT', 10_000n)).toBe('0.1')
  expect(quantityIn('BTCUSDT', 10_000_000n)).toBe('100')
})

it('inbox amount: formats a pair as quoted', () => expect(pairIn('DOGEUSDT')).toBe('DOGE/USDT'))

it('inbox amount: is exact, as its page shows it, with at least its currency’s decimals', () => {
  expect(amountIn('USDT', 100_399_500n)).toBe('100.3995')
  expect(amountIn('USDT', 100_500_000n)).toBe('100.50')
  expect(amountIn('USDT', 100_000_000n)).toBe('100.00')
})
