import {
  asyncScheduler,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  type Observable,
  type SchedulerLike,
  Subject,
  switchMap,
  tap,
} from 'rxjs'
import type { AccountEvent } from '../api/wire/events.ts'
import type { ServerFrame } from '../api/wire/frames.ts'
import { inOrder } from './inOrder.ts'
import type { Socket } from './socket.ts'

export type Account = {
  /** The account's events: in order, exactly once, whatever the connection does. */
  event$: Observable<AccountEvent>
  /** Events are lost: the device was offline for longer than the server keeps them. Loaded data must be reloaded. */
  missed$: Observable<void>
  /** The server ended the session: the key of the message that says why. */
  signedOut$: Observable<string>
  close(): void
}

export type AccountOptions = {
  socket: Pick<Socket, 'frames$' | 'hello' | 'counters'>
  /**
   * The user: now, and at each change, after the stored token has changed. `eventSeq`: number of
   * the last event before the user's data was loaded.
   */
  user$: Observable<{ id: string; eventSeq: number } | null>
  /** The events after a number, in order, at most `limit`. */
  loadEvents(after: number, limit: number, signal: AbortSignal): Promise<readonly AccountEvent[]>
  /** Uniform in [0, 1). */
  random(): number
  scheduler?: SchedulerLike
}

/**
 * The private side of the socket, joined with REST. It delivers; the listeners decide what events mean for wallets and
 * orders, and can rely on order and completeness.
 */
export function createAccount(options: AccountOptions): Account {
  const { socket, user$, loadEvents, random, scheduler = asyncScheduler } = options
  const event$ = new Subject<AccountEvent>()
  const missed$ = new Subject<void>()
  const ofType = <T extends ServerFrame['type']>(type: T) =>
    socket.frames$.pipe(filter((frame): frame is ServerFrame & { type: T } => frame.type === type))

  /** The events of one user, from sign-in to sign-out. */
  const eventsAfter = (eventSeq: number) => {
    let head = eventSeq
    let { withheld } = socket.counters
    const behind$ = ofType('hello').pipe(
      filter((hello) => {
        const missed = socket.counters.withheld !== withheld
        withheld = socket.counters.withheld
        return hello.eventSeq !== null && (hello.eventSeq > head || missed)
      }),
    )
    const live$ = ofType('account').pipe(map(({ event }) => event))
    return inOrder({
      live$,
      behind$,
      after: eventSeq,
      load: loadEvents,
      missed: () => missed$.next(),
      random,
      scheduler,
    }).pipe(
      tap(({ seq }) => {
        head = seq
      }),
    )
  }

  const lifetime = user$
    .pipe(
      distinctUntilChanged((user, next) => user?.id === next?.id),
      switchMap((user) => {
        // Until its answer the socket withholds private events: no event of another user gets into this account.
        socket.hello()
        return user ? eventsAfter(user.eventSeq) : EMPTY
      }),
    )
    .subscribe((event) => event$.next(event))

  return {
    // Hot and shared: each event is emitted once, to the current subscribers.
    event$: event$.asObservable(),
    missed$: missed$.asObservable(),
    signedOut$: ofType('signedOut').pipe(map(({ key }) => key)),
    close: () => {
      lifetime.unsubscribe()
      event$.complete()
      missed$.complete()
    },
  }
}
