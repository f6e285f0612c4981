import { expect } from 'vitest'
import { inviteMachine } from '../../src/machines/invite.ts'
import { unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'

const invite = {
  code: 'FRIEND22',
  link: 'https://quoin.test/#/pages/my/login?view=create&code=FRIEND22',
  levels: [{ level: 1, bps: 500, people: 2, income: '0.000000' }],
  income: { currency: 'USDT', total: '0.000000', direct: '0.000000', indirect: '0.000000' },
}
const retry = { type: 'invite.retry' } as const

testMachine(inviteMachine, [
  {
    shows: 'loads it, and tries again where it did not come',
    events: [done('loadInvite', invite), failed('loadInvite', unanswered), retry],
    states: {
      loading: ({ snapshot, effects, can }) => {
        expect(snapshot().context.invite).toBeNull()
        expect(effects.has('loadInvite')).toBe(true)
        expect(can(retry)).toBe(false)
      },
      shown: ({ snapshot }) => {
        expect(snapshot().context.invite).toEqual(invite)
      },
      failed: ({ can }) => {
        expect(can(retry)).toBe(true)
      },
    },
  },
])
