import { expect } from 'vitest'
import { walletsMachine } from '../../src/machines/money/wallets.ts'
import { unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'

const wallet = (version: number) => ({
  currency: 'USDT',
  balance: '10000.000000',
  available: '10000.000000',
  frozen: '0.000000',
  version,
})
const open = { type: 'wallets.open' } as const
const retry = { type: 'wallets.retry' } as const
const over = { type: 'session.over' } as const
const spent = { type: 'account.wallet', wallet: wallet(7) } as const

testMachine(walletsMachine, [
  {
    shows: 'keeps the newest copy of each wallet, and forgets them when the session is over',
    callbacks: ['watchAccount', 'watchSession'],
    events: [
      open,
      retry,
      spent,
      over,
      { type: 'account.missed' },
      done('loadWallets', [wallet(6)]),
      failed('loadWallets', unanswered),
      done('refresh', [wallet(6)]),
      failed('refresh', unanswered),
    ],
    distinct: ({ wallets }) => wallets.map(({ version }) => version),
    states: {
      '*': ({ snapshot, passed }) => {
        const since = passed.slice(passed.findLastIndex(({ type }) => type === over.type) + 1)
        const spentSince = since.includes(spent)
        if (snapshot().hasTag('ready')) expect(snapshot().context.wallets).toEqual([wallet(spentSince ? 7 : 6)])
        if (since.length === 0) expect(snapshot().context.wallets).toEqual([])
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
