import {
  asyncScheduler,
  BehaviorSubject,
  debounceTime,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  type SchedulerLike,
  Subject,
  Subscription,
  scan,
  skip,
  startWith,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs'
import type { Quote } from '../api/market/market.ts'
import { STALE_AFTER_MS } from '../rules/market/prices.ts'
import type { RuleName } from '../rules/profiles/terms.ts'
import { createDemand, isWithin, type Symbols } from './demand.ts'
import type { Frames } from './frame.ts'
import { changedIn, type LiveQuote, nextExpiry, quoteIn, quotesIn } from './quoteBook.ts'
import { noQuotes, type QuotesInput, type QuotesNeed, type QuotesState, reduceQuotes } from './reduceQuotes.ts'
import { createRows } from './rows.ts'
import type { ServerTime } from './serverTime.ts'
import type { Socket } from './socket.ts'

export type Quotes = {
  /**
   * One instrument's quote: the current one, if known, then changes, at most once per animation frame.
   * While it is subscribed to, the server is asked for this quote. The same observable for the same symbol, so that a view may subscribe at
   * each render.
   */
  quote$(symbol: string): Observable<LiveQuote>
  /** As `quote$`, but every change, at once: for a growing bar, for example. */
  tick$(symbol: string): Observable<LiveQuote>
  /** All quotes, at most once per animation frame. While it is subscribed to, the server is asked for all. */
  board$: Observable<ReadonlyMap<string, LiveQuote>>
  /** Whether the live stream is in doubt or down, so that prices may be old. */
  stale$: Observable<boolean>
  /** The source of prices, from `currency/quotation_new`; `undefined` before its first answer. */
  source$: Observable<string | undefined>
  /** The server's profile of rules; `paper` before it is known. */
  rules$: Observable<RuleName>
  /**
   * When prices were last known to be right, in ms of server time, while only cached ones are shown; `undefined` while
   * they are proven, or if there are none.
   */
  lastKnown$: Observable<number | undefined>
  /** The newest known quote. Without an observer it comes from the last REST answer. */
  current(symbol: string): LiveQuote | undefined
  /** Number of gaps, and of other doubts, so far. */
  counts(): { gaps: number; doubts: number }
  close(): void
}

export type QuotesOptions = {
  socket: Pick<Socket, 'state$' | 'frames$' | 'send' | 'probe'>
  /** Answers of `currency/quotation_new`. */
  poll$: Observable<{ time: number; source: string; rules?: RuleName | undefined; quotes: readonly Quote[] }>
  /** Quotes cached by an earlier visit. Never used as fresh, nor for the server's time. */
  kept$?: Observable<{ time: number; quotes: readonly Quote[] }>
  /** Each emission is a reason to doubt earlier data: the network changed, or the device slept. */
  doubt$?: Observable<unknown>
  /** Whether anybody sees the quotes: until then they are not subscribed to, and afterwards stale until proven. */
  seen$?: Observable<boolean>
  serverTime: Pick<ServerTime, 'serverNow' | 'isKnown' | 'reset'>
  frames: Frames
  scheduler?: SchedulerLike
}

/** Minimum interval of snapshot requests, and their retry interval, in ms. */
export const ASK_MS_MIN = 1_000
export const ASK_AGAIN_MS = 5_000
/** How long the observed symbols must stay the same before the server is asked for more of them, or for fewer, in ms. */
export const WIDEN_MS = 100
export const NARROW_MS = 5_000

/**
 * Live quotes from the socket, REST and the cache of an earlier visit, through `reduceQuotes`.
 *
 * After a doubt every quote is stale at once, and fresh again only when proven: by a snapshot that the server sent
 * after answering a ping that we sent after the doubt. Data in flight, from before a sleep for example,
 * arrives before that answer and proves nothing. A new connection proves it by itself.
 *
 * The server is asked for observed symbols only. A symbol that gets its first observer is proven in the same way: by a snapshot, and by the
 * answer to a ping that we sent after the subscription.
 */
export function createQuotes(options: QuotesOptions): Quotes {
  const { socket, poll$, kept$ = NEVER, doubt$ = NEVER, seen$ = of(true) } = options
  const { serverTime, frames, scheduler = asyncScheduler } = options
  const { serverNow } = serverTime
  const state$ = new BehaviorSubject<QuotesState>(noQuotes)
  const probing$ = new Subject<number | undefined>()
  const subscribed$ = new Subject<{ symbols: Symbols | 'none'; probe?: number | undefined }>()
  const ask$ = new Subject<void>()
  const aging$ = new Subject<void>()
  const isSeen$ = new BehaviorSubject(true)
  const demand = createDemand()
  const rows = createRows<LiveQuote>(frames)
  const lifetime = new Subscription()

  const silence$ = merge(
    socket.state$,
    socket.frames$.pipe(filter(({ type }) => type === 'quotes' || type === 'snapshot')),
  ).pipe(debounceTime(STALE_AFTER_MS, scheduler))
  const expiry$ = aging$.pipe(
    map(() => nextExpiry(state$.value.book)),
    switchMap((due) => (due === undefined ? EMPTY : timer(Math.max(0, due - serverNow()), scheduler))),
  )
  /** Subscribes to the observed symbols, whose snapshot is the answer. @returns whether it was sent */
  const subscribe = () => {
    const { covered } = state$.value
    const symbols = demand.wanted()
    const more = symbols === 'all' ? {} : { symbols: [...symbols] }
    if (!isSeen$.value || !socket.send({ type: 'subscribe', channel: 'quotes', form: 'short', ...more })) return false
    const isNews = covered !== 'none' && !isWithin(symbols, covered)
    subscribed$.next({ symbols, probe: isNews ? socket.probe() : undefined })
    return true
  }
  /** Snapshots are requested one at a time, and retried if none arrives. */
  const asked$ = ask$.pipe(
    throttleTime(ASK_MS_MIN, scheduler, { leading: true, trailing: true }),
    switchMap(() => (subscribe() ? timer(ASK_AGAIN_MS, scheduler) : EMPTY)),
    filter(() => state$.value.live && state$.value.stale),
  )
  /** How long until the server is asked for the symbols that are observed now, in ms; `undefined` if it has been, or must not be. */
  const askInMs = () => {
    const { covered } = state$.value
    const wanted = demand.wanted()
    if (covered === 'none') return undefined
    if (!isWithin(wanted, covered)) return WIDEN_MS
    return isWithin(covered, wanted) ? undefined : NARROW_MS
  }
  const demanded$ = demand.change$.pipe(
    map(askInMs),
    switchMap((ms) => (ms === undefined ? EMPTY : timer(ms, scheduler))),
    filter(() => askInMs() !== undefined),
  )
  const turns$ = isSeen$.pipe(distinctUntilChanged(), skip(1))
  const perform: Record<QuotesNeed, () => void> = {
    snapshot: () => ask$.next(),
    ping: () => probing$.next(socket.probe()),
    clock: () => serverTime.reset(),
    expiry: () => aging$.next(),
  }

  const input$ = merge(
    probing$.pipe(map((probe) => ({ type: 'probing', probe }) as const)),
    subscribed$.pipe(map(({ symbols, probe }) => ({ type: 'subscribed', symbols, probe }) as const)),
    silence$.pipe(map(() => ({ type: 'silence' }) as const)),
    expiry$.pipe(map(() => ({ type: 'expire' }) as const)),
    socket.frames$.pipe(map((frame) => ({ type: 'frame', frame, timed: serverTime.isKnown() }) as const)),
    socket.state$.pipe(map(({ type }) => ({ type: 'connection', connected: type === 'connected' }) as const)),
    merge(doubt$, turns$.pipe(filter(Boolean))).pipe(map(() => ({ type: 'doubt' }) as const)),
    poll$.pipe(map((answer) => ({ type: 'answer', ...answer }) as const)),
    kept$.pipe(map((kept) => ({ type: 'kept', ...kept }) as const)),
  )
  lifetime.add(merge(asked$, demanded$).subscribe(() => ask$.next()))
  lifetime.add(seen$.subscribe(isSeen$))
  lifetime.add(
    turns$.pipe(filter((isSeen) => !isSeen)).subscribe(() => {
      socket.send({ type: 'unsubscribe', channel: 'quotes' })
      subscribed$.next({ symbols: 'none' })
    }),
  )
  lifetime.add(
    input$
      .pipe(
        map((input): QuotesInput => ({ ...input, at: serverNow() })),
        scan(reduceQuotes, noQuotes),
      )
      .subscribe((state) => {
        const { book } = state$.value
        state$.next(state)
        const changed = changedIn(book, state.book)
        rows.put(
          changed.map((quote) => [quote.symbol, quote]),
          state.urgent,
        )
        for (const need of state.needs) perform[need]()
      }),
  )

  const known$ = <T>(pick: (state: QuotesState) => T) => state$.pipe(map(pick), distinctUntilChanged())
  const current = (symbol: string) => quoteIn(state$.value.book, symbol)
  return {
    quote$: memo((symbol) =>
      demand
        .counted(
          symbol,
          defer(() => rows.row$(symbol).pipe(startWith(current(symbol)))),
        )
        .pipe(filter(isKnown), distinctUntilChanged()),
    ),
    tick$: memo((symbol) =>
      demand
        .counted(
          symbol,
          known$(({ book }) => quoteIn(book, symbol)),
        )
        .pipe(filter(isKnown)),
    ),
    board$: demand.counted(
      'all',
      rows.any$.pipe(
        startWith(undefined),
        map(() => quotesIn(state$.value.book)),
      ),
    ),
    stale$: known$(({ stale }) => stale),
    source$: known$(({ source }) => source),
    rules$: known$(({ rules }) => rules),
    lastKnown$: known$(({ lastKnown }) => lastKnown),
    current,
    counts: () => ({ gaps: state$.value.gaps, doubts: state$.value.doubts }),
    close: () => {
      lifetime.unsubscribe()
      rows.close()
      state$.complete()
    },
  }
}

const isKnown = <T>(value: T | undefined): value is T => value !== undefined

/** Memoizes per key. */
function memo<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
