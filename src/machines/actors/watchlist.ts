import { fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import { changeWatchlist, type Watchlist, watched } from '../../api/market/watchlist.ts'
import { result } from '../../api/wire/answer.ts'
import type { Input } from '../../api/wire/call.ts'
import type { WatchChange } from '../../rules/market/watchlist.ts'
import { ask } from './ask.ts'

type Sent = Input<typeof changeWatchlist>

/** The watchlist of an account, and its changes. */
export const createWatchlist = (client: Client) => ({
  loadWatchlist: fromPromise<Watchlist>(async ({ signal }) =>
    result(await client.call(watched, {}, { signal, quiet: true })),
  ),
  changeWatchlist: ask(
    client,
    changeWatchlist,
    (change: WatchChange): Sent => (change.action === 'merge' ? { ...change, symbols: [...change.symbols] } : change),
    { stays: true },
  ),
})
