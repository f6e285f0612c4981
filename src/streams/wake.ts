import {
  asyncScheduler,
  distinctUntilChanged,
  filter,
  fromEvent,
  interval,
  map,
  merge,
  Observable,
  of,
  type SchedulerLike,
  Subject,
  share,
  startWith,
  switchMap,
  timer,
} from 'rxjs'

/** Reasons to retry at once. `resume`: the device slept, or its clock jumped. */
export type Wake = 'online' | 'visible' | 'pageshow' | 'resume' | 'tap'

export type WakeSignals = {
  /** Reasons to retry at once. */
  wake$: Observable<Wake>
  /** Reasons to doubt earlier data: the network changed, or the device slept. */
  doubt$: Observable<'offline' | 'online' | 'resume'>
  /** Whether the page is visible: its state first, then each change. */
  visible$: Observable<boolean>
  /** Whether the page is visible, except that a page counts as seen for AWAY_MS after it was hidden. */
  seen$: Observable<boolean>
  /** The user is back on the page. */
  returned$: Observable<'visible' | 'pageshow'>
  /** The user's request to retry. */
  tap(): void
}

export type WakeOptions = {
  window: EventTarget
  document: EventTarget & { readonly visibilityState: string }
  scheduler?: SchedulerLike
}

/** Interval of wall clock checks, and the excess that counts as a sleep, in ms. */
export const SLEEP_CHECK_MS = 1_000
export const SLEEP_MS_MIN = 5_000
/** For this long a hidden page is kept up to date, in ms: most returns are sooner. */
export const AWAY_MS = 10_000

/**
 * The browser's events about waking and the network. No listener exists before the first subscription, and
 * each event has one listener for all subscribers.
 */
export function createWake({ window, document, scheduler = asyncScheduler }: WakeOptions): WakeSignals {
  const tap$ = new Subject<void>()
  const named = <Name extends Wake | 'offline'>(target: EventTarget, event: string, name: Name) =>
    fromEvent(target, event).pipe(map(() => name))
  const isVisible = () => document.visibilityState === 'visible'

  // Shared, and dropped with its last subscriber: the listener exists only while subscribed.
  const online$ = named(window, 'online', 'online').pipe(share())
  const pageshow$ = named(window, 'pageshow', 'pageshow').pipe(share())
  const visibility$ = fromEvent(document, 'visibilitychange').pipe(map(isVisible), share())
  const shown$ = visibility$.pipe(
    filter((visible) => visible),
    map(() => 'visible' as const),
  )
  // The page's own events precede a frozen timer's first beat after waking: checking then leaves no moment in
  // which an hour-old price looks live.
  const resume$ = resumeOf(merge(interval(SLEEP_CHECK_MS, scheduler), shown$, pageshow$), scheduler).pipe(share())

  const visible$ = visibility$.pipe(startWith(undefined), map(isVisible), distinctUntilChanged())
  return {
    wake$: merge(resume$, online$, shown$, pageshow$, tap$.pipe(map(() => 'tap' as const))),
    doubt$: merge(named(window, 'offline', 'offline'), online$, resume$),
    visible$,
    returned$: merge(shown$, pageshow$),
    seen$: visible$.pipe(
      switchMap((visible) => (visible ? of(true) : timer(AWAY_MS, scheduler).pipe(map(() => false)))),
      startWith(true),
      distinctUntilChanged(),
    ),
    tap: () => tap$.next(),
  }
}

/** Emits if more wall time than the check interval, or a negative one, has passed between two checks. */
const resumeOf = (look$: Observable<unknown>, scheduler: SchedulerLike): Observable<'resume'> => {
  return new Observable<'resume'>((subscriber) => {
    let last = scheduler.now()
    return look$.subscribe(() => {
      const passed = scheduler.now() - last
      last += passed
      if (passed < 0 || passed >= SLEEP_CHECK_MS + SLEEP_MS_MIN) subscriber.next('resume')
    })
  })
}
