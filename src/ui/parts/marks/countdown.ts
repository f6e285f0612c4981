import { distinctUntilChanged, map, type Observable, takeWhile, timer } from 'rxjs'

/** Each whole second since the epoch, by the server's clock. */
export const eachSecond = (serverNow: () => number): Observable<number> =>
  timer(0, 250).pipe(
    map(() => Math.floor(serverNow() / 1000)),
    distinctUntilChanged(),
  )

/**
 * Whole seconds left until a time, rounded up, by the server's clock; the last is 0.
 *
 * @param until ms since the epoch
 * @param serverNow ms since the epoch, by the server's clock
 */
export const secondsLeft = (until: number, serverNow: () => number): Observable<number> =>
  // Checked four times a second, so that seconds change on time, also after the phone has slept.
  timer(0, 250).pipe(
    map(() => Math.max(0, Math.ceil((until - serverNow()) / 1000))),
    distinctUntilChanged(),
    takeWhile((left) => left > 0, true),
  )
