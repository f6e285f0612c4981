import {
  asyncScheduler,
  BehaviorSubject,
  debounceTime,
  distinctUntilChanged,
  EMPTY,
  filter,
  merge,
  NEVER,
  Observable,
  type SchedulerLike,
  Subject,
  Subscription,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs'
import type { ServerFrame } from '../api/frames.ts'
import type { Quote } from '../api/market.ts'
import { STALE_AFTER_MS } from '../rules/microtrade.ts'
import type { Frames } from './frame.ts'
import { createQuoteBook, type LiveQuote } from './quoteBook.ts'
import type { ServerTime } from './serverTime.ts'
import type { Socket, SocketState } from './socket.ts'

export type Quotes = {
  /**
   * One instrument's quote: as it is now, where it is known, then as it changes, at most once per animation frame.
   * The same observable for the same symbol, so that a view may subscribe to it at each render.
   */
  quote$(symbol: string): Observable<LiveQuote>
  /** As `quote$`, but every change, at once: for what must miss none, such as a growing bar. */
  tick$(symbol: string): Observable<LiveQuote>
  /** All quotes, at most once per animation frame. For lists that sort by price; a row listens to `quote$`. */
  board$: Observable<ReadonlyMap<string, LiveQuote>>
  /** Whether the live stream is in doubt or down, so that prices may be old. */
  stale$: Observable<boolean>
  /** Where prices come from, as `currency/quotation_new` names it; `undefined` until it has been asked. */
  source$: Observable<string | undefined>
  /**
   * When prices were last known to be right, in ms of server time, while that is all there is to show; `undefined` while
   * they are proven, and while there are none.
   */
  lastKnown$: Observable<number | undefined>
  current(symbol: string): LiveQuote | undefined
  /** Gaps in the numbers, and doubts of any other kind, so far. */
  counters: Readonly<{ gaps: number; doubts: number }>
  close(): void
}

export type QuotesOptions = {
  socket: Pick<Socket, 'state$' | 'frames$' | 'send' | 'probe'>
  /** Answers of `currency/quotation_new`. */
  poll$: Observable<{ time: number; source: string; quotes: readonly Quote[] }>
  /** What an earlier visit heard last. Nothing of it is taken for fresh, nor for the server's time. */
  kept$?: Observable<{ time: number; quotes: readonly Quote[] }>
  /** Each emission is a reason to doubt what was received before it: the network changed, or the device slept. */
  doubt$?: Observable<unknown>
  serverTime: Pick<ServerTime, 'serverNow' | 'isKnown' | 'reset'>
  frames: Frames
  scheduler?: SchedulerLike
}

/** Snapshots are asked for at most so often, and again where none has come, in ms. */
export const ASK_MS_MIN = 1_000
export const ASK_AGAIN_MS = 5_000

/**
 * Live quotes.
 *
 * After a doubt every quote is stale at once, and fresh again only when proven: by a snapshot that the server sent
 * after it had answered a ping that we sent after the doubt. What was still on its way, from before a sleep say,
 * arrives before that answer and proves nothing. A new connection is proof by itself.
 */
export function createQuotes(options: QuotesOptions): Quotes {
  const { socket, poll$, kept$ = NEVER, doubt$ = NEVER, serverTime, frames, scheduler = asyncScheduler } = options
  const lifetime = new Subscription()
  const stale$ = new BehaviorSubject(true)
  const source$ = new BehaviorSubject<string | undefined>(undefined)
  const lastKnown$ = new BehaviorSubject<number | undefined>(undefined)
  const ask$ = new Subject<void>()
  const rested$ = new Subject<void>()
  const board$ = new Subject<ReadonlyMap<string, LiveQuote>>()
  const rows = subjects<LiveQuote>()
  const ticks = subjects<LiveQuote>()
  const counters = { gaps: 0, doubts: 0 }
  let connected = false
  /** Whether what comes now is newer than the last doubt; and the number of the pong that will say so. */
  let live = false
  let proof: number | undefined
  /** Server time in ms of the newest that the server said. */
  let heardAt: number | undefined

  let dirty = new Map<string, LiveQuote>()
  let cancelFlush: (() => void) | undefined

  const flush = () => {
    cancelFlush?.()
    cancelFlush = undefined
    const due = dirty
    dirty = new Map()
    for (const [symbol, quote] of due) rows.get(symbol).next(quote)
    if (due.size > 0 && board$.observed) board$.next(book.all())
  }

  const book = createQuoteBook(serverTime.serverNow, (quote) => {
    ticks.get(quote.symbol).next(quote)
    // Nobody is there to see it: no frame is asked for.
    if (!rows.get(quote.symbol).observed && !board$.observed) return
    dirty.set(quote.symbol, quote)
    cancelFlush ??= frames.request(flush)
  })

  const doubt = () => {
    counters.doubts++
    live = false
    proof = connected ? socket.probe() : undefined
    book.doubt()
    stale$.next(true)
    lastKnown$.next(heardAt)
    flush()
  }

  const prove = (time: number) => {
    heardAt = time
    if (lastKnown$.value !== undefined) lastKnown$.next(undefined)
  }

  const isLate = (time: number) => serverTime.isKnown() && serverTime.serverNow() - time > STALE_AFTER_MS

  const onState = ({ type }: SocketState) => {
    const was = connected
    connected = type === 'connected'
    if (connected && !was) {
      live = true
      ask$.next()
    }
    if (was && !connected) doubt()
  }

  const onFrame = (frame: ServerFrame) => {
    switch (frame.type) {
      case 'snapshot':
        return onSnapshot(frame)
      case 'quotes':
        return onDeltas(frame)
      case 'state':
        return book.states(frame.symbols)
      case 'pong':
        if (proof === undefined || frame.id < proof) return
        proof = undefined
        live = true
        ask$.next()
    }
  }

  const onSnapshot = ({ time, quotes }: ServerFrame & { type: 'snapshot' }) => {
    if (live && isLate(time)) lag()
    const whole = book.snapshot(quotes, time, live)
    if (!live) return
    if (!whole) return ask$.next()
    stale$.next(false)
    prove(time)
  }

  const onDeltas = ({ time, quotes }: ServerFrame & { type: 'quotes' }) => {
    if (live && isLate(time)) lag()
    if (live) heardAt = time
    if (!book.deltas(quotes)) return
    counters.gaps++
    stale$.next(true)
    flush()
    if (live) ask$.next()
  }

  /** Frames come late, or one of the two clocks is wrong: the next pong tells which. */
  const lag = () => {
    serverTime.reset()
    doubt()
  }

  const silent$ = merge(
    socket.state$,
    socket.frames$.pipe(filter(({ type }) => type === 'quotes' || type === 'snapshot')),
  )
  lifetime.add(silent$.pipe(debounceTime(STALE_AFTER_MS, scheduler)).subscribe(() => connected && doubt()))
  lifetime.add(
    ask$
      .pipe(
        throttleTime(ASK_MS_MIN, scheduler, { leading: true, trailing: true }),
        switchMap(() =>
          socket.send({ type: 'subscribe', channel: 'quotes' }) ? timer(ASK_AGAIN_MS, scheduler) : EMPTY,
        ),
      )
      .subscribe(() => live && stale$.value && ask$.next()),
  )
  lifetime.add(
    rested$
      .pipe(
        switchMap(() => {
          const due = book.nextExpiry()
          return due === undefined ? EMPTY : timer(Math.max(0, due - serverTime.serverNow()), scheduler)
        }),
      )
      .subscribe(() => {
        book.expire()
        if (!book.hasFresh()) lastKnown$.next(heardAt)
        flush()
        rested$.next()
      }),
  )
  lifetime.add(socket.frames$.subscribe(onFrame))
  lifetime.add(socket.state$.subscribe(onState))
  lifetime.add(doubt$.subscribe(doubt))
  lifetime.add(
    poll$.subscribe(({ time, source, quotes }) => {
      source$.next(source)
      book.rest(quotes, time, !connected)
      prove(time)
      rested$.next()
    }),
  )

  lifetime.add(
    kept$.subscribe(({ time, quotes }) => {
      if (heardAt !== undefined) return
      heardAt = time
      lastKnown$.next(time)
      book.recall(quotes, time)
    }),
  )

  // One upstream for all: the book above is the only subscriber of the socket and of polling, for as long as the app
  // lives. A row's subscription costs a place in a list, and leaves nothing behind.
  const current$ = (registry: typeof rows) =>
    memo((symbol: string) =>
      new Observable<LiveQuote>((subscriber) => {
        const quote = book.get(symbol)
        if (quote) subscriber.next(quote)
        return registry.get(symbol).subscribe(subscriber)
      }).pipe(distinctUntilChanged()),
    )

  return {
    quote$: current$(rows),
    tick$: current$(ticks),
    board$: new Observable((subscriber) => {
      subscriber.next(book.all())
      return board$.subscribe(subscriber)
    }),
    stale$: stale$.pipe(distinctUntilChanged()),
    source$: source$.pipe(distinctUntilChanged()),
    lastKnown$: lastKnown$.pipe(distinctUntilChanged()),
    current: book.get,
    counters,
    close: () => {
      lifetime.unsubscribe()
      cancelFlush?.()
      for (const subject of [...rows.all(), ...ticks.all()]) subject.complete()
      board$.complete()
      stale$.complete()
      source$.complete()
      lastKnown$.complete()
    },
  }
}

/** Makes something once per key. */
function memo<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

function subjects<T>() {
  const made = new Map<string, Subject<T>>()
  return {
    get: (key: string): Subject<T> => {
      const known = made.get(key) ?? new Subject<T>()
      made.set(key, known)
      return known
    },
    all: () => made.values(),
  }
}
