import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'

export type Loading = {
  /** Whether a request that someone waits for is under way. */
  loading$: Observable<boolean>
  /** 1 when a request begins, -1 when it is complete. */
  change(by: 1 | -1): void
}

/** Counts the requests under way. */
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
