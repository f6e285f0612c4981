import type { QuoteDelta } from '../api/frames.ts'
import type { Quote } from '../api/market.ts'
import { STALE_AFTER_MS } from '../rules/microtrade.ts'
import { isAbove } from '../rules/money.ts'

/**
 * A quote with its standing. `fresh`: it is the newest there is, as far as can be proven, and the server itself does
 * not call it stale. A closed market's last price is fresh.
 */
export type LiveQuote = Quote & { fresh: boolean }

export type QuoteBook = {
  get(symbol: string): LiveQuote | undefined
  /** All quotes, in the order in which they were first heard of. A copy. */
  all(): Map<string, LiveQuote>
  /**
   * Takes in a snapshot of the socket.
   *
   * @param time server time in ms
   * @param proven whether it was certainly made after the last doubt. Only then does it make quotes whole
   * @returns whether every quote in it is whole now
   */
  snapshot(quotes: readonly Quote[], time: number, proven: boolean): boolean
  /** Takes in changes from the socket, and says whether there was a gap: then a snapshot is needed. */
  deltas(deltas: readonly QuoteDelta[]): boolean
  states(states: readonly (readonly [symbol: string, state: Quote['state']])[]): void
  /**
   * Takes in quotes from REST.
   *
   * @param time server time of the answer in ms
   * @param down whether the socket is down: then young prices count as fresh
   */
  rest(quotes: readonly Quote[], time: number, down: boolean): void
  /**
   * Takes in quotes that were heard of long ago, where nothing is known yet. They are stale, whatever their market was.
   *
   * @param time server time of the answer in ms
   */
  recall(quotes: readonly Quote[], time: number): void
  /** Something may have been missed: every quote is stale until proven otherwise. */
  doubt(): void
  /** Makes quotes stale that came by REST and are too old by now. */
  expire(): void
  /** Whether any quote is fresh. */
  hasFresh(): boolean
  /** Server time in ms of the next quote to become too old, or `undefined`. */
  nextExpiry(): number | undefined
}

type Entry = {
  quote: LiveQuote
  /** Nothing is missing up to `seq`. */
  whole: boolean
  seq: number
  /** An unbroken run of numbers that came while something was missing: a snapshot that reaches it makes all whole. */
  run: { from: number; to: number } | undefined
  /** Server time in ms of the 24-hour figures, and until when a price from REST counts as fresh. */
  statsAt: number
  restUntil: number
}

type Price = Pick<Quote, 'seq' | 'time' | 'price' | 'bid' | 'ask'>
type Stats = Pick<Quote, 'open24h' | 'high24h' | 'low24h' | 'volume24h' | 'turnover24h' | 'spark'>

const priceOf = ({ seq, time, price, bid, ask }: Quote): Price => ({ seq, time, price, bid, ask })
const statsOf = ({ open24h, high24h, low24h, volume24h, turnover24h, spark }: Quote): Stats => ({
  open24h,
  high24h,
  low24h,
  volume24h,
  turnover24h,
  spark,
})

/**
 * What is known of every quote, whichever way it came: the newest price wins by the time it was made, and the socket's
 * numbers say whether anything is missing.
 *
 * @param serverNow server time in ms
 * @param onChange called for each quote that changed, in its standing too
 */
export function createQuoteBook(serverNow: () => number, onChange: (quote: LiveQuote) => void): QuoteBook {
  const entries = new Map<string, Entry>()

  /** Gives an entry its new values and its standing. A price outside the 24-hour range widens it. */
  const put = (entry: Entry, changes: Partial<Quote>) => {
    const next = { ...entry.quote, ...changes }
    next.fresh = (entry.whole || entry.restUntil > serverNow()) && next.state !== 'stale'
    if (Object.keys(changes).length === 0 && next.fresh === entry.quote.fresh) return
    if (isAbove(next.price, next.high24h)) next.high24h = next.price
    if (isAbove(next.low24h, next.price)) next.low24h = next.price
    entry.quote = next
    onChange(next)
  }

  const entryOf = (quote: Quote): Entry => {
    const known = entries.get(quote.symbol)
    if (known) return known
    const entry: Entry = {
      quote: { ...quote, fresh: false },
      whole: false,
      seq: quote.seq,
      run: undefined,
      statsAt: Number.NEGATIVE_INFINITY,
      restUntil: 0,
    }
    entries.set(quote.symbol, entry)
    return entry
  }

  /** What of a full quote is newer than what is known. */
  const news = (entry: Entry, quote: Quote, time: number): Partial<Quote> => {
    const statsAreNewer = time >= entry.statsAt
    if (statsAreNewer) entry.statsAt = time
    return { ...(statsAreNewer && statsOf(quote)), ...(quote.time > entry.quote.time && priceOf(quote)) }
  }

  /** Joins a snapshot to the line of numbers. */
  const join = (entry: Entry, { seq, time }: Quote) => {
    const { run } = entry
    // A lower number with a newer price: the server began to count anew.
    const restarted = time > entry.quote.time
    if (entry.whole) {
      // Snapshots are cached for a moment: one may be older than the changes that overtook it.
      if (seq > entry.seq || restarted) entry.seq = seq
    } else if (!run || restarted || seq >= run.from - 1) {
      entry.seq = run && !restarted ? Math.max(seq, run.to) : seq
      entry.whole = true
      entry.run = undefined
    }
  }

  /** Takes a number of the line. */
  const advance = (entry: Entry, seq: number): 'next' | 'old' | 'gap' => {
    const expected = entry.whole ? entry.seq + 1 : entry.run ? entry.run.to + 1 : seq
    if (seq < expected) return 'old'
    if (seq > expected) {
      entry.whole = false
      entry.restUntil = 0
      entry.run = { from: seq, to: seq }
      return 'gap'
    }
    if (entry.whole) entry.seq = seq
    else entry.run = { from: entry.run?.from ?? seq, to: seq }
    return 'next'
  }

  return {
    get: (symbol) => entries.get(symbol)?.quote,
    all: () => new Map([...entries].map(([symbol, { quote }]) => [symbol, quote])),
    snapshot: (quotes, time, proven) => {
      let whole = true
      for (const quote of quotes) {
        const entry = entryOf(quote)
        if (proven) join(entry, quote)
        whole &&= entry.whole
        put(entry, { ...news(entry, quote, time), state: quote.state })
      }
      return whole
    },
    deltas: (deltas) => {
      let gap = false
      for (const [symbol, seq, time, price, bid, ask, volume24h] of deltas) {
        const entry = entries.get(symbol)
        // A symbol that no list has named yet: the next list will.
        if (!entry) continue
        const step = advance(entry, seq)
        // A snapshot made within the 100 ms of a frame may have its number, and not yet its last price.
        if (step === 'old' && !(seq === entry.seq && time > entry.quote.time)) continue
        gap ||= step === 'gap'
        put(entry, time >= entry.quote.time ? { seq, time, price, bid, ask, volume24h } : {})
      }
      return gap
    },
    states: (states) => {
      for (const [symbol, state] of states) {
        const entry = entries.get(symbol)
        if (entry && entry.quote.state !== state) put(entry, { state })
      }
    },
    rest: (quotes, time, down) => {
      for (const quote of quotes) {
        const entry = entryOf(quote)
        // Of a live quote, the socket knows the state and the volume better than an answer that was on its way.
        const changes = news(entry, quote, time)
        const better = entry.whole ? { volume24h: entry.quote.volume24h } : { state: quote.state }
        if (down) {
          const next = { ...entry.quote, ...changes, ...better }
          entry.restUntil = (next.state === 'closed' ? time : next.time) + STALE_AFTER_MS
        }
        put(entry, { ...changes, ...better })
      }
    },
    recall: (quotes, time) => {
      for (const quote of quotes) {
        if (entries.has(quote.symbol)) continue
        const entry = entryOf({ ...quote, state: 'stale' })
        entry.statsAt = time
        onChange(entry.quote)
      }
    },
    doubt: () => {
      for (const entry of entries.values()) {
        entry.whole = false
        entry.run = undefined
        entry.restUntil = 0
        if (entry.quote.fresh) put(entry, {})
      }
    },
    expire: () => {
      for (const entry of entries.values()) {
        if (entry.quote.fresh && !entry.whole && entry.restUntil <= serverNow()) put(entry, {})
      }
    },
    hasFresh: () => [...entries.values()].some(({ quote }) => quote.fresh),
    nextExpiry: () => {
      const due = [...entries.values()].filter(({ quote, whole }) => quote.fresh && !whole)
      return due.length === 0 ? undefined : Math.min(...due.map(({ restUntil }) => restUntil))
    },
  }
}
