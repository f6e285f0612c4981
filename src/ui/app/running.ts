import { BehaviorSubject, combineLatest, map, type Observable, of, switchMap } from 'rxjs'

/** A live order of any kind. `to`: its page. */
export type Running = { id: string; name: string; to: string }

export type RunningTally = {
  /** The user's live orders: now, and at each change. */
  running$: Observable<readonly Running[]>
  /** Whether they have been loaded: until then, none may mean some. */
  known$: Observable<boolean>
  /** Registers a noun's live orders, and whether it knows them. */
  add(source: Pick<RunningTally, 'running$' | 'known$'>): void
}

/** The user's live orders, for the frame and the first page, which know no kind of order. */
export function createRunningTally(): RunningTally {
  const sources$ = new BehaviorSubject<readonly Pick<RunningTally, 'running$' | 'known$'>[]>([])
  return {
    running$: sources$.pipe(
      switchMap((sources) => (sources.length === 0 ? of([]) : combineLatest(sources.map(({ running$ }) => running$)))),
      map((each) => each.flat()),
    ),
    known$: sources$.pipe(
      switchMap((sources) => (sources.length === 0 ? of([false]) : combineLatest(sources.map(({ known$ }) => known$)))),
      map((each) => each.every(Boolean)),
    ),
    add: (source) => sources$.next([...sources$.value, source]),
  }
}
