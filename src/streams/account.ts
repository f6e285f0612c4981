import {
  asyncScheduler,
  BehaviorSubject,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  type Observable,
  retry,
  type SchedulerLike,
  Subject,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import type { AccountEvent } from '../api/events.ts'
import type { ServerFrame } from '../api/frames.ts'
import type { MicrotradeOrder } from '../api/microtrade.ts'
import type { Wallet } from '../api/wallet.ts'
import { abortable } from './abortable.ts'
import { backoffMs } from './backoff.ts'
import { inOrder } from './inOrder.ts'
import { mergeOrders, mergeWallets } from './newest.ts'
import type { Socket } from './socket.ts'

export type Account = {
  /** What happens to the user's account: in order, each event exactly once, whatever the connection does. */
  event$: Observable<AccountEvent>
  /** The newest copy of each wallet, by currency: now, and as it changes. Empty without a user. */
  wallets$: Observable<ReadonlyMap<string, Wallet>>
  /** The latest known state of each timed option, by id: now, and as it changes. Empty without a user. */
  orders$: Observable<ReadonlyMap<string, MicrotradeOrder>>
  /** The server ended the session: the key of the message that says why. */
  signedOut$: Observable<string>
  /** The user whose account this is, or `undefined`. */
  readonly userId: string | undefined
  /**
   * Takes in what a call answered: a list, or an order just submitted.
   *
   * @param userId whose call it was: an answer that comes after another user has signed in is dropped
   */
  learn(userId: string | undefined, news: { wallets?: readonly Wallet[]; orders?: readonly MicrotradeOrder[] }): void
  /** Loads wallets and orders again. */
  refresh(): void
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
  loadWallets(signal: AbortSignal): Promise<readonly Wallet[]>
  /** The orders that are still going on. */
  loadOrders(signal: AbortSignal): Promise<readonly MicrotradeOrder[]>
  /** Uniform in [0, 1). */
  random(): number
  scheduler?: SchedulerLike
}

/** The private side of the socket, joined with what REST knows. */
export function createAccount(options: AccountOptions): Account {
  const { socket, user$, loadEvents, loadWallets, loadOrders, random, scheduler = asyncScheduler } = options
  const event$ = new Subject<AccountEvent>()
  const wallets$ = new BehaviorSubject<ReadonlyMap<string, Wallet>>(new Map())
  const orders$ = new BehaviorSubject<ReadonlyMap<string, MicrotradeOrder>>(new Map())
  const refresh$ = new Subject<void>()
  const ofType = <T extends ServerFrame['type']>(type: T) =>
    socket.frames$.pipe(filter((frame): frame is ServerFrame & { type: T } => frame.type === type))
  let userId: string | undefined

  const learnWallets = (wallets: readonly Wallet[]) => wallets$.next(mergeWallets(wallets$.value, wallets))
  const learnOrders = (orders: readonly MicrotradeOrder[]) => orders$.next(mergeOrders(orders$.value, orders))

  /** Loads until it succeeds, and anew at each refresh. */
  const loaded = <T>(load: (signal: AbortSignal) => Promise<T>) =>
    refresh$.pipe(
      startWith(undefined),
      switchMap(() =>
        abortable(load).pipe(retry({ delay: (_, failures) => timer(backoffMs(failures - 1, random), scheduler) })),
      ),
    )

  const onEvent = (event: AccountEvent) => {
    if (event.kind === 'wallet') learnWallets([event.body])
    else learnOrders([event.body])
    event$.next(event)
  }

  /** The account of one user, from signing in to signing out. */
  const accountOf = (eventSeq: number) => {
    let head = eventSeq
    let withheld = socket.counters.withheld
    const behind$ = ofType('hello').pipe(
      filter((hello) => {
        const missed = socket.counters.withheld !== withheld
        withheld = socket.counters.withheld
        return hello.eventSeq !== null && (hello.eventSeq > head || missed)
      }),
    )
    const live$ = ofType('account').pipe(map(({ event }) => event))
    const ordered$ = inOrder({ live$, behind$, after: eventSeq, load: loadEvents, random, scheduler })
    return merge(
      ordered$.pipe(
        tap((event) => {
          head = event.seq
          onEvent(event)
        }),
      ),
      loaded(loadWallets).pipe(tap(learnWallets)),
      loaded(loadOrders).pipe(tap(learnOrders)),
    )
  }

  const lifetime = user$
    .pipe(
      distinctUntilChanged((user, next) => user?.id === next?.id),
      switchMap((user) => {
        userId = user?.id
        wallets$.next(new Map())
        orders$.next(new Map())
        // From here to its answer the socket withholds private events: none of another user's gets into this account.
        socket.hello()
        return user ? accountOf(user.eventSeq) : EMPTY
      }),
    )
    .subscribe()

  return {
    event$: event$.asObservable(),
    wallets$: wallets$.pipe(distinctUntilChanged()),
    orders$: orders$.pipe(distinctUntilChanged()),
    signedOut$: ofType('signedOut').pipe(map(({ key }) => key)),
    get userId() {
      return userId
    },
    learn: (whose, { wallets, orders }) => {
      if (whose === undefined || whose !== userId) return
      if (wallets) learnWallets(wallets)
      if (orders) learnOrders(orders)
    },
    refresh: () => refresh$.next(),
    close: () => {
      lifetime.unsubscribe()
      event$.complete()
      wallets$.complete()
      orders$.complete()
    },
  }
}
