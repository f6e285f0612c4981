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
  summary: 'The user’s watchlist, in the order in which markets were added.',
  input: f.nothing,
  output: watchlist,
})

export const changeWatchlist = defineCall({
  method: 'POST',
  path: 'user/watchlist_change',
  token: true,
  ours: true,
  summary:
    'Adds a market to the end of the user’s watchlist, or removes one; a repeated call changes nothing. `merge` adds the markets that a guest watched before signing in, in their order, up to the limit.',
  input: v.variant('action', [
    v.object({ action: v.literal('add'), symbol: f.symbol }),
    v.object({ action: v.literal('remove'), symbol: f.symbol }),
    v.object({ action: v.literal('merge'), symbols: v.pipe(v.array(f.symbol), v.minLength(1), v.maxLength(100)) }),
  ]),
  output: watchlist,
})
