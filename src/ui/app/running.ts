import { BehaviorSubject, combineLatest, map, type Observable, of, switchMap } from 'rxjs'

/** A live order of any kind. `to`: its page. */
export type Running = { id: string; name: string; to: string }

type RunningSource = {
  /** The user's live orders: now, and at each change. */
  running$: Observable<readonly Running[]>
  /** Whether they have been loaded; until then, `running$` is empty. */
  known$: Observable<boolean>
}

export type RunningTally = RunningSource & {
  /** Registers a noun's live orders. */
  add(source: RunningSource): void
}

/** The user's live orders, for the frame and the first page, which know no kind of order. */
export function createRunningTally(): RunningTally {
  const sources$ = new BehaviorSubject<readonly RunningSource[]>([])
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
