import type { ServerFrame, TradeDelta } from '../../../src/api/frames.ts'
import type { NewestTicks } from '../../../src/rules/chain.ts'
import type { Platform } from '../context.ts'
import type { SymbolTrades } from '../nodes/bus.ts'

type WatchedFrame = Extract<ServerFrame, { type: 'ticks' | 'trades' }>

export type WatchingOptions<Watcher> = {
  /** The newest recorded ticks of a symbol, oldest first; `undefined` where this market has no such symbol. */
  ticks(symbol: string): Promise<NewestTicks | undefined>
  /** The newest trades of a symbol, oldest first; `undefined` where the source does not tell them. */
  trades(symbol: string): readonly TradeDelta[] | undefined
  send(watcher: Watcher, frame: WatchedFrame): void
  /** Who does not keep up misses some: the hash before the next ticks says so, and the number of the next trade. */
  keepsUp(watcher: Watcher): boolean
}

/** Who is told the recorded ticks of a symbol, and its trades: the newest as they begin to watch, and each from then on, once. */
export function createWatching<Watcher>(
  { log }: Pick<Platform, 'log'>,
  { ticks: newestOf, trades: tradesOf, send, keepsUp }: WatchingOptions<Watcher>,
) {
  /** Of each watcher the symbol, and the number of the last tick that it was told. */
  const watched = new Map<Watcher, { symbol: string; seq: number }>()

  /** Those that it was not told yet, whichever read brings them. */
  const tell = (watcher: Watcher, symbol: string, { previousHash, ticks }: NewestTicks) => {
    const at = watched.get(watcher)
    if (at?.symbol !== symbol) return
    const from = ticks.findIndex(({ seq }) => seq > at.seq)
    const untold = from < 0 ? [] : ticks.slice(from)
    const last = untold.at(-1)
    if (!last) return
    at.seq = last.seq
    send(watcher, {
      type: 'ticks',
      symbol,
      previousHash: ticks[from - 1]?.hash ?? previousHash,
      ticks: untold.map(({ seq, time, price, hash }) => [seq, time, price, hash]),
    })
  }

  let telling: Promise<void> | undefined
  let recordedSince = false
  /** Each symbol is read once for all who watch it, and never twice at the same time. */
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
    /** Watches a symbol in place of what was watched before; null: none. */
    watch: async (watcher: Watcher, symbol: string | null): Promise<void> => {
      if (symbol === null) return void watched.delete(watcher)
      watched.set(watcher, { symbol, seq: 0 })
      const trades = tradesOf(symbol)
      // Before any tick: by that, an app knows that it need not make a tape of these.
      if (trades) send(watcher, { type: 'trades', symbol, trades: [...trades] })
      const newest = await newestOf(symbol)
      if (newest) tell(watcher, symbol, newest)
    },
    /** The source told trades. */
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
        .catch((error) => log.error({ err: error }, 'recorded ticks could not be told'))
        .finally(() => {
          telling = undefined
        })
    },
    /** Ends once nothing is being told any more. */
    idle: async (): Promise<void> => telling,
  }
}
