import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import type { Watchlist } from '../../../src/api/market/watchlist.ts'
import { type KeptWatchlist, watchedOf, watchlistMachine } from '../../../src/machines/user/watchlist.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { WATCHLIST_MAX, type WatchChange, withChanges } from '../../../src/rules/market/watchlist.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'

const many = instruments.slice(0, WATCHLIST_MAX).map(({ symbol }) => symbol)
const guest: KeptWatchlist = { owner: null, version: 0, symbols: ['BTCUSDT'], pending: [] }
const person = (id: string | null) => ({ type: 'session.person', person: id }) as const
const toggle = (symbol: string) => ({ type: 'watch.toggle', symbol }) as const
const told = { type: 'account.watchlist', watchlist: { version: 7, symbols: ['XAUUSD'] } } as const
const late = { type: 'account.watchlist', watchlist: { version: 0, symbols: [] } } as const

const base: Pick<Walk<typeof watchlistMachine>, 'callbacks' | 'actions' | 'distinct' | 'states'> = {
  callbacks: ['watchAccount', 'watchPerson'],
  actions: ['keep', 'tellFull'],
  distinct: ({ owner, version, symbols, pending }) => [owner, version, symbols, pending],
  states: {
    '*': ({ snapshot, acted, passed }) => {
      const { context } = snapshot()
      const seen = watchedOf(context)
      expect(seen.length).toBeLessThanOrEqual(WATCHLIST_MAX)
      expect(seen).toEqual([...new Set(seen)])
      // The device stores what is shown, and only for this user.
      const kept = acted.findLast(({ action }) => action === 'keep')
      if (kept) expect(kept.params).toEqual({ kept: context })
      const people = passed.filter(({ type }) => type === 'session.person').slice(-2)
      const isLeft = passed.at(-1)?.type === 'session.person' && people[0]?.person === 'ann' && context.owner === null
      if (isLeft) expect(context).toMatchObject({ version: 0, symbols: [], pending: [] })
    },
    guest: ({ snapshot, effects }) => {
      expect(snapshot().context).toMatchObject({ owner: null, pending: [] })
      expect(effects.has('loadWatchlist')).toBe(false)
    },
    'account.sending': ({ snapshot, effects }) => {
      expect(effects.get('changeWatchlist')?.input).toEqual(snapshot().context.pending[0])
    },
    'account.settled': ({ snapshot }) => {
      expect(snapshot().context.pending).toEqual([])
    },
  },
}

testMachine(watchlistMachine, [
  {
    ...base,
    shows: 'a guest watches markets, signs in with them, and is undone where it is refused',
    input: () => guest,
    events: [
      toggle('BTCUSDT'),
      person('ann'),
      person(null),
      told,
      late,
      { type: 'account.missed' },
      { type: 'watch.retry' },
      done('loadWatchlist', { version: 3, symbols: ['EURUSD'] }),
      failed('loadWatchlist', unanswered),
      done('changeWatchlist', { version: 4, symbols: ['EURUSD', 'BTCUSDT'] }),
      failed('changeWatchlist', unanswered),
      failed('changeWatchlist', refused('watchlistFull')),
    ],
    canHappen: (event, { context }) => event.type !== 'watch.toggle' || context.pending.length < 2,
  },
  {
    ...base,
    shows: 'a list that is full says so',
    input: () => ({ ...guest, owner: 'ann', version: 1, symbols: many }),
    events: [toggle('XAUUSD'), toggle('BTCUSDT'), person(null), failed('loadWatchlist', unanswered)],
    canHappen: (event, { context }) => event.type !== 'watch.toggle' || context.pending.length < 2,
  },
  {
    ...base,
    shows: 'a guest’s list that is full says so',
    input: () => ({ ...guest, symbols: many }),
    events: [toggle('XAUUSD'), toggle('BTCUSDT')],
  },
])

/** A server of one account’s watchlist, which can be cut off. */
function account(list: Watchlist) {
  const server = { list, online: true, taken: [] as WatchChange[], keeps: [] as KeptWatchlist[] }
  const answer = async () => {
    if (!server.online) throw unanswered
    return server.list
  }
  const logic = watchlistMachine.provide({
    actors: {
      loadWatchlist: fromPromise(answer),
      changeWatchlist: fromPromise<Watchlist, WatchChange>(async ({ input }) => {
        const { version, symbols } = await answer()
        server.taken.push(input)
        server.list = { version: version + 1, symbols: [...withChanges(symbols, [input])] }
        return server.list
      }),
      watchAccount: fromCallback<{ type: 'none' }>(() => {}),
      watchPerson: fromCallback<{ type: 'none' }>(() => {}),
    },
    actions: { keep: (_, { kept }) => server.keeps.push(structuredClone(kept)), tellFull: () => {} },
  })
  return { server, start: (input: KeptWatchlist) => createActor(logic, { input }).start() }
}

it('watchlist: applies offline changes at once, keeps them over a reload, and sends them in order', async () => {
  const { server, start } = account({ version: 2, symbols: ['BTCUSDT', 'EURUSD'] })
  const before = start({ owner: 'ann', version: 0, symbols: [], pending: [] })
  await waitFor(before, (now) => now.matches({ account: 'settled' }))
  server.online = false
  before.send(toggle('XAUUSD'))
  before.send(toggle('BTCUSDT'))
  expect(watchedOf(before.getSnapshot().context)).toEqual(['EURUSD', 'XAUUSD'])
  await waitFor(before, (now) => now.matches({ account: 'apart' }))
  before.stop()
  // Meanwhile another device added a market.
  server.list = { version: 3, symbols: ['BTCUSDT', 'EURUSD', 'SOLUSDT'] }
  const kept = server.keeps.at(-1)
  if (!kept) throw new Error('nothing is kept')
  const after = start(kept)
  expect(watchedOf(after.getSnapshot().context)).toEqual(['EURUSD', 'XAUUSD'])
  await waitFor(after, (now) => now.matches({ account: 'apart' }))
  server.online = true
  after.send({ type: 'watch.retry' })
  await waitFor(after, (now) => now.matches({ account: 'settled' }))
  expect(server.taken).toEqual([
    { action: 'add', symbol: 'XAUUSD' },
    { action: 'remove', symbol: 'BTCUSDT' },
  ])
  expect(server.list.symbols).toEqual(['EURUSD', 'SOLUSDT', 'XAUUSD'])
  expect(watchedOf(after.getSnapshot().context)).toEqual(server.list.symbols)
})

it('watchlist: appends a guest’s list to the account’s, and removes it from the device at sign-out', async () => {
  const { server, start } = account({ version: 5, symbols: ['EURUSD', 'BTCUSDT'] })
  const actor = start({ owner: null, version: 0, symbols: ['XAUUSD', 'BTCUSDT'], pending: [] })
  actor.send(person('ann'))
  await waitFor(actor, (now) => now.matches({ account: 'settled' }))
  const one = start({ ...guest, symbols: ['XAUUSD'] })
  one.send(person('ann'))
  expect(one.getSnapshot().context.pending).toEqual([{ action: 'merge', symbols: ['XAUUSD'] }])
  one.stop()
  expect(server.taken).toEqual([{ action: 'merge', symbols: ['XAUUSD', 'BTCUSDT'] }])
  expect(watchedOf(actor.getSnapshot().context)).toEqual(['EURUSD', 'BTCUSDT', 'XAUUSD'])
  actor.send(person(null))
  expect(server.keeps.at(-1)).toEqual({ owner: null, version: 0, symbols: [], pending: [] })
})
