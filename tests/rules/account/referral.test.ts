import { expect, it } from 'vitest'
import { maskedName, REFERRAL_BPS, referralLevels } from '../../../src/rules/account/referral.ts'

it('referral: the platform pays 5, 3 and 1% for three levels', () => {
  expect(REFERRAL_BPS).toEqual([500, 300, 100])
  expect(referralLevels).toEqual([1, 2, 3])
})

it('referral: a name is masked so that only who knows it knows it', () => {
  const address = `0x${'ab12'.repeat(10)}`
  expect(['katharina', 'anna', address].map(maskedName)).toEqual(['ka•••', 'a•••', '0xab…ab12'])
})
