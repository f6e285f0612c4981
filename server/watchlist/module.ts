import { watchlist as event } from '../../src/api/market/watchlist.ts'
import type { Module } from '../module.ts'
import { watchlistRoutes } from './routes.ts'
import { watchlistOf } from './watchlists.ts'

/** The markets that people watch. */
export const watchlist: Module = {
  name: 'watchlist',
  migrations: new URL('./migrations/', import.meta.url),
  routes: watchlistRoutes,
  events: { watchlist: event },
  exports: {
    watchlist: async ({ db }, { userId }) => (await watchlistOf(db, userId)).symbols.map((symbol) => ({ symbol })),
  },
}
