import { useEffect } from 'react'
import { BehaviorSubject, distinctUntilChanged, map, type Observable, pairwise, startWith } from 'rxjs'

const open$ = new BehaviorSubject(0)

/** Whether something is open whose content a reloaded page would not have: a form, a sheet, an order under way. */
export const formOpen$ = open$.pipe(
  map((open) => open > 0),
  distinctUntilChanged(),
)

/** Counts what it is called in as an open form, for as long as that stands on the page. */
export function useOpenForm(): void {
  useEffect(() => {
    open$.next(open$.value + 1)
    return () => open$.next(open$.value - 1)
  }, [])
}

/** Counts something as an open form for as long as it says so, on whatever page. */
export function holdOpen(held$: Observable<boolean>): void {
  held$
    .pipe(startWith(false), pairwise())
    .subscribe(([before, now]) => open$.next(open$.value + Number(now) - Number(before)))
}
