import { changeWatchlist, watched } from '../../src/api/market/watchlist.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { Parts } from '../module.ts'
import { type Route, route, routeByAction } from '../platform/http/route.ts'
import { changeWatchlistOf, watchlistOf } from './watchlists.ts'

/** The watchlist, and its changes. */
export const watchlistRoutes = ({ market }: Pick<Parts, 'market'>): readonly Route[] => [
  route(watched, ({ session, platform }) => watchlistOf(platform.db, session.userId)),
  routeByAction(changeWatchlist, {
    add: {
      handle: async ({ input, session, commit }) => {
        if (!market.has(input.symbol)) throw new Refusal('pairNotFound')
        return commit((unit) => changeWatchlistOf(unit, session.userId, input))
      },
    },
    remove: {
      handle: ({ input, session, commit }) => commit((unit) => changeWatchlistOf(unit, session.userId, input)),
    },
    merge: {
      handle: ({ input, session, commit }) => {
        // A device may have watched what another market has.
        const symbols = input.symbols.filter((symbol) => market.has(symbol))
        return commit((unit) => changeWatchlistOf(unit, session.userId, { action: 'merge', symbols }))
      },
    },
  }),
]
