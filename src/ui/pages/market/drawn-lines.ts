import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import * as v from 'valibot'
import { keep, readKept } from '../../app/kept.ts'
import { DRAWN_MAX, type Drawn } from '../../chart/drawn.ts'

const place = v.object({ price: v.number(), time: v.number() })
const line = v.variant('kind', [
  v.object({ id: v.string(), kind: v.literal('level'), price: v.number() }),
  v.object({ id: v.string(), kind: v.literal('trend'), from: place, to: place }),
])
const all = v.record(v.string(), v.array(line))

/** Lines by symbol. */
type Lines = Readonly<Record<string, readonly Drawn[]>>
const isLines = (value: unknown): value is Lines => v.is(all, value)

export type DrawnLines = {
  of(symbol: string): Observable<readonly Drawn[]>
  /** Adds a line, or replaces the one with its id. Ignored above the maximum per chart. */
  put(symbol: string, line: Drawn): void
  remove(symbol: string, id: string): void
}

const none: readonly Drawn[] = []

/**
 * The user's chart drawings, stored on this device per user and for guests.
 *
 * @param person$ the signed-in user, or null
 */
export function createDrawnLines(person$: Observable<string | null>): DrawnLines {
  let name = 'lines'
  const lines$ = new BehaviorSubject<Lines>({})
  person$.pipe(distinctUntilChanged()).subscribe((person) => {
    name = person === null ? 'lines' : `lines.${person}`
    lines$.next(readKept(name, isLines) ?? {})
  })
  const change = (symbol: string, next: readonly Drawn[]) => {
    const { [symbol]: _, ...others } = lines$.value
    const lines = next.length === 0 ? others : { ...others, [symbol]: next }
    keep(name, Object.keys(lines).length === 0 ? undefined : lines)
    lines$.next(lines)
  }
  const known = (symbol: string) => lines$.value[symbol] ?? none
  return {
    of: (symbol) =>
      lines$.pipe(
        map((lines) => lines[symbol] ?? none),
        distinctUntilChanged(),
      ),
    put(symbol, line) {
      const before = known(symbol)
      if (before.some(({ id }) => id === line.id)) {
        change(
          symbol,
          before.map((each) => (each.id === line.id ? line : each)),
        )
      } else if (before.length < DRAWN_MAX) change(symbol, [...before, line])
    },
    remove: (symbol, id) =>
      change(
        symbol,
        known(symbol).filter((each) => each.id !== id),
      ),
  }
}
