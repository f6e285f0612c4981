import { expect, test } from 'vitest'
import { reviewText } from '../../src/ui/format/review-time.ts'

test.each([
  [0, 'kyc.reviewSoon'],
  [30, 'kyc.reviewSoon'],
  [120, 'kyc.reviewSoon'],
  [121, 'kyc.reviewDay'],
  [86_400, 'kyc.reviewDay'],
])('a review of %i s is told by %s', (seconds, text) => {
  expect(reviewText(seconds)).toBe(text)
})
