import { distinctUntilChanged, map, type Observable, startWith, timeout } from 'rxjs'
import type { LiveQuote } from '../../../streams/quoteBook.ts'

/** The state of a price as shown on a page. */
export type Mark = 'live' | 'reconnecting' | 'stale' | 'closed'

/** How long a page waits for its first quote before it says so, in ms. */
export const LATE_MS = 2_000

const markOf = ({ state, fresh }: LiveQuote): Mark => (state === 'live' && !fresh ? 'reconnecting' : state)

/** The state of a price, as it changes: none at first, and `reconnecting` while a first quote is late. */
export function marks(quote$: Observable<LiveQuote>): Observable<Mark> {
  const mark$ = quote$.pipe(map(markOf))
  return mark$.pipe(
    timeout({ first: LATE_MS, with: () => mark$.pipe(startWith<Mark>('reconnecting')) }),
    distinctUntilChanged(),
  )
}
