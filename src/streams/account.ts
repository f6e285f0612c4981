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
import type { AccountEvent } from '../api/events.ts'
import type { ServerFrame } from '../api/frames.ts'
import { inOrder } from './inOrder.ts'
import type { Socket } from './socket.ts'

export type Account = {
  /** What happens to the user's account: in order, each event exactly once, whatever the connection does. */
  event$: Observable<AccountEvent>
  /** Some of it is lost: this device was away for more than the server keeps. What was loaded before has to be again. */
  missed$: Observable<void>
  /** The server ended the session: the key of the message that says why. */
  signedOut$: Observable<string>
  close(): void
}

export type AccountOptions = {
  socket: Pick<Socket, 'frames$' | 'hello' | 'counters'>
  /**
   * Who is signed in: now, and at each change, by which time the stored token is the new one. `eventSeq`: number of
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
 * The private side of the socket, joined with what REST knows. It delivers; what the events mean for wallets and
 * orders is decided by whoever listens, who may count on order and completeness.
 */
export function createAccount(options: AccountOptions): Account {
  const { socket, user$, loadEvents, random, scheduler = asyncScheduler } = options
  const event$ = new Subject<AccountEvent>()
  const missed$ = new Subject<void>()
  const ofType = <T extends ServerFrame['type']>(type: T) =>
    socket.frames$.pipe(filter((frame): frame is ServerFrame & { type: T } => frame.type === type))

  /** The events of one user, from signing in to signing out. */
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
        // From here to its answer the socket withholds private events: none of another user's gets into this account.
        socket.hello()
        return user ? eventsAfter(user.eventSeq) : EMPTY
      }),
    )
    .subscribe((event) => event$.next(event))

  return {
    // Hot, and for all alike: an event is told once, to whoever listens then.
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
