import { watchlist as event } from '../../src/api/watchlist.ts'
import type { Capability } from '../capability.ts'
import { watchlistRoutes } from './routes.ts'
import { watchlistOf } from './watchlists.ts'

/** The markets that people watch. */
export const watchlist: Capability = {
  name: 'watchlist',
  migrations: new URL('./migrations/', import.meta.url),
  routes: watchlistRoutes,
  events: { watchlist: event },
  keeps: {
    watchlist: async ({ db }, { userId }) => (await watchlistOf(db, userId)).symbols.map((symbol) => ({ symbol })),
  },
}
