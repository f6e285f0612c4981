import { expect, it } from 'vitest'
import {
  DAILY_LIMIT,
  DAILY_LIMIT_MS,
  depositLimits,
  LOST_BELOW,
  MOVED_BPS,
  proofError,
  validateDeposit,
} from '../../../src/rules/deposit/deposit.ts'
import { networks, networksOf } from '../../../src/rules/money/coin-networks.ts'
import { currencies } from '../../../src/rules/money/currencies.ts'

const terms = { min: '10.000000', max: '500.000000', left: '300.000000' }
const validate = (amount: string, change = {}) => validateDeposit({ currency: 'USDT', amount }, { ...terms, ...change })

it('deposit: has a network for each currency, and counts at least one confirmation', () => {
  expect(currencies.filter(({ code }) => networksOf(code).length === 0)).toEqual([])
  expect(networks.filter(({ confirmations }) => confirmations < 1)).toEqual([])
  expect(networksOf('__proto__')).toEqual([])
})

it('deposit: counts the confirmations of each network', () => {
  expect(Object.fromEntries(networks.map(({ code, confirmations }) => [code, confirmations]))).toEqual({
    ...{ arbitrum: 12, ethereum: 12, tron: 19, solana: 32, bsc: 15, bitcoin: 3, bitcoincash: 6, litecoin: 6 },
    ...{ dogecoin: 10, xrpl: 2, cardano: 15, avalanche: 12, polkadot: 10, cosmos: 5, filecoin: 20, near: 5 },
  })
})

it('deposit: accepts amounts within the limits, inclusive', () => {
  expect(validate('10')).toMatchObject({ errors: {}, values: { amount: 10_000_000n } })
  expect(validate('300')).toMatchObject({ errors: {}, values: { amount: 300_000_000n } })
})

it.each([
  ['', 'parameterError'],
  ['0', 'parameterError'],
  ['unread', 'parameterError'],
  ['10.0000001', 'parameterError'],
  ['9.999999', 'belowMinimum'],
  ['300.000001', 'aboveDailyLimit'],
])('deposit: refuses %j', (amount, key) => {
  expect(validate(amount)).toMatchObject({ errors: { amount: { key } }, values: undefined })
})

it('deposit: names the rest of the day’s limit for an amount above both limits', () => {
  expect(validate('600', { left: '1000.000000' }).errors).toMatchObject({ amount: { key: 'aboveMaximum' } })
  expect(validate('600').errors).toMatchObject({ amount: { key: 'aboveDailyLimit', params: { limit: '300.000000' } } })
})

it('deposit: has the limits of the product', () => {
  expect([depositLimits, DAILY_LIMIT, LOST_BELOW, MOVED_BPS, DAILY_LIMIT_MS]).toEqual([
    { crypto: { min: '10', max: '20000' }, bank: { min: '20', max: '10000' } },
    '20000',
    '10',
    200n,
    86_400_000,
  ])
})

it('deposit: wants a proof that is a picture', () => {
  expect(proofError(null)).toEqual({ key: 'proofRequired' })
  expect(proofError({ size: 9_000_000, type: 'image/png' })).toMatchObject({ key: 'fileTooLarge' })
  expect(proofError({ size: 1, type: 'image/png' })).toBeUndefined()
})
