/** How many markets someone may watch: a list of everything is none. */
export const WATCHLIST_MAX = 20

/** What is done to a watchlist: markets come to its end, or go from it. `merge`: as many of them as there is room for. */
export type WatchChange =
  | { action: 'add'; symbol: string }
  | { action: 'remove'; symbol: string }
  | { action: 'merge'; symbols: readonly string[] }

/** A list with a change; `undefined` where there is no room for it. What is there already stays where it is. */
export function withChange(symbols: readonly string[], change: WatchChange): readonly string[] | undefined {
  if (change.action === 'remove') return symbols.filter((symbol) => symbol !== change.symbol)
  const added = [...new Set(change.action === 'add' ? [change.symbol] : change.symbols)].filter(
    (symbol) => !symbols.includes(symbol),
  )
  if (change.action === 'add' && symbols.length + added.length > WATCHLIST_MAX) return undefined
  return [...symbols, ...added].slice(0, WATCHLIST_MAX)
}

/** A list with changes one after the other, as it will be once they are made; one without room is left out. */
export const withChanges = (symbols: readonly string[], changes: readonly WatchChange[]): readonly string[] =>
  changes.reduce((list, change) => withChange(list, change) ?? list, symbols)
