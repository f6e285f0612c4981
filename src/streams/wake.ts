import {
  asyncScheduler,
  distinctUntilChanged,
  filter,
  fromEvent,
  interval,
  map,
  merge,
  Observable,
  type SchedulerLike,
  Subject,
  share,
  startWith,
} from 'rxjs'

/** Why it is worth trying again at once. `resume`: the device slept, or its clock jumped. */
export type Wake = 'online' | 'visible' | 'pageshow' | 'resume' | 'tap'

export type WakeSignals = {
  /** Reasons to try again at once. */
  wake$: Observable<Wake>
  /** Reasons to doubt what was received before: the network changed, or the device slept. */
  doubt$: Observable<'offline' | 'online' | 'resume'>
  /** Whether the page can be seen: its state first, then each change. */
  visible$: Observable<boolean>
  /** A person asks to try again. */
  tap(): void
}

export type WakeOptions = {
  window: EventTarget
  document: EventTarget & { readonly visibilityState: string }
  scheduler?: SchedulerLike
}

/** How often wall time is looked at, and how far it may run ahead of that before the device counts as having slept, in ms. */
export const SLEEP_CHECK_MS = 1_000
export const SLEEP_MS_MIN = 5_000

/**
 * What the browser tells about being awake and on the network. Nothing is listened to until someone subscribes, and
 * each event has one listener however many do.
 */
export function createWake({ window, document, scheduler = asyncScheduler }: WakeOptions): WakeSignals {
  const tap$ = new Subject<void>()
  const named = <Name extends Wake | 'offline'>(target: EventTarget, event: string, name: Name) =>
    fromEvent(target, event).pipe(map(() => name))
  const isVisible = () => document.visibilityState === 'visible'

  // Shared, and dropped with its last subscriber: the listener exists exactly while someone is interested.
  const online$ = named(window, 'online', 'online').pipe(share())
  const pageshow$ = named(window, 'pageshow', 'pageshow').pipe(share())
  const visibility$ = fromEvent(document, 'visibilitychange').pipe(map(isVisible), share())
  const shown$ = visibility$.pipe(
    filter((visible) => visible),
    map(() => 'visible' as const),
  )
  // The page's own events come before a frozen timer's first beat after waking: looking then leaves no moment in
  // which an hour-old price looks live.
  const resume$ = resumeOf(merge(interval(SLEEP_CHECK_MS, scheduler), shown$, pageshow$), scheduler).pipe(share())

  return {
    wake$: merge(resume$, online$, shown$, pageshow$, tap$.pipe(map(() => 'tap' as const))),
    doubt$: merge(named(window, 'offline', 'offline'), online$, resume$),
    visible$: visibility$.pipe(startWith(undefined), map(isVisible), distinctUntilChanged()),
    tap: () => tap$.next(),
  }
}

/** Emits where more wall time, or less than none, has passed between two looks than the looks account for. */
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
