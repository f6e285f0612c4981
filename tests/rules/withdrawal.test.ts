import { expect, it } from 'vitest'
import { mostWithdrawal } from '../../src/rules/withdrawal.ts'

const limits = { currency: 'USDT', available: '150.000000', balance: '200.000000', min: '30.000000', own: null }

it('fills in all that is available and one’s own, and nothing where no amount would be taken', () => {
  expect(mostWithdrawal(limits)).toBe('150')
  expect(mostWithdrawal({ ...limits, own: '40.500000' })).toBe('40.5')
  expect(mostWithdrawal({ ...limits, own: '160.000000' })).toBe('150')
  expect(mostWithdrawal({ ...limits, available: '30.000000' })).toBe('30')
  expect(mostWithdrawal({ ...limits, available: '29.999999' })).toBeUndefined()
  expect(mostWithdrawal({ ...limits, own: '0.000000' })).toBeUndefined()
  expect(mostWithdrawal({ ...limits, min: null })).toBeUndefined()
})
