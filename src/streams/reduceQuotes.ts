import type { Quote } from '../api/market/market.ts'
import type { ServerFrame } from '../api/wire/frames.ts'
import { STALE_AFTER_MS } from '../rules/market/prices.ts'
import type { RuleName } from '../rules/profiles/terms.ts'
import { isWithin, type Symbols } from './demand.ts'
import * as books from './quoteBook.ts'

/** Quotes of one answer, with the server time in ms at which they were read. */
type Read = { time: number; quotes: readonly Quote[] }
/** The server's profile of rules; absent for `paper`. */
type Ruled = { rules?: RuleName | undefined }

/**
 * Inputs of quotes. `at` is the estimated server time now, in ms.
 *
 * - `frame`: from the socket. `timed`: `at` is from the server
 * - `answer`: of `currency/quotation_new`
 * - `kept`: quotes of an earlier visit, or of the page itself
 * - `doubt`: something may have been missed; `silence`: nothing arrived for too long
 * - `probing`: a ping was sent after the last doubt
 * - `subscribed`: to these symbols from now on. `probe`: of a ping that was sent after the subscription
 * - `expire`: a price from REST may be too old by now
 */
export type QuotesInput = { at: number } & (
  | { type: 'connection'; connected: boolean }
  | { type: 'frame'; frame: ServerFrame; timed: boolean }
  | ({ type: 'answer'; source: string } & Read & Ruled)
  | ({ type: 'kept' } & Read & Ruled)
  | { type: 'doubt' | 'silence' | 'expire' }
  | { type: 'probing'; probe: number | undefined }
  | { type: 'subscribed'; symbols: Symbols | 'none'; probe: number | undefined }
)

/**
 * Effects of an input: request a snapshot, send a ping and report its number, reset the estimate of the
 * server's clock, or wait for the next price to expire.
 */
export type QuotesNeed = 'snapshot' | 'ping' | 'clock' | 'expiry'

export type QuotesState = {
  book: books.Book
  connected: boolean
  /** The symbols of the newest subscription on this connection. */
  covered: Symbols | 'none'
  /** Whether current data is newer than the last doubt, and the number of the pong that will prove it. */
  live: boolean
  probe: number | undefined
  /** Server time in ms of the server's newest data. */
  heardAt: number | undefined
  /** Whether the live stream is in doubt or down. */
  stale: boolean
  source: string | undefined
  rules: RuleName
  /** `heardAt`, while nothing proves the prices. */
  lastKnown: number | undefined
  gaps: number
  doubts: number
  /** Of the last input: its effects, in order, and whether to render at once. */
  needs: readonly QuotesNeed[]
  urgent: boolean
}

export const noQuotes: QuotesState = {
  book: books.emptyBook,
  connected: false,
  covered: 'none',
  live: false,
  probe: undefined,
  heardAt: undefined,
  stale: true,
  source: undefined,
  rules: 'paper',
  lastKnown: undefined,
  gaps: 0,
  doubts: 0,
  needs: [],
  urgent: false,
}

/** The state of all quotes after an input. */
export function reduceQuotes(before: QuotesState, input: QuotesInput): QuotesState {
  const state: QuotesState = before.needs.length > 0 || before.urgent ? { ...before, needs: [], urgent: false } : before
  switch (input.type) {
    case 'connection':
      return connection(state, input.connected, input.at)
    case 'frame':
      return frame(state, input)
    case 'answer':
      return {
        ...proven(state, input.time),
        ...{ source: input.source, rules: input.rules ?? 'paper' },
        book: answered(state, input),
        needs: ['expiry'],
      }
    case 'kept':
      if (state.heardAt !== undefined) return state
      return {
        ...state,
        ...{ heardAt: input.time, lastKnown: input.time, rules: input.rules ?? 'paper' },
        book: books.recall(state.book, input),
      }
    case 'doubt':
      return doubt(state, input.at)
    case 'silence':
      return state.connected ? doubt(state, input.at) : state
    case 'probing':
      return { ...state, probe: input.probe }
    case 'subscribed':
      return subscribed(state, input)
    case 'expire':
      return expire(state, input.at)
  }
}

const answered = (state: QuotesState, input: Read & { at: number }) =>
  books.takeAnswer(state.book, input, !state.connected, input.at)

const proven = (state: QuotesState, time: number): QuotesState => ({ ...state, heardAt: time, lastKnown: undefined })

const need = (state: QuotesState, ...needs: QuotesNeed[]): QuotesState => ({
  ...state,
  needs: [...state.needs, ...needs],
})

function connection(state: QuotesState, connected: boolean, at: number): QuotesState {
  if (connected === state.connected) return state
  // A new connection proves it by itself.
  if (connected) return need({ ...state, connected, live: true }, 'snapshot')
  return doubt({ ...state, connected, covered: 'none' }, at)
}

const coveredBy =
  (covered: Symbols | 'none'): books.Covers =>
  (symbol) =>
    isWithin([symbol], covered)

function subscribed(state: QuotesState, { symbols, probe, at }: QuotesInput & { type: 'subscribed' }): QuotesState {
  const change = { before: coveredBy(state.covered), after: coveredBy(symbols), probe }
  return { ...state, covered: symbols, book: books.replaceCover(state.book, change, at) }
}

function doubt(state: QuotesState, at: number): QuotesState {
  const doubted: QuotesState = {
    ...state,
    live: false,
    probe: undefined,
    stale: true,
    lastKnown: state.heardAt,
    doubts: state.doubts + 1,
    book: books.doubtAll(state.book, at),
    urgent: true,
  }
  return state.connected ? need(doubted, 'ping') : doubted
}

function expire(state: QuotesState, at: number): QuotesState {
  const book = books.expire(state.book, at)
  // Where a live stream is not asked for prices, they age without a doubt of the others.
  const isProven = books.hasFresh(book) || (state.live && !state.stale)
  const lastKnown = isProven ? state.lastKnown : state.heardAt
  return { ...state, book, lastKnown, urgent: true, needs: ['expiry'] }
}

function frame(state: QuotesState, input: QuotesInput & { type: 'frame' }): QuotesState {
  const { frame, at } = input
  switch (frame.type) {
    case 'snapshot':
      return snapshot(inTime(state, frame.time, input), frame, at)
    case 'quotes':
      return deltas(inTime(state, frame.time, input), frame, at)
    case 'state':
      return { ...state, book: books.takeStates(state.book, frame.symbols, at) }
    case 'pong':
      return pong({ ...state, book: books.takePong(state.book, frame.id, at) }, frame.id)
    default:
      return state
  }
}

function pong(state: QuotesState, id: number): QuotesState {
  if (state.probe === undefined || id < state.probe) return state
  return need({ ...state, probe: undefined, live: true }, 'snapshot')
}

/** A late frame, or a wrong clock: the next pong shows which. */
function inTime(state: QuotesState, time: number, { at, timed }: { at: number; timed: boolean }): QuotesState {
  return state.live && timed && at - time > STALE_AFTER_MS ? doubt(need(state, 'clock'), at) : state
}

function snapshot(state: QuotesState, read: Read, at: number): QuotesState {
  const isCovered = coveredBy(state.covered)
  const { book, whole } = books.takeSnapshot(state.book, read, (symbol) => state.live && isCovered(symbol), at)
  const next = { ...state, book }
  if (!state.live) return next
  return whole ? proven({ ...next, stale: false }, read.time) : need(next, 'snapshot')
}

function deltas(state: QuotesState, { time, quotes }: ServerFrame & { type: 'quotes' }, at: number): QuotesState {
  const { book, gap } = books.takeDeltas(state.book, quotes, at)
  const next = { ...state, book, heardAt: state.live ? time : state.heardAt }
  if (!gap) return next
  const torn: QuotesState = { ...next, gaps: state.gaps + 1, stale: true, urgent: true }
  return state.live ? need(torn, 'snapshot') : torn
}
