import {
  asyncScheduler,
  catchError,
  combineLatest,
  defer,
  map,
  NEVER,
  type Observable,
  of,
  repeat,
  type SchedulerLike,
  startWith,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs'
import { abortable } from './abortable.ts'

export type Polled<T> = { type: 'value'; value: T } | { type: 'error'; error: unknown }

export type PollOptions<T> = {
  load(signal: AbortSignal): Promise<T>
  /** Milliseconds from the start of one request to the start of the next. A change takes effect at once. */
  every$: Observable<number>
  /** Whether the page is visible. While hidden, no new request starts; when visible again, an overdue one starts at once. */
  visible$?: Observable<boolean>
  /** Polls now: aborts the pending request, if any. */
  again$?: Observable<unknown>
  /** Milliseconds to wait after this many failures in a row (from 1), if less than the period. */
  retryMs?(failures: number): number
  scheduler?: SchedulerLike
}

/** Polls, one request at a time, the first at once. A failure is a value: polling continues. */
export function poll<T>({
  load,
  every$,
  visible$ = of(true),
  again$ = NEVER,
  retryMs = () => Number.POSITIVE_INFINITY,
  scheduler = asyncScheduler,
}: PollOptions<T>): Observable<Polled<T>> {
  return defer(() => {
    let startedAt = Number.NEGATIVE_INFINITY
    let failures = 0

    const untilDue = (every: number) => {
      const period = failures === 0 ? every : Math.min(every, retryMs(failures))
      return Math.max(0, startedAt + period - scheduler.now())
    }
    const due$ = combineLatest([every$, visible$]).pipe(
      switchMap(([every, visible]) => (visible ? timer(untilDue(every), scheduler) : NEVER)),
      take(1),
    )
    const request$ = defer(() => {
      startedAt = scheduler.now()
      return abortable(load)
    }).pipe(
      tap({ next: () => (failures = 0), error: () => failures++ }),
      map((value): Polled<T> => ({ type: 'value', value })),
      catchError((error: unknown) => of<Polled<T>>({ type: 'error', error })),
    )
    const loop$ = due$.pipe(
      switchMap(() => request$),
      repeat(),
    )
    return again$.pipe(
      startWith(undefined),
      tap(() => (startedAt = Number.NEGATIVE_INFINITY)),
      switchMap(() => loop$),
    )
  })
}
