import { Observable, Subject } from 'rxjs'
import { SUBSCRIBED_MAX } from '../api/wire/protocol.ts'

/** Symbols, each once and in order; `all` of them. */
export type Symbols = readonly string[] | 'all'

/** The symbols whose quotes are observed: what the server is asked for. */
export type Demand = {
  /** The same stream. Each of its subscribers counts as an observer of a symbol; `all` is every symbol. */
  counted<T>(symbol: string, source$: Observable<T>): Observable<T>
  wanted(): Symbols
  /** Emits when a symbol gets its first observer, or loses its last. */
  change$: Observable<void>
}

/** Counts observers by symbol: a view that subscribes to a quote need not say so. */
export function createDemand(): Demand {
  const observers = new Map<string, number>()
  const change$ = new Subject<void>()
  const count = (symbol: string, change: 1 | -1) => {
    const before = observers.get(symbol) ?? 0
    if (before + change > 0) observers.set(symbol, before + change)
    else observers.delete(symbol)
    if (before === 0 || before + change === 0) change$.next()
  }
  return {
    counted: (symbol, source$) =>
      new Observable((subscriber) => {
        count(symbol, 1)
        subscriber.add(() => count(symbol, -1))
        subscriber.add(source$.subscribe(subscriber))
      }),
    wanted: () => (observers.has('all') || observers.size > SUBSCRIBED_MAX ? 'all' : [...observers.keys()].sort()),
    change$,
  }
}

/** Whether symbols, or all, are among others. `none`: nothing is. */
export const isWithin = (symbols: Symbols, others: Symbols | 'none'): boolean =>
  others === 'all' || (others !== 'none' && symbols !== 'all' && symbols.every((symbol) => others.includes(symbol)))
