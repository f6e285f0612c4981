import { distinctUntilChanged, map, type Observable, takeWhile, timer } from 'rxjs'

/**
 * Whole seconds left until a moment, rounded up, counted by the server's clock; the last is 0.
 *
 * @param until ms since the epoch
 * @param serverNow ms since the epoch, by the server's clock
 */
export const secondsLeft = (until: number, serverNow: () => number): Observable<number> =>
  // Asked four times a second, so that a second turns when it does, and a sleeping phone wakes to the truth.
  timer(0, 250).pipe(
    map(() => Math.max(0, Math.ceil((until - serverNow()) / 1000))),
    distinctUntilChanged(),
    takeWhile((left) => left > 0, true),
  )
