import { distinctUntilChanged, map, type Observable, of, startWith, switchMap, timer } from 'rxjs'
import { STALE_AFTER_MS } from '../../../rules/market/prices.ts'
import type { LiveQuote } from '../../../streams/quoteBook.ts'

/** The parts of a quote that change rarely enough to re-render for. `age`: of a stale price, in seconds. */
export type RowState = Pick<LiveQuote, 'state' | 'spark'> & { age: number | undefined }

const isSame = (a: RowState, b: RowState) => a.state === b.state && a.spark === b.spark && a.age === b.age

/**
 * A market row's state besides its live figures. A price becomes stale only after a while, so that a short interruption shows no age, and
 * neither does a row that waits for its price because it has just come into view.
 */
export const rowStates = (quote$: Observable<LiveQuote>, serverNow: () => number): Observable<RowState> =>
  quote$.pipe(
    distinctUntilChanged(
      (a, b) => a.state === b.state && a.spark === b.spark && a.fresh === b.fresh && (a.fresh || a.time === b.time),
    ),
    switchMap(({ state, spark, fresh, time }) => {
      if (fresh || state === 'closed') return of({ state, spark, age: undefined })
      return timer(1_000, 1_000).pipe(
        map(() => serverNow() - time),
        map((ms) => ({ state, spark, age: ms < STALE_AFTER_MS ? undefined : Math.floor(ms / 1_000) })),
        startWith({ state, spark, age: undefined }),
      )
    }),
    distinctUntilChanged(isSame),
  )
