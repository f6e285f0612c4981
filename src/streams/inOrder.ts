import {
  asyncScheduler,
  defer,
  EMPTY,
  exhaustMap,
  Observable,
  repeat,
  retry,
  type SchedulerLike,
  Subject,
  Subscription,
  tap,
  timer,
} from 'rxjs'
import { abortable } from './abortable.ts'
import { backoffMs } from './backoff.ts'

export type InOrderOptions<E extends { seq: number }> = {
  /** Events as they happen: possibly twice, out of order, or with some missing. */
  live$: Observable<E>
  /** Each emission means that events may have been missed. */
  behind$: Observable<unknown>
  /** Number of the last known event. */
  after: number
  /** The events after a number, in order, at most `limit`. */
  load(after: number, limit: number, signal: AbortSignal): Promise<readonly E[]>
  /** Called after events whose predecessors the server no longer has. */
  missed?(): void
  /** Uniform in [0, 1). */
  random(): number
  scheduler?: SchedulerLike
}

/** Page size when catching up. */
export const EVENTS_PAGE = 200
/** Maximum events buffered until their predecessors arrive. Beyond that, they are reloaded instead. */
export const EARLY_MAX = 1_000
/** How often the server must deny a missing event before it is believed. */
export const EMPTY_ANSWERS_MAX = 3

/**
 * Every event after a number, exactly once, in the order of their numbers. A live event that is too early waits until
 * the missing ones are loaded. Catches up at the start; failures are retried with backoff, without end.
 */
export const inOrder = <E extends { seq: number }>(options: InOrderOptions<E>): Observable<E> =>
  new Observable<E>((subscriber) => {
    const { live$, behind$, after, load, missed, random, scheduler = asyncScheduler } = options
    const early = new Map<number, E>()
    const need$ = new Subject<void>()
    let head = after
    let wanted = false
    let isFullPage = false
    let emptyAnswers = 0

    const emit = (event: E) => {
      head = event.seq
      subscriber.next(event)
    }

    const drain = () => {
      for (let next = early.get(head + 1); next; next = early.get(head + 1)) {
        early.delete(next.seq)
        emit(next)
      }
    }

    const need = () => {
      wanted = true
      need$.next()
    }

    const onLive = (event: E) => {
      if (event.seq <= head) return
      if (early.size < EARLY_MAX) early.set(event.seq, event)
      drain()
      if (event.seq > head) need()
    }

    const onPage = (page: readonly E[]) => {
      // The server's own list: a number that it skips does not exist.
      let isGone = false
      for (const event of page) {
        if (event.seq <= head) continue
        isGone ||= event.seq > head + 1
        emit(event)
      }
      isFullPage = page.length >= EVENTS_PAGE
      emptyAnswers = page.length === 0 && early.size > 0 ? emptyAnswers + 1 : 0
      if (emptyAnswers >= EMPTY_ANSWERS_MAX) {
        head = Math.min(...early.keys()) - 1
        isGone = true
      }
      for (const seq of early.keys()) if (seq <= head) early.delete(seq)
      drain()
      if (isGone) missed?.()
    }

    const catchUp$ = defer(() => {
      wanted = false
      return abortable((signal) => load(head, EVENTS_PAGE, signal))
    }).pipe(
      tap(onPage),
      retry({ delay: (_, failures) => timer(backoffMs(failures - 1, random), scheduler), resetOnSuccess: true }),
      repeat({
        delay: () => {
          if (emptyAnswers > 0 && early.size > 0) return timer(backoffMs(emptyAnswers - 1, random), scheduler)
          return isFullPage || wanted || early.size > 0 ? timer(0, scheduler) : EMPTY
        },
      }),
    )

    const lifetime = new Subscription()
    lifetime.add(need$.pipe(exhaustMap(() => catchUp$)).subscribe())
    lifetime.add(live$.subscribe(onLive))
    lifetime.add(behind$.subscribe(need))
    need()
    return lifetime
  })
