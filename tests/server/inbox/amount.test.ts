import { expect, it } from 'vitest'
import { amountIn, pairIn, quantityIn } from '../../../server/inbox/module.ts'

it('inbox amount: formats a quantity in full, also of a coin traded in whole units', () => {
  expect(quantityIn('DOGEUSDT', 100n)).toBe('100')
  expect(quantityIn('BTCUSDT', 10_000n)).toBe('0.1')
  expect(quantityIn('BTCUSDT', 10_000_000n)).toBe('100')
})

it('formats a pair as quoted, and an amount with its currency’s decimals', () => {
  expect(pairIn('DOGEUSDT')).toBe('DOGE/USDT')
  expect(amountIn('USDT', 1_234_567_899n)).toBe('1234.56')
})
