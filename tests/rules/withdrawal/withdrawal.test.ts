import { expect, it } from 'vitest'
import { TURNOVER_BPS, turnoverFor } from '../../../src/rules/money/turnover.ts'
import {
  isMostWithdrawal,
  LABEL_LENGTH_MAX,
  mostWithdrawal,
  WITHDRAWAL_ARRIVES_HOURS,
  WITHDRAWAL_FEE_BPS,
  WITHDRAWAL_MIN_USDT,
  withdrawalFee,
  withdrawnUpTo,
} from '../../../src/rules/withdrawal/withdrawal.ts'

it('withdrawals: the terms are these, and the fee is rounded down', () => {
  expect([WITHDRAWAL_MIN_USDT, WITHDRAWAL_FEE_BPS, WITHDRAWAL_ARRIVES_HOURS, LABEL_LENGTH_MAX]).toEqual([
    30n,
    10,
    24,
    40,
  ])
  expect([withdrawalFee(999n), withdrawalFee(1_999n), withdrawalFee(100_000_000n)]).toEqual([0n, 1n, 100_000n])
})

it('withdrawals: require turnover of the deposited amount first', () => {
  expect([TURNOVER_BPS, turnoverFor(1_234_567n)]).toEqual([10_000, 1_234_567n])
})

const limits = { currency: 'USDT', available: '150.000000', balance: '200.000000', min: '30.000000', own: null }

it('withdrawal: fills in all that is available and one’s own, and nothing where no amount would be taken', () => {
  expect(mostWithdrawal(limits)).toBe('150')
  expect(mostWithdrawal({ ...limits, own: '40.500000' })).toBe('40.5')
  expect(mostWithdrawal({ ...limits, own: '160.000000' })).toBe('150')
  expect(mostWithdrawal({ ...limits, available: '30.000000' })).toBe('30')
  expect(mostWithdrawal({ ...limits, available: '29.999999' })).toBeUndefined()
  expect(mostWithdrawal({ ...limits, own: '0.000000' })).toBeUndefined()
  expect(mostWithdrawal({ ...limits, min: null })).toBeUndefined()
})

it('withdrawal: knows an amount that is all, which is a ceiling', () => {
  const terms = { currencies: [limits] }
  const isMost = (amount: string, currency = 'USDT') => isMostWithdrawal({ currency, amount }, terms)
  expect([isMost('150'), isMost('149.999999'), isMost(''), isMost('150', 'BTC')]).toEqual([true, false, false, false])
  expect(withdrawnUpTo('150', { ...limits, available: '149.500000' })).toBe('149.5')
  expect(withdrawnUpTo('150', { ...limits, available: '151.000000' })).toBe('150')
  // None would be accepted: the amount is validated as it is.
  expect(withdrawnUpTo('150', { ...limits, available: '29.000000' })).toBe('150')
})
