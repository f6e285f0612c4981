import type { Candle } from '../api/market/market.ts'
import { type ChartInterval, chartSeconds } from '../rules/market/intervals.ts'
import {
  allOf,
  BARS_MAX,
  type Bars,
  barsOf,
  grow,
  joinOlder,
  joinTail,
  noBars,
  oldestIn,
  type PriceAt,
  shorten,
} from './bars.ts'

/** Page size of the history, in bars. */
export const PAGE_BARS = 500
/** Prices from this many ms before a request are applied again to its answer, which may be slightly older. */
export const OVERLAP_MS = 5_000

/**
 * Inputs of a chart. `at` is the server's time now, in ms.
 *
 * - `tick`: the quote changed
 * - `asked`, `loaded`, `failed`: the newest bars were requested, at most `limit` of them, and arrived or did not
 * - `recalled`: they did not arrive, and these are cached from `asOf`, in ms since the epoch
 * - `paging`, `paged`: the same for the bars before the oldest, which opened at `before`; `undefined` on failure
 */
export type CandlesInput = { at: number } & (
  | { type: 'tick'; quote: PriceAt & { fresh: boolean } }
  | { type: 'asked' | 'failed' | 'paging' }
  | { type: 'loaded'; loaded: readonly Candle[]; limit: number }
  | { type: 'recalled'; bars: readonly Candle[]; asOf: number }
  | { type: 'paged'; before: number; loaded: readonly Candle[] | undefined }
)

/** `tail`: load the newest bars at once. `settle`: load them soon, because a bar closed. `keep`: cache the history. */
export type CandlesNeed = 'tail' | 'settle' | 'keep'

export type CandlesState = {
  bars: Bars
  stale: boolean
  /** State of the history. `recalled`: from the cache. */
  status: 'loading' | 'error' | 'recalled' | 'whole'
  /** Age of a history from the cache, in ms since the epoch. */
  asOf: number | undefined
  older: 'more' | 'loading' | 'end'
  /** Prices that a pending answer may lack. */
  recent: readonly PriceAt[]
  askedAt: number | undefined
  /** Opening time of the history's newest bar, in seconds. */
  wholeUntil: number
  /** Effects of the last input. */
  needs: readonly CandlesNeed[]
}

export const noCandles: CandlesState = {
  bars: noBars,
  stale: true,
  status: 'loading',
  asOf: undefined,
  older: 'more',
  recent: [],
  askedAt: undefined,
  wholeUntil: 0,
  needs: [],
}

/** Number of newest bars to request: all that may be missing, or a page if none is known. */
export function tailLimit({ status, wholeUntil }: CandlesState, interval: ChartInterval, at: number): number {
  const behind = Math.floor((at / 1000 - wholeUntil) / chartSeconds[interval])
  return status === 'whole' ? Math.min(behind + 2, PAGE_BARS) : PAGE_BARS
}

/** Cursor of the older page: opening time of the oldest bar, in seconds, or `undefined` if there is none. */
export const pageFrom = ({ status, older, bars }: CandlesState): number | undefined =>
  status === 'whole' && older === 'more' ? oldestIn(bars) : undefined

/** The chart's state after an input. */
export const reduceCandles =
  (interval: ChartInterval) =>
  (before: CandlesState, input: CandlesInput): CandlesState => {
    const state: CandlesState = before.needs.length > 0 ? { ...before, needs: [] } : before
    switch (input.type) {
      case 'tick':
        return tick(state, interval, input)
      case 'asked':
        return { ...state, askedAt: input.at }
      case 'failed':
        return { ...state, askedAt: undefined, status: state.status === 'loading' ? 'error' : state.status }
      case 'loaded':
        return { ...loaded(state, interval, input), askedAt: undefined }
      case 'recalled':
        return { ...recalled(state, input), askedAt: undefined }
      case 'paging':
        return { ...state, older: 'loading' }
      case 'paged':
        return paged(state, input)
    }
  }

/** Start of recent prices: a pending answer may be older than them. */
const recentSince = ({ askedAt }: CandlesState, at: number) => (askedAt ?? at) - OVERLAP_MS

function tick(
  state: CandlesState,
  interval: ChartInterval,
  { quote, at }: CandlesInput & { type: 'tick' },
): CandlesState {
  const { time, price, fresh } = quote
  const since = recentSince(state, at)
  const bars = shorten(grow(state.bars, interval, { time, price }))
  const needs: CandlesNeed[] = []
  if (state.status === 'whole') {
    // A closed bar is reloaded for its final values; a tick has none.
    if (interval !== 'tick' && bars.closed !== state.bars.closed) needs.push('settle')
  }
  if (state.status !== 'loading' && fresh && state.stale) needs.push('tail')
  const recent = [...state.recent.filter((each) => each.time >= since), { time, price }]
  return { ...state, bars, stale: !fresh, recent, needs }
}

function loaded(
  state: CandlesState,
  interval: ChartInterval,
  { loaded, limit, at }: CandlesInput & { type: 'loaded' },
): CandlesState {
  const { status, bars, wholeUntil } = state
  // Live bars after a pause do not cover the gap: only the history does.
  const known = status === 'whole' ? barsOf(allOf(bars).filter(([time]) => time <= wholeUntil)) : noBars
  const joined = joinTail(known, loaded, limit)
  const isAnew = status !== 'whole' || oldestIn(joined) !== oldestIn(bars)
  const since = recentSince(state, at)
  return {
    ...state,
    status: 'whole',
    asOf: undefined,
    needs: loaded.length > 0 ? ['keep'] : [],
    older: isAnew ? (loaded.length < limit ? 'end' : 'more') : state.older,
    bars: state.recent.reduce((grown, price) => (price.time < since ? grown : grow(grown, interval, price)), joined),
    wholeUntil: loaded.at(-1)?.[0] ?? wholeUntil,
  }
}

function recalled(state: CandlesState, { bars, asOf }: CandlesInput & { type: 'recalled' }): CandlesState {
  if (state.status === 'whole') return state
  return { ...state, status: 'recalled', asOf, older: 'end', bars: barsOf(bars) }
}

function paged(state: CandlesState, { before, loaded }: CandlesInput & { type: 'paged' }): CandlesState {
  // Failed, or the bars were replaced meanwhile: retrying is up to the caller.
  if (loaded === undefined || oldestIn(state.bars) !== before) return { ...state, older: 'more' }
  const bars = joinOlder(state.bars, loaded)
  const isAll = loaded.length < PAGE_BARS || bars.closed.length + 1 >= BARS_MAX
  return { ...state, bars, older: isAll ? 'end' : 'more' }
}
