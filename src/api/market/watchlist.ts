import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    watchlist: Watchlist
  }
}

/** A user's watchlist, in order of addition. `version`: rises with each change. */
export const watchlist = v.object({ version: v.number(), symbols: v.array(f.symbol) })
export type Watchlist = v.InferOutput<typeof watchlist>

export const watched = defineCall({
  path: 'user/watchlist',
  token: true,
  ours: true,
  summary: 'The markets that the user watches, in the order in which they were added.',
  input: f.nothing,
  output: watchlist,
})

export const changeWatchlist = defineCall({
  method: 'POST',
  path: 'user/watchlist_change',
  token: true,
  ours: true,
  summary:
    'Adds a market to the end of the user’s watchlist, or removes one; what is so already stays as it is. `merge` adds those that someone watched before they signed in, in their order, as many as there is room for.',
  input: v.variant('action', [
    v.object({ action: v.literal('add'), symbol: f.symbol }),
    v.object({ action: v.literal('remove'), symbol: f.symbol }),
    v.object({ action: v.literal('merge'), symbols: v.pipe(v.array(f.symbol), v.minLength(1), v.maxLength(100)) }),
  ]),
  output: watchlist,
})
