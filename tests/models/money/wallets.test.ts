import { expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { Equity } from '../../../src/api/money/wallet.ts'
import type { Heard } from '../../../src/api/wire/kept-answers.ts'
import { RETRY_MS } from '../../../src/machines/money/moneyView.ts'
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
      late: ({ snapshot }) => {
        expect(snapshot().hasTag('ready')).toBe(true)
        expect(snapshot().context.outdated).toBe(true)
      },
      refreshing: ({ snapshot }) => {
        expect(snapshot().hasTag('ready')).toBe(true)
      },
    },
  },
])

it('wallets: a refresh that failed, or came without an answer, is repeated while a page shows them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answers = [now(1), null, known(1), now(3), null, now(4)]
  const load = vi.fn(async () => {
    const next = answers.shift()
    if (!next) throw unanswered
    return next
  })
  const nothing = fromCallback<{ type: 'none' }>(() => {})
  const actors = { loadEquity: fromPromise<Heard<Equity>>(load), watchAccount: nothing, watchSession: nothing }
  const actor = createActor(walletsMachine.provide({ actors })).start()
  const version = () => actor.getSnapshot().context.equity?.wallets[0]?.version
  actor.send(open)
  await vi.advanceTimersByTimeAsync(0)
  actor.send(open)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([load.mock.calls.length, version()]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(3 * RETRY_MS)
  expect([load.mock.calls.length, version()]).toEqual([4, 3])
  actor.send(open)
  await vi.advanceTimersByTimeAsync(0)
  actor.send(close)
  await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
  expect([load.mock.calls.length, version()]).toEqual([5, 3])
  actor.send(open)
  await vi.advanceTimersByTimeAsync(0)
  expect(version()).toBe(4)
  actor.stop()
  vi.useRealTimers()
})
