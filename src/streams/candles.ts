import {
  asyncScheduler,
  BehaviorSubject,
  catchError,
  defer,
  EMPTY,
  exhaustMap,
  finalize,
  merge,
  NEVER,
  type Observable,
  of,
  ReplaySubject,
  type SchedulerLike,
  Subject,
  Subscription,
  share,
  skip,
  switchMap,
  take,
  timer,
} from 'rxjs'
import type { Candle } from '../api/market.ts'
import { type Interval, intervalSeconds } from '../rules/intervals.ts'
import { abortable } from './abortable.ts'
import { backoffMs } from './backoff.ts'
import { grow, joinOlder, joinTail, type PriceAt } from './bars.ts'
import { type Frames, perFrame } from './frame.ts'
import { poll } from './poll.ts'
import type { LiveQuote } from './quoteBook.ts'

/**
 * A chart's bars, oldest first, as the wire carries them: decimals, to be made into numbers where they are drawn and
 * nowhere else. A bar that did not change is the same object as before.
 *
 * - `stale`: the last bar may miss prices
 * - `history`: `none` where only the bars since the page opened are known, for want of a session
 * - `older`: whether there is more to page back to
 * - `error`: the history did not load; it is tried again by itself
 */
export type Candles = { bars: readonly Candle[]; stale: boolean } & (
  | { type: 'loading' | 'error' }
  | { type: 'bars'; history: 'whole' | 'none'; older: 'more' | 'loading' | 'end' }
)

export type Chart = {
  /** The bars as they are now, then at most once per animation frame. */
  candles$: Observable<Candles>
  /** Loads the bars before the oldest. Does nothing while that is under way, or where there are none. */
  older(): void
}

/** `before`: only bars that open before this second. `limit`: at most so many, the newest. */
export type CandleRequest = { symbol: string; interval: Interval; before?: number; limit: number }

export type CandlesOptions = {
  /** Loads bars, oldest first; null where no history may be read, because nobody is signed in. */
  load(request: CandleRequest, signal: AbortSignal): Promise<readonly Candle[] | null>
  /** Every change of a quote. */
  tick$(symbol: string): Observable<LiveQuote>
  /** Server time in ms. */
  serverNow(): number
  frames: Frames
  /** Each emission loads again: somebody signed in. */
  again$?: Observable<unknown>
  visible$?: Observable<boolean>
  /** Uniform in [0, 1). */
  random(): number
  scheduler?: SchedulerLike
}

/** Bars of one page of history, and of a chart at most. */
export const PAGE_BARS = 500
export const BARS_MAX = 5_000
/** How often the tail is loaded again, for what the stream does not carry: the volume. In ms. */
export const TAIL_EVERY_MS = 30_000
/** How long after a bar closed it is loaded, in ms: the server has it whole by then, and not all clients ask at once. */
export const CLOSED_AFTER_MS = 2_000
export const CLOSED_SPREAD_MS = 3_000
/** Prices of so many ms before a request are added again to its answer, which may have been made a little earlier. */
export const OVERLAP_MS = 5_000

/** Makes charts: history by request, joined to the live stream, and joined again after anything was missed. */
export function createCandles(options: CandlesOptions): { chart(symbol: string, interval: Interval): Chart } {
  return {
    chart: (symbol, interval) => {
      const older$ = new Subject<void>()
      return {
        // One set of bars for all who look at this chart. It is given up with the last of them, so that a page that
        // closes leaves no request and no timer, and one that opens again begins with a fresh history.
        candles$: defer(() => follow(options, symbol, interval, older$)).pipe(
          share({ connector: () => new ReplaySubject<Candles>(1), resetOnRefCountZero: true }),
        ),
        older: () => older$.next(),
      }
    },
  }
}

function follow(options: CandlesOptions, symbol: string, interval: Interval, older$: Observable<void>) {
  const { load, tick$, serverNow, frames, again$ = NEVER, visible$ = of(true), random } = options
  const { scheduler = asyncScheduler } = options
  const view$ = new BehaviorSubject<Candles>({ type: 'loading', bars: [], stale: true })
  const missed$ = new Subject<void>()
  const closed$ = new Subject<void>()
  const lifetime = new Subscription()

  let bars: readonly Candle[] = []
  let stale = true
  let status: 'loading' | 'error' | 'whole' | 'none' = 'loading'
  let older: 'more' | 'loading' | 'end' = 'more'
  /** Prices that an answer under way may not hold yet. */
  let recent: PriceAt[] = []
  let askedAt: number | undefined
  /** When the newest bar opens that the history had, in seconds. */
  let wholeUntil = 0

  const show = () => {
    if (status === 'loading') view$.next({ type: 'loading', bars: [], stale })
    else if (status === 'error') view$.next({ type: 'error', bars, stale })
    else view$.next({ type: 'bars', bars, stale, history: status, older })
  }

  const onTick = ({ time, price, fresh }: LiveQuote) => {
    recent = [...recent.filter((each) => each.time >= (askedAt ?? serverNow()) - OVERLAP_MS), { time, price }]
    const before = bars
    bars = grow(bars, interval, { time, price })
    if (status === 'whole') {
      if (bars.length > before.length && before.length > 0) closed$.next()
      if (fresh && stale) missed$.next()
    }
    if (bars === before && stale === !fresh) return
    stale = !fresh
    show()
  }

  const request = (): CandleRequest => {
    const behind = Math.floor((serverNow() / 1000 - wholeUntil) / intervalSeconds[interval])
    return { symbol, interval, limit: status === 'whole' ? Math.min(behind + 2, PAGE_BARS) : PAGE_BARS }
  }

  const loadTail = async (signal: AbortSignal) => {
    askedAt = serverNow()
    const asked = request()
    return { asked, loaded: await load(asked, signal) }
  }

  const onLoaded = ({ asked, loaded }: Awaited<ReturnType<typeof loadTail>>) => {
    if (!loaded) status = 'none'
    else {
      // Bars that grew after a pause reach the tail, but not across what was missed: only the history joins.
      const known = status === 'whole' ? bars.filter(([time]) => time <= wholeUntil) : []
      const joined = joinTail(known, loaded, asked.limit)
      if (status !== 'whole' || joined[0]?.[0] !== bars[0]?.[0]) older = loaded.length < asked.limit ? 'end' : 'more'
      status = 'whole'
      const since = (askedAt ?? serverNow()) - OVERLAP_MS
      bars = recent.reduce((grown, price) => (price.time < since ? grown : grow(grown, interval, price)), joined)
      wholeUntil = loaded.at(-1)?.[0] ?? wholeUntil
    }
    askedAt = undefined
    show()
  }

  const onFailed = () => {
    askedAt = undefined
    if (status !== 'loading') return
    status = 'error'
    show()
  }

  const loadOlder = () => {
    const [first] = bars
    if (status !== 'whole' || older !== 'more' || !first) return EMPTY
    const [before] = first
    older = 'loading'
    show()
    return abortable((signal) => load({ symbol, interval, before, limit: PAGE_BARS }, signal)).pipe(
      catchError(() => of(undefined)),
      switchMap((loaded) => {
        older = 'more'
        // Otherwise it failed, or the bars were replaced meanwhile: asking again is up to whoever asked.
        if (loaded !== undefined && bars[0]?.[0] === before) {
          bars = joinOlder(bars, loaded ?? [])
          older = (loaded ?? []).length < PAGE_BARS || bars.length >= BARS_MAX ? 'end' : 'more'
        }
        show()
        return EMPTY
      }),
    )
  }

  const settled$ = closed$.pipe(switchMap(() => timer(CLOSED_AFTER_MS + random() * CLOSED_SPREAD_MS, scheduler)))
  lifetime.add(tick$(symbol).subscribe(onTick))
  lifetime.add(older$.pipe(exhaustMap(loadOlder)).subscribe())
  lifetime.add(
    poll({
      load: loadTail,
      every$: of(TAIL_EVERY_MS),
      visible$,
      again$: merge(again$, missed$, settled$),
      retryMs: (failures) => backoffMs(failures - 1, random),
      scheduler,
    }).subscribe((polled) => (polled.type === 'value' ? onLoaded(polled.value) : onFailed())),
  )

  return merge(view$.pipe(take(1)), view$.pipe(skip(1), perFrame(frames))).pipe(finalize(() => lifetime.unsubscribe()))
}
