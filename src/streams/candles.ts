import {
  asyncScheduler,
  BehaviorSubject,
  catchError,
  concat,
  concatMap,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  from,
  map,
  merge,
  type Observable,
  of,
  ReplaySubject,
  type SchedulerLike,
  Subject,
  scan,
  share,
  skip,
  switchMap,
  take,
  timer,
} from 'rxjs'
import type { Candle } from '../api/market/market.ts'
import type { ChartInterval } from '../rules/market/intervals.ts'
import { abortable } from './abortable.ts'
import { backoffMs } from './backoff.ts'
import { allOf } from './bars.ts'
import { type Frames, perFrame } from './frame.ts'
import { poll } from './poll.ts'
import type { LiveQuote } from './quoteBook.ts'
import {
  type CandlesInput,
  type CandlesNeed,
  type CandlesState,
  noCandles,
  PAGE_BARS,
  pageFrom,
  reduceCandles,
  tailLimit,
} from './reduceCandles.ts'

/**
 * A chart's bars, oldest first, as on the wire: decimals, converted to numbers only for drawing.
 * An unchanged bar is the same object as before, and so is `bars` while only the newest grew.
 *
 * - `newest`: the bar after those of `bars`, which may still grow; `undefined` if there is none
 * - `stale`: the newest bar may lack prices
 * - `older`: whether older bars exist
 * - `error`: the history did not load; it is retried automatically
 * - `asOf`: age of cached bars, in ms since the epoch, if loading failed
 */
export type Candles = { bars: readonly Candle[]; newest: Candle | undefined; stale: boolean } & (
  | { type: 'loading' | 'error' }
  | { type: 'bars'; older: 'more' | 'loading' | 'end'; asOf?: number }
)

export type Chart = {
  /** The current bars, then changes at most once per animation frame. */
  candles$: Observable<Candles>
  /** Loads the bars before the oldest. Does nothing while loading, or if there are none. */
  older(): void
}

/** `before`: only bars that open before this second. `limit`: maximum number, of the newest. */
export type CandleRequest = { symbol: string; interval: ChartInterval; before?: number; limit: number }

/** The cached bars of a chart, for when it does not load. */
export type KeptCandles = {
  read(symbol: string, interval: ChartInterval): Promise<{ bars: readonly Candle[]; asOf: number } | undefined>
  keep(symbol: string, interval: ChartInterval, bars: readonly Candle[]): void
}

export type CandlesOptions = {
  /** Loads bars, oldest first. */
  load(request: CandleRequest, signal: AbortSignal): Promise<readonly Candle[]>
  kept?: KeptCandles
  /** Every change of a quote. */
  tick$(symbol: string): Observable<LiveQuote>
  /** Server time in ms. */
  serverNow(): number
  frames: Frames
  visible$?: Observable<boolean>
  /** Uniform in [0, 1). */
  random(): number
  scheduler?: SchedulerLike
}

/** Reload interval of the tail, for the volume, which the stream does not carry. In ms. */
export const TAIL_EVERY_MS = 30_000
/** Delay before loading a closed bar, in ms: the server has it complete by then, and clients are spread out. */
export const CLOSED_AFTER_MS = 2_000
export const CLOSED_SPREAD_MS = 3_000

/** Creates charts: history by request, joined to the live stream, and rejoined after a gap. */
export function createCandles(options: CandlesOptions): { chart(symbol: string, interval: ChartInterval): Chart } {
  return {
    chart: (symbol, interval) => {
      const older$ = new Subject<void>()
      return {
        // One set of bars for all subscribers of this chart. It is dropped with the last of them, so that a page that
        // closes leaves no request and no timer, and one that reopens starts with a fresh history.
        candles$: defer(() => follow(options, symbol, interval, older$)).pipe(
          share({ connector: () => new ReplaySubject<Candles>(1), resetOnRefCountZero: true }),
        ),
        older: () => older$.next(),
      }
    },
  }
}

function follow(options: CandlesOptions, symbol: string, interval: ChartInterval, older$: Observable<void>) {
  const { load, kept, tick$, serverNow, frames, visible$ = of(true), random } = options
  const { scheduler = asyncScheduler } = options
  const state$ = new BehaviorSubject(noCandles)
  const asked$ = new Subject<void>()
  const need$ = new Subject<CandlesNeed>()

  const tail$ = poll({
    load: async (signal) => {
      asked$.next()
      const limit = tailLimit(state$.value, interval, serverNow())
      return { limit, loaded: await load({ symbol, interval, limit }, signal) }
    },
    every$: of(TAIL_EVERY_MS),
    visible$,
    again$: merge(
      need$.pipe(filter((need) => need === 'tail')),
      need$.pipe(
        filter((need) => need === 'settle'),
        switchMap(() => timer(CLOSED_AFTER_MS + random() * CLOSED_SPREAD_MS, scheduler)),
      ),
    ),
    retryMs: (failures) => backoffMs(failures - 1, random),
    scheduler,
  })
  const page = () => {
    const before = pageFrom(state$.value)
    if (before === undefined) return EMPTY
    return concat(
      of({ type: 'paging' } as const),
      abortable((signal) => load({ symbol, interval, before, limit: PAGE_BARS }, signal)).pipe(
        catchError(() => of(undefined)),
        map((loaded) => ({ type: 'paged', before, loaded }) as const),
      ),
    )
  }
  const recall = async () => {
    const known = state$.value.status === 'loading' ? await kept?.read(symbol, interval) : undefined
    return known ? ({ type: 'recalled', ...known } as const) : ({ type: 'failed' } as const)
  }
  const input$ = merge(
    asked$.pipe(map(() => ({ type: 'asked' }) as const)),
    tick$(symbol).pipe(map((quote) => ({ type: 'tick', quote }) as const)),
    older$.pipe(exhaustMap(page)),
    tail$.pipe(
      concatMap((polled) =>
        polled.type === 'value' ? of({ type: 'loaded', ...polled.value } as const) : from(recall()),
      ),
    ),
  )
  const keeping = need$
    .pipe(filter((need) => need === 'keep'))
    .subscribe(() => kept?.keep(symbol, interval, allOf(state$.value.bars).slice(-PAGE_BARS)))
  const lifetime = input$
    .pipe(
      map((input): CandlesInput => ({ ...input, at: serverNow() })),
      scan(reduceCandles(interval), noCandles),
    )
    .subscribe((state) => {
      state$.next(state)
      for (const need of state.needs) need$.next(need)
    })

  const view$ = state$.pipe(distinctUntilChanged(looksSame), map(viewOf))
  return merge(view$.pipe(take(1)), view$.pipe(skip(1), perFrame(frames))).pipe(
    finalize(() => {
      lifetime.unsubscribe()
      keeping.unsubscribe()
    }),
  )
}

const looksSame = (a: CandlesState, b: CandlesState) =>
  a.bars === b.bars && a.stale === b.stale && a.status === b.status && a.older === b.older

function viewOf({ bars, stale, status, older, asOf }: CandlesState): Candles {
  const { closed, newest } = bars
  if (status === 'loading') return { type: 'loading', bars: [], newest: undefined, stale }
  if (status === 'error') return { type: 'error', bars: closed, newest, stale }
  return { type: 'bars', bars: closed, newest, stale, older, ...(asOf !== undefined && { asOf }) }
}
