import { expect } from 'vitest'
import { walletsMachine } from '../../../src/machines/money/wallets.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const wallet = (version: number) => ({
  currency: 'USDT',
  balance: '10000.000000',
  available: '10000.000000',
  frozen: '0.000000',
  version,
})
const equity = (version: number) => ({ wallets: [wallet(version)], positions: [], debt: '0.000000' })
const now = (version: number) => ({ value: equity(version), asOf: null })
/** As this device knew them a while ago. */
const known = (version: number) => ({ value: equity(version), asOf: 1_700_000_000_000 })
const open = { type: 'wallets.open' } as const
const close = { type: 'wallets.close' } as const
const retry = { type: 'wallets.retry' } as const
const over = { type: 'session.over' } as const
const spent = { type: 'account.wallet', wallet: wallet(7) } as const

testMachine(walletsMachine, [
  {
    shows: 'keeps the newest copy of each wallet, says from when they are, and forgets them when the session is over',
    callbacks: ['watchAccount', 'watchSession'],
    events: [
      open,
      retry,
      spent,
      over,
      close,
      { type: 'account.loan' },
      { type: 'account.missed' },
      done('loadEquity', now(6)),
      done('loadEquity', known(5)),
      failed('loadEquity', unanswered),
      done('refresh', now(6)),
      done('refresh', known(5)),
      failed('refresh', unanswered),
    ],
    distinct: ({ wallets, asOf }) => [...wallets.map(({ version }) => version), asOf],
    states: {
      '*': ({ snapshot, passed }) => {
        const since = passed.slice(passed.findLastIndex(({ type }) => type === over.type) + 1)
        const { wallets, asOf } = snapshot().context
        if (snapshot().hasTag('ready')) {
          const answered = since.some(({ output }) => output?.asOf === null)
          expect(asOf).toBe(answered ? null : 1_700_000_000_000)
          expect(wallets).toEqual([wallet(since.includes(spent) ? 7 : answered ? 6 : 5)])
        }
        if (since.length === 0) expect([wallets, asOf]).toEqual([[], null])
      },
      resting: ({ snapshot, effects }) => {
        expect(snapshot().hasTag('loading')).toBe(true)
        expect([...effects.keys()].toSorted()).toEqual(['watchAccount', 'watchSession'])
      },
      failed: ({ can }) => {
        expect(can(retry)).toBe(true)
        expect(can(open)).toBe(true)
      },
      refreshing: ({ snapshot }) => {
        expect(snapshot().hasTag('ready')).toBe(true)
      },
    },
  },
])
