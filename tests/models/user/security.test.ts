import { expect } from 'vitest'
import type { Kyc } from '../../../src/api/account/kyc.ts'
import { securityMachine } from '../../../src/machines/user/security.ts'
import { done, testMachine } from '../kit/coverage.ts'

const unknown: Kyc = {
  state: 'notSubmitted',
  status: null,
  country: null,
  firstName: null,
  lastName: null,
  certificate: null,
  number: null,
  reason: null,
  submittedAt: null,
  decidedAt: null,
}
const verified = { ...unknown, state: 'verified' as const }
const bound = { set: true, authenticator: false, email: null, sent: null }
const news = { type: 'account.kyc', kyc: verified } as const

testMachine(securityMachine, [
  {
    shows: 'shows what guards an account, and hears of a review that ends',
    callbacks: ['watchAccount'],
    events: [done('load', { bound, kyc: unknown }), { type: 'account.missed' }, news],
    distinct: ({ guards }) => guards?.kyc.state,
    states: {
      ready: ({ snapshot, passed }) => {
        const heard = passed.findLastIndex(({ type }) => type === news.type)
        const isNews = heard > passed.findLastIndex(({ type }) => String(type).endsWith('actor.load'))
        expect(snapshot().context.guards).toEqual({ bound, kyc: isNews ? verified : unknown })
      },
    },
  },
])
