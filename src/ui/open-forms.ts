import { useEffect } from 'react'
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs'

const open$ = new BehaviorSubject(0)

/** Whether a form or a sheet is open, whose content a reloaded page would not have. */
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
