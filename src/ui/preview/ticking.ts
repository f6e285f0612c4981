import { interval, map, type Observable, scan, shareReplay, startWith } from 'rxjs'
import type { ChangeQuote } from '../parts/lists/price.tsx'

/** A random walk of a price, for the preview: a cent up or down about twice a second. */
export const ticking = (from: number, open24h: string): Observable<ChangeQuote> =>
  interval(600).pipe(
    scan((cents, at) => cents + (at % 3 === 0 ? -7 : 5), from),
    startWith(from),
    map((cents) => ({ price: (cents / 100).toFixed(2), open24h, fresh: true })),
    shareReplay({ bufferSize: 1, refCount: true }),
  )
