import { expect, it } from 'vitest'
import {
  maskedName,
  PEOPLE_MAX,
  REFERRAL_BPS,
  referralLevels,
  referralShare,
} from '../../../src/rules/account/referral.ts'

it('referral: the platform pays 5, 3 and 1% for three levels', () => {
  expect(REFERRAL_BPS).toEqual([500, 300, 100])
  expect(referralLevels).toEqual([1, 2, 3])
})

it('referral: at most 10,000 people of a level are counted', () => {
  expect(PEOPLE_MAX).toBe(10_000)
})

it('referral: a share is rounded up to the next minor unit', () => {
  expect([referralShare(100_000_000n, 500), referralShare(1n, 100)]).toEqual([5_000_000n, 1n])
})

it('referral: a name is masked so that only who knows it knows it', () => {
  const address = `0x${'ab12'.repeat(10)}`
  expect(['katharina', 'anna', address].map(maskedName)).toEqual(['ka•••', 'a•••', '0xab…ab12'])
})
