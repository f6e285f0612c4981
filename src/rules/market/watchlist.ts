/** Maximum number of markets in a watchlist. */
export const WATCHLIST_MAX = 20

/** A change of a watchlist: markets are appended or removed. `merge`: as many as there is room for. */
export type WatchChange =
  | { action: 'add'; symbol: string }
  | { action: 'remove'; symbol: string }
  | { action: 'merge'; symbols: readonly string[] }

/** A list after a change; `undefined` if there is no room. Existing entries keep their place. */
export function withChange(symbols: readonly string[], change: WatchChange): readonly string[] | undefined {
  if (change.action === 'remove') return symbols.filter((symbol) => symbol !== change.symbol)
  const added = [...new Set(change.action === 'add' ? [change.symbol] : change.symbols)].filter(
    (symbol) => !symbols.includes(symbol),
  )
  if (change.action === 'add' && symbols.length + added.length > WATCHLIST_MAX) return undefined
  return [...symbols, ...added].slice(0, WATCHLIST_MAX)
}

/** A list after consecutive changes; one without room is skipped. */
export const withChanges = (symbols: readonly string[], changes: readonly WatchChange[]): readonly string[] =>
  changes.reduce((list, change) => withChange(list, change) ?? list, symbols)
