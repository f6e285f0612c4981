import { BehaviorSubject, combineLatest, map, type Observable, of, switchMap } from 'rxjs'

/** Something that a person has running, of whatever kind. `to`: the page where it is seen. */
export type Running = { id: string; name: string; to: string }

export type RunningTally = {
  /** All that a person has running: now, and at each change. */
  running$: Observable<readonly Running[]>
  /** A noun brings its own. */
  add(source$: Observable<readonly Running[]>): void
}

/** What a person has running, for the frame and the first page, which know no kind of it. */
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
