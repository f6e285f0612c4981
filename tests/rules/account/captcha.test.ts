import { expect, it } from 'vitest'
import { CAPTCHA_NUMBER_MAX, CAPTCHA_SECONDS } from '../../../src/rules/account/captcha.ts'

it('captcha: the task has 50,000 possible numbers, and five minutes', () => {
  expect([CAPTCHA_NUMBER_MAX, CAPTCHA_SECONDS]).toEqual([50_000, 300])
})
