import { expect } from 'vitest'
import { referralMachine } from '../../src/machines/user/referral.ts'
import { unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'

const invite = {
  code: 'FRIEND22',
  link: 'https://quoin.test/#/pages/my/login?view=create&code=FRIEND22',
  levels: [{ level: 1, bps: 500, people: 2, income: '0.000000' }],
  income: { currency: 'USDT', total: '0.000000', direct: '0.000000', indirect: '0.000000' },
}
const retry = { type: 'referral.retry' } as const

testMachine(referralMachine, [
  {
    shows: 'loads it, and tries again where it did not come',
    events: [done('loadReferral', invite), failed('loadReferral', unanswered), retry],
    states: {
      loading: ({ snapshot, effects, can }) => {
        expect(snapshot().context.referral).toBeNull()
        expect(effects.has('loadReferral')).toBe(true)
        expect(can(retry)).toBe(false)
      },
      shown: ({ snapshot }) => {
        expect(snapshot().context.referral).toEqual(invite)
      },
      failed: ({ can }) => {
        expect(can(retry)).toBe(true)
      },
    },
  },
])
