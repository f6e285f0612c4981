import type { ServerFrame, TradeDelta } from '../../../src/api/wire/frames.ts'
import type { NewestTicks } from '../../../src/rules/market/chain.ts'
import type { Platform } from '../context.ts'
import type { SymbolTrades } from '../nodes/bus.ts'

type WatchedFrame = Extract<ServerFrame, { type: 'ticks' | 'trades' }>

export type WatchingOptions<Watcher> = {
  /** The newest recorded ticks of a symbol, oldest first; `undefined` where this market has no such symbol. */
  ticks(symbol: string): Promise<NewestTicks | undefined>
  /** The newest trades of a symbol, oldest first; `undefined` if the source provides none. */
  trades(symbol: string): readonly TradeDelta[] | undefined
  send(watcher: Watcher, frame: WatchedFrame): void
  /** A watcher that does not keep up misses frames, and detects it by the previous hash and the trade number. */
  keepsUp(watcher: Watcher): boolean
}

/** Watchers of a symbol's recorded ticks and trades: the newest when they start, and then each one once. */
export function createWatching<Watcher>(
  { log }: Pick<Platform, 'log'>,
  { ticks: newestOf, trades: tradesOf, send, keepsUp }: WatchingOptions<Watcher>,
) {
  /** Each watcher's symbol, and the number of the last tick sent. */
  const watched = new Map<Watcher, { symbol: string; seq: number }>()

  /** Sends only ticks that were not yet sent, whichever read returns them. */
  const tell = (watcher: Watcher, symbol: string, { previousHash, ticks }: NewestTicks) => {
    const at = watched.get(watcher)
    if (at?.symbol !== symbol) return
    const from = ticks.findIndex(({ seq }) => seq > at.seq)
    const unsent = from < 0 ? [] : ticks.slice(from)
    const last = unsent.at(-1)
    if (!last) return
    at.seq = last.seq
    send(watcher, {
      type: 'ticks',
      symbol,
      previousHash: ticks[from - 1]?.hash ?? previousHash,
      ticks: unsent.map(({ seq, time, price, hash }) => [seq, time, price, hash]),
    })
  }

  let telling: Promise<void> | undefined
  let recordedSince = false
  /** Each symbol is read once for all its watchers, and never twice concurrently. */
  const tellAll = async () => {
    while (recordedSince) {
      recordedSince = false
      for (const symbol of new Set([...watched.values()].map((at) => at.symbol))) {
        const newest = await newestOf(symbol)
        for (const watcher of newest ? watched.keys() : []) {
          if (newest && keepsUp(watcher)) tell(watcher, symbol, newest)
        }
      }
    }
  }

  return {
    /** Replaces the watched symbol; null for none. */
    watch: async (watcher: Watcher, symbol: string | null): Promise<void> => {
      if (symbol === null) return void watched.delete(watcher)
      watched.set(watcher, { symbol, seq: 0 })
      const trades = tradesOf(symbol)
      // Sent before any tick, so that the app does not derive the tape from ticks.
      if (trades) send(watcher, { type: 'trades', symbol, trades: [...trades] })
      const newest = await newestOf(symbol)
      if (newest) tell(watcher, symbol, newest)
    },
    /** Trades from the source. */
    onTrades: ({ symbol, trades }: SymbolTrades): void => {
      for (const [watcher, at] of watched) {
        if (at.symbol === symbol && keepsUp(watcher)) send(watcher, { type: 'trades', symbol, trades: [...trades] })
      }
    },
    leave: (watcher: Watcher) => void watched.delete(watcher),
    /** Something was recorded. */
    onRecorded: () => {
      recordedSince = true
      telling ??= tellAll()
        .catch((error) => log.error({ err: error }, 'recorded ticks could not be sent'))
        .finally(() => {
          telling = undefined
        })
    },
    /** Resolves once nothing is being sent. */
    idle: async (): Promise<void> => telling,
  }
}
