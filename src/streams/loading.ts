import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'

export type Loading = {
  /** Whether a foreground request is pending. */
  loading$: Observable<boolean>
  /** 1 when a request starts, -1 when it completes. */
  change(by: 1 | -1): void
}

/** Counts pending requests. */
export function createLoading(): Loading {
  const count$ = new BehaviorSubject(0)
  return {
    loading$: count$.pipe(
      map((count) => count > 0),
      distinctUntilChanged(),
    ),
    change: (by) => count$.next(count$.value + by),
  }
}
