import { BehaviorSubject, combineLatest, map, type Observable, of, switchMap } from 'rxjs'

/** A live order of any kind. `to`: its page. */
export type Running = { id: string; name: string; to: string }

export type RunningTally = {
  /** The user's live orders: now, and at each change. */
  running$: Observable<readonly Running[]>
  /** Registers a noun's live orders. */
  add(source$: Observable<readonly Running[]>): void
}

/** The user's live orders, for the frame and the first page, which know no kind of order. */
export function createRunningTally(): RunningTally {
  const sources$ = new BehaviorSubject<readonly Observable<readonly Running[]>[]>([])
  return {
    running$: sources$.pipe(
      switchMap((sources) => (sources.length === 0 ? of([]) : combineLatest(sources))),
      map((each) => each.flat()),
    ),
    add: (source$) => sources$.next([...sources$.value, source$]),
  }
}
