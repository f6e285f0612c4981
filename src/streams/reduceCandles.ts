import type { Candle } from '../api/market.ts'
import { type ChartInterval, chartSeconds } from '../rules/intervals.ts'
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

/** Bars of one page of history. */
export const PAGE_BARS = 500
/** Prices of so many ms before a request are added again to its answer, which may have been made a little earlier. */
export const OVERLAP_MS = 5_000

/**
 * What happens to a chart. `at` is the server's time now, in ms.
 *
 * - `tick`: the quote changed
 * - `asked`, `loaded`, `failed`: the newest bars were asked for, at most `limit` of them, and came or did not
 * - `recalled`: they did not come, and these are known from `asOf`, in ms since the epoch
 * - `paging`, `paged`: the same of the bars before the oldest, which opened at `before`; `undefined` where they did not come
 */
export type CandlesInput = { at: number } & (
  | { type: 'tick'; quote: PriceAt & { fresh: boolean } }
  | { type: 'asked' | 'failed' | 'paging' }
  | { type: 'loaded'; loaded: readonly Candle[]; limit: number }
  | { type: 'recalled'; bars: readonly Candle[]; asOf: number }
  | { type: 'paged'; before: number; loaded: readonly Candle[] | undefined }
)

/** `tail`: the newest bars are to be loaded, at once. `settle`: soon, because a bar closed. `keep`: there is a history to keep. */
export type CandlesNeed = 'tail' | 'settle' | 'keep'

export type CandlesState = {
  bars: Bars
  stale: boolean
  /** How much of the history is there. `recalled`: what was known of it before. */
  status: 'loading' | 'error' | 'recalled' | 'whole'
  /** When a history that was recalled was so, in ms since the epoch. */
  asOf: number | undefined
  older: 'more' | 'loading' | 'end'
  /** Prices that an answer under way may not hold yet. */
  recent: readonly PriceAt[]
  askedAt: number | undefined
  /** When the newest bar opens that the history had, in seconds. */
  wholeUntil: number
  /** What the last input calls for. */
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

/** How many of the newest bars to ask for: all that may be missing, or a page where nothing is known. */
export function tailLimit({ status, wholeUntil }: CandlesState, interval: ChartInterval, at: number): number {
  const behind = Math.floor((at / 1000 - wholeUntil) / chartSeconds[interval])
  return status === 'whole' ? Math.min(behind + 2, PAGE_BARS) : PAGE_BARS
}

/** Where to page back from: when the oldest bar opens, in seconds, or `undefined` where there is nothing to page for. */
export const pageFrom = ({ status, older, bars }: CandlesState): number | undefined =>
  status === 'whole' && older === 'more' ? oldestIn(bars) : undefined

/** What is known of a chart after one more input. */
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

/** Since when prices count as recent: an answer under way may have been made before them. */
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
    // What a bar was is told once it is over; of a tick there is no more to tell.
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
  // Bars that grew after a pause reach the tail, but not across what was missed: only the history joins.
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
  // It failed, or the bars were replaced meanwhile: asking again is up to whoever asked.
  if (loaded === undefined || oldestIn(state.bars) !== before) return { ...state, older: 'more' }
  const bars = joinOlder(state.bars, loaded)
  const isAll = loaded.length < PAGE_BARS || bars.closed.length + 1 >= BARS_MAX
  return { ...state, bars, older: isAll ? 'end' : 'more' }
}
