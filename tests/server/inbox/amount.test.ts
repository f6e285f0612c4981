import { expect, it } from 'vitest'
import { amountIn, pairIn, quantityIn } from '../../../server/inbox/index.ts'

it('inbox amount: says a quantity whole, also of a coin that is traded in whole ones', () => {
  expect(quantityIn('DOGEUSDT', 100n)).toBe('100')
  expect(quantityIn('BTCUSDT', 10_000n)).toBe('0.1')
  expect(quantityIn('BTCUSDT', 10_000_000n)).toBe('100')
})

it('names a pair as it is quoted, and an amount with the decimals of its currency', () => {
  expect(pairIn('DOGEUSDT')).toBe('DOGE/USDT')
  expect(amountIn('USDT', 1_234_567_899n)).toBe('1234.56')
})
