import { distinctUntilChanged } from 'rxjs'
import * as v from 'valibot'
import { createActor, fromCallback } from 'xstate'
import { watchlist } from '../../../api/market/watchlist.ts'
import { type KeptWatchlist, watchlistMachine } from '../../../machines/user/watchlist.ts'
import { WATCHLIST_MAX } from '../../../rules/market/watchlist.ts'
import type { Deps } from '../../app/deps.ts'
import { keep, readKept } from '../../app/kept.ts'

const NAME = 'watchlist'

const kept = v.object({
  ...watchlist.entries,
  owner: v.nullable(v.string()),
  pending: v.array(
    v.variant('action', [
      v.object({ action: v.picklist(['add', 'remove']), symbol: v.string() }),
      v.object({ action: v.literal('merge'), symbols: v.array(v.string()) }),
    ]),
  ),
})

const isKept = (value: unknown): value is KeptWatchlist => v.is(kept, value)

/** The user's watchlist, for every page with a star. */
export const composeWatchlist = ({ notice, connection, person$, inspection }: Deps) =>
  createActor(
    watchlistMachine.provide({
      actors: {
        watchPerson: fromCallback<{ type: 'none' }>(({ sendBack }) => {
          const people = person$
            .pipe(distinctUntilChanged())
            .subscribe((person) => sendBack({ type: 'session.person', person }))
          let wasLive = connection.getSnapshot().hasTag('fresh')
          const connections = connection.subscribe((now) => {
            const isLive = now.hasTag('fresh')
            if (isLive && !wasLive) sendBack({ type: 'watch.retry' })
            wasLive = isLive
          })
          return () => {
            people.unsubscribe()
            connections.unsubscribe()
          }
        }),
      },
      actions: {
        keep: (_, { kept }) => keep(NAME, kept.symbols.length + kept.pending.length === 0 ? undefined : kept),
        tellFull: () =>
          notice.send({
            type: 'notice.show',
            notice: { key: 'watchlistFull', params: { limit: String(WATCHLIST_MAX) }, tone: 'bad' },
          }),
      },
    }),
    {
      input: readKept(NAME, isKept) ?? { owner: null, version: 0, symbols: [], pending: [] },
      ...inspection,
    },
  ).start()
