import type { Quote } from '../api/market/market.ts'
import type { QuoteDelta } from '../api/wire/frames.ts'
import { STALE_AFTER_MS } from '../rules/market/prices.ts'
import { isAbove } from '../rules/money/money.ts'

/**
 * A quote with its freshness. `fresh`: it is provably the newest, and the server itself does
 * not call it stale. A closed market's last price is fresh.
 */
export type LiveQuote = Quote & { fresh: boolean }

type Entry = Readonly<{
  quote: LiveQuote
  /** Complete up to `seq`. */
  whole: boolean
  /** The number of the pong before which a snapshot may be one of an earlier subscription. */
  probe: number | undefined
  seq: number
  /** A gapless run of numbers received after a gap: a snapshot that reaches it closes the gap. */
  run: { from: number; to: number } | undefined
  /** Server time in ms of the 24-hour figures, and the time until which a price from REST counts as fresh. */
  statsAt: number
  restUntil: number
}>

/**
 * All known quotes, from any source, in order of first receipt: the newest price
 * by its timestamp wins, and the socket's sequence numbers reveal gaps. Immutable: each
 * function below returns a new one. `at` is server time in ms.
 */
export type Book = ReadonlyMap<string, Entry>

/** Whether a subscription covers a symbol. */
export type Covers = (symbol: string) => boolean

export const emptyBook: Book = new Map()

export const quoteIn = (book: Book, symbol: string): LiveQuote | undefined => book.get(symbol)?.quote

/** All quotes, as a new map. */
export const quotesIn = (book: Book): Map<string, LiveQuote> =>
  new Map([...book].map(([symbol, { quote }]) => [symbol, quote]))

/** The quotes of `next` that are new or changed since `before`, including their freshness. */
export const changedIn = (before: Book, next: Book): LiveQuote[] =>
  before === next ? [] : [...quotesIn(next).values()].filter((quote) => quote !== quoteIn(before, quote.symbol))

/** Whether any quote is fresh. */
export const hasFresh = (book: Book): boolean => [...book.values()].some(({ quote }) => quote.fresh)

/** Server time in ms at which the next quote becomes too old, or `undefined`. */
export function nextExpiry(book: Book): number | undefined {
  const due = [...book.values()].filter((entry) => entry.quote.fresh && !isProven(entry))
  return due.length === 0 ? undefined : Math.min(...due.map(({ restUntil }) => restUntil))
}

/**
 * Adds a snapshot of the socket, made at `time`.
 *
 * @param proves of a symbol, whether it was certainly made after the last doubt, and changes follow it. Only then does it make the
 * quote complete
 * @returns `whole`: whether every such quote is complete now
 */
export function takeSnapshot(
  book: Book,
  { quotes, time }: { quotes: readonly Quote[]; time: number },
  proves: (symbol: string) => boolean,
  at: number,
): { book: Book; whole: boolean } {
  const next = new Map(book)
  let whole = true
  for (const quote of quotes) {
    const known = next.get(quote.symbol) ?? unheard(quote)
    const isProof = proves(quote.symbol)
    const joined = isProof ? join(known, quote) : known
    whole &&= joined.whole || !isProof
    next.set(quote.symbol, renew(joined, { ...news(joined, quote, time), state: quote.state }, at, time))
  }
  return { book: next, whole }
}

/** Adds changes from the socket. `gap`: something is missing, and a snapshot is needed. */
export function takeDeltas(book: Book, deltas: readonly QuoteDelta[], at: number): { book: Book; gap: boolean } {
  const next = new Map(book)
  let gap = false
  for (const [symbol, seq, time, price, bid, ask, volume24h] of deltas) {
    const known = next.get(symbol)
    // A symbol that no list has had yet: the next list will.
    if (!known) continue
    const { step, entry } = advance(known, seq)
    // A snapshot made within the 100 ms of a frame may have its number without its last price.
    if (step === 'old' && !(seq === known.seq && time > known.quote.time)) continue
    gap ||= step === 'gap'
    const isNewer = time >= known.quote.time
    next.set(symbol, renew(entry, isNewer ? { seq, time, price, bid, ask, volume24h } : {}, at))
  }
  return { book: next, gap }
}

/** Adds the state of markets: open, closed, or stale. */
export function takeStates(
  book: Book,
  states: readonly (readonly [symbol: string, state: Quote['state']])[],
  at: number,
): Book {
  const next = new Map(book)
  for (const [symbol, state] of states) {
    const entry = next.get(symbol)
    if (entry && entry.quote.state !== state) next.set(symbol, renew(entry, { state }, at))
  }
  return next
}

/**
 * Adds quotes from REST, of an answer made at `time`.
 *
 * @param down whether the socket is down: then young prices count as fresh
 */
export function takeAnswer(
  book: Book,
  { quotes, time }: { quotes: readonly Quote[]; time: number },
  down: boolean,
  at: number,
): Book {
  const next = new Map(book)
  for (const quote of quotes) {
    const entry = next.get(quote.symbol) ?? unheard(quote)
    // For a live quote, the socket's state and volume are newer than those of a REST answer in flight.
    const better = entry.whole ? { volume24h: entry.quote.volume24h } : { state: quote.state }
    const changes = { ...news(entry, quote, time), ...better }
    const said = { ...entry.quote, ...changes }
    const restUntil = (said.state === 'closed' ? time : said.time) + STALE_AFTER_MS
    next.set(quote.symbol, renew(down ? { ...entry, restUntil } : entry, changes, at, time))
  }
  return next
}

/**
 * Adds cached quotes, made at `time`, where none is known yet. They are stale, whatever their
 * market's state.
 */
export function recall(book: Book, { quotes, time }: { quotes: readonly Quote[]; time: number }): Book {
  const heard = quotes.filter(({ symbol }) => !book.has(symbol))
  const entries = heard.map((quote): [string, Entry] => [
    quote.symbol,
    { ...unheard({ ...quote, state: 'stale' }), statsAt: time },
  ])
  return new Map([...book, ...entries])
}

/**
 * The subscription was replaced. Quotes that it no longer covers are stale; those that it newly covers become complete by a snapshot after
 * it.
 *
 * @param probe the number of the pong that follows its snapshot; `undefined` if there was no subscription before
 */
export const replaceCover = (
  book: Book,
  { before, after, probe }: { before: Covers; after: Covers; probe: number | undefined },
  at: number,
): Book =>
  mapped(book, (entry) => {
    const { symbol } = entry.quote
    if (before(symbol) === after(symbol)) return entry
    return renew({ ...entry, whole: false, run: undefined, probe: after(symbol) ? probe : undefined }, {}, at)
  })

/** The pong of this number arrived: snapshots before it were not of an earlier subscription. */
export const takePong = (book: Book, id: number, at: number): Book =>
  [...book.values()].some(({ probe }) => probe !== undefined && probe <= id)
    ? mapped(book, (entry) =>
        entry.probe !== undefined && entry.probe <= id ? renew({ ...entry, probe: undefined }, {}, at) : entry,
      )
    : book

/** Something may have been missed: every quote is stale until proven fresh. */
export const doubtAll = (book: Book, at: number): Book =>
  mapped(book, (entry) => renew({ ...entry, whole: false, run: undefined, probe: undefined, restUntil: 0 }, {}, at))

/** Marks quotes from REST as stale if they are too old by now. */
export const expire = (book: Book, at: number): Book => mapped(book, (entry) => renew(entry, {}, at))

const mapped = (book: Book, change: (entry: Entry) => Entry): Book =>
  new Map([...book].map(([symbol, entry]) => [symbol, change(entry)]))

const isProven = ({ whole, probe }: Entry): boolean => whole && probe === undefined

const unheard = (quote: Quote): Entry => ({
  quote: { ...quote, fresh: false },
  whole: false,
  probe: undefined,
  seq: quote.seq,
  run: undefined,
  statsAt: Number.NEGATIVE_INFINITY,
  restUntil: 0,
})

/**
 * Updates an entry's values and freshness. A price outside the 24-hour range widens it.
 *
 * @param time when the 24-hour figures in it were made
 */
function renew(entry: Entry, changes: Partial<Quote>, at: number, time = entry.statsAt): Entry {
  const next = { ...entry.quote, ...changes }
  next.fresh = (isProven(entry) || entry.restUntil > at) && next.state !== 'stale'
  const statsAt = Math.max(entry.statsAt, time)
  if (Object.keys(changes).length === 0 && next.fresh === entry.quote.fresh) return { ...entry, statsAt }
  if (isAbove(next.price, next.high24h)) next.high24h = next.price
  if (isAbove(next.low24h, next.price)) next.low24h = next.price
  return { ...entry, statsAt, quote: next }
}

/** The parts of a full quote that are newer than the known ones. */
function news(known: Entry, quote: Quote, time: number): Partial<Quote> {
  const { seq, price, bid, ask } = quote
  const { open24h, high24h, low24h, volume24h, turnover24h, spark } = quote
  return {
    ...(time >= known.statsAt && { open24h, high24h, low24h, volume24h, turnover24h, spark }),
    ...(quote.time > known.quote.time && { seq, time: quote.time, price, bid, ask }),
  }
}

/** Joins a snapshot to the sequence numbers. */
function join(entry: Entry, { seq, time }: Quote): Entry {
  const { run } = entry
  // A lower number with a newer price: the server restarted its numbering.
  const restarted = time > entry.quote.time
  if (entry.whole) {
    // Snapshots are briefly cached: one may be older than changes received before it.
    return seq > entry.seq || restarted ? { ...entry, seq } : entry
  }
  if (run && !restarted && seq < run.from - 1) return entry
  return { ...entry, seq: run && !restarted ? Math.max(seq, run.to) : seq, whole: true, run: undefined }
}

/** Handles a sequence number. */
function advance(entry: Entry, seq: number): { step: 'next' | 'old' | 'gap'; entry: Entry } {
  const { run } = entry
  const expected = entry.whole ? entry.seq + 1 : run ? run.to + 1 : seq
  if (seq < expected) return { step: 'old', entry }
  if (seq > expected) {
    return { step: 'gap', entry: { ...entry, whole: false, restUntil: 0, run: { from: seq, to: seq } } }
  }
  return {
    step: 'next',
    entry: entry.whole ? { ...entry, seq } : { ...entry, run: { from: run?.from ?? seq, to: seq } },
  }
}
