import { useEffect } from 'react'
import { BehaviorSubject, distinctUntilChanged, map, type Observable, pairwise, startWith } from 'rxjs'

const open$ = new BehaviorSubject(0)

/** Whether something is open that a reload would lose: a form, a sheet, a pending order. */
export const formOpen$ = open$.pipe(
  map((open) => open > 0),
  distinctUntilChanged(),
)

/** Counts the calling component as an open form while mounted. */
export function useOpenForm(): void {
  useEffect(() => {
    open$.next(open$.value + 1)
    return () => open$.next(open$.value - 1)
  }, [])
}

/** Counts something as an open form while it says so, on any page. */
export function holdOpen(held$: Observable<boolean>): void {
  held$
    .pipe(startWith(false), pairwise())
    .subscribe(([before, now]) => open$.next(open$.value + Number(now) - Number(before)))
}
