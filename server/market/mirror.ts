import type { Quote } from '../../src/api/market/market.ts'
import type { QuoteDelta, ServerFrame } from '../../src/api/wire/frames.ts'
import { isOpen } from '../../src/rules/market/hours.ts'
import type { Instrument } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { isAbove, parseMoney } from '../../src/rules/money/money.ts'
import type { Platform } from '../platform/context.ts'
import type { Base, Feed } from '../platform/nodes/bus.ts'
import { createBoard, type QuoteState } from './board.ts'
import { createCandleMemory } from './candle-memory.ts'
import type { MarketView } from './market.ts'
import { instrumentsOf, type SourceFacts } from './source.ts'
import { readSymbolStates, referencePrice } from './symbol-state.ts'
import { createTape } from './tape.ts'

/** A leader silent for this long, in ms, may be gone: it sends ten messages a second. */
const SILENT_MS_MAX = 2_000
const LOOK_EVERY_MS = 200
const ASK_EVERY_MS = 1_000

/**
 * The market on a node that does not make it: the leader's messages, number by number, and its record. It forwards them unchanged to this
 * node's sockets.
 *
 * A price is live here while the leader is heard and no message is missing. After a gap all prices are stale, nothing is forwarded, and the
 * leader is asked for all of them: sockets then get a snapshot.
 */
export function createMirror({ db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>, source: SourceFacts) {
  const instruments = new Map(instrumentsOf(source).map((instrument) => [instrument.symbol, instrument]))
  let quotes = new Map<string, Quote>()
  let published = new Map<string, QuoteState>()
  let heard = { term: 0, number: 0, closedMs: 0 }
  let heardAt = Number.NEGATIVE_INFINITY
  let whole = false
  let askedAt = Number.NEGATIVE_INFINITY
  let snapshot: string | undefined
  const memory = createCandleMemory(db)
  const tape = createTape(source)
  let cancelLook = () => {}

  const isFresh = (now: number) => whole && Math.abs(now - heardAt) <= SILENT_MS_MAX

  const stateOf = (instrument: Instrument, time: number, now: number): QuoteState => {
    if (!isOpen(instrument.kind, now)) return 'closed'
    return isFresh(now) && Math.abs(now - time) <= STALE_AFTER_MS ? 'live' : 'stale'
  }
  const known = (symbol: string): Instrument => {
    const instrument = instruments.get(symbol)
    if (!instrument) throw new RangeError(`no quote of ${symbol}`)
    return instrument
  }
  const quotesAt = (now: number): Quote[] =>
    [...quotes.values()].map((quote) => ({ ...quote, state: stateOf(known(quote.symbol), quote.time, now) }))

  const snapshotAt = (now: number): string => {
    snapshot ??= JSON.stringify({ type: 'snapshot', time: now, quotes: quotesAt(now) } satisfies ServerFrame)
    return snapshot
  }

  const ask = () => {
    if (clock.now() - askedAt < ASK_EVERY_MS) return
    askedAt = clock.now()
    bus.publish('baseWanted', null)
  }

  /** Sends this node's sockets price states that changed without a message from the leader. */
  const look = () => {
    cancelLook = clock.after(LOOK_EVERY_MS, look)
    if (!whole) ask()
    const now = clock.now()
    const states: [string, QuoteState][] = []
    for (const { symbol, time } of quotes.values()) {
      const state = stateOf(known(symbol), time, now)
      if (state !== published.get(symbol)) states.push([symbol, state])
      published.set(symbol, state)
    }
    if (states.length === 0) return
    snapshot = undefined
    bus.deliver('frame', JSON.stringify({ type: 'state', symbols: states } satisfies ServerFrame))
  }

  const apply = (frame: ServerFrame) => {
    snapshot = undefined
    if (frame.type === 'snapshot') {
      quotes = new Map(frame.quotes.filter(({ symbol }) => instruments.has(symbol)).map((each) => [each.symbol, each]))
      published = new Map(frame.quotes.map(({ symbol, state }) => [symbol, state]))
    } else if (frame.type === 'quotes') {
      for (const delta of frame.quotes) change(delta)
    } else if (frame.type === 'state') {
      for (const [symbol, state] of frame.symbols) published.set(symbol, state)
    }
  }

  const change = ([symbol, seq, time, price, bid, ask, volume24h]: QuoteDelta) => {
    const quote = quotes.get(symbol)
    if (!quote) return
    quotes.set(symbol, {
      ...quote,
      ...{ seq, time, price, bid, ask, volume24h },
      high24h: isAbove(price, quote.high24h) ? price : quote.high24h,
      low24h: isAbove(quote.low24h, price) ? price : quote.low24h,
      spark: [...quote.spark.slice(0, -1), price],
    })
  }

  const onFeed = ({ term, number, closedMs, frames, minutes, trades = [] }: Feed) => {
    // A former leader may not know yet that it is none; and Redis may deliver a message twice.
    if (term < heard.term || (term === heard.term && number <= heard.number)) return
    if (!whole || term !== heard.term || number !== heard.number + 1) {
      whole = false
      heard = { term, number, closedMs }
      snapshot = undefined
      memory.forget()
      return ask()
    }
    heard = { term, number, closedMs }
    heardAt = clock.now()
    memory.add(minutes)
    for (const text of frames) {
      apply(JSON.parse(text))
      bus.deliver('frame', text)
    }
    for (const each of trades) {
      tape.note(each)
      bus.deliver('trades', each)
    }
  }

  const onBase = ({ term, number, closedMs, snapshot: text, minutes }: Base) => {
    if (term < heard.term || (whole && term === heard.term)) return
    heard = { term, number, closedMs }
    heardAt = clock.now()
    whole = true
    memory.add(minutes)
    apply(JSON.parse(text))
    bus.deliver('frame', snapshotAt(heardAt))
  }

  const view: MarketView = {
    source: source.name,
    delayMs: source.hearing?.delayMs ?? 0,
    has: (symbol) => instruments.has(symbol),
    quotes: () => quotesAt(clock.now()),
    snapshotFrame: () => snapshotAt(clock.now()),
    trades: tape.newest,
    state: (symbol) => {
      const now = clock.now()
      const state = stateOf(known(symbol), quotes.get(symbol)?.time ?? 0, now)
      // With a clock this far behind the leader's, an option would open at a price that everyone has seen.
      return state === 'live' && now <= heard.closedMs ? 'stale' : state
    },
    last: (symbol) => {
      const instrument = known(symbol)
      const quote = quotes.get(symbol)
      const price = quote && parseMoney(quote.price, instrument.scale)
      return { seq: quote?.seq ?? 0, time: quote?.time ?? 0, price: price ?? referencePrice(instrument) }
    },
    candles: async (symbol, interval, page) => memory.candles(known(symbol), interval, page),
  }

  const subscriptions: (() => void)[] = []
  return {
    ...view,
    /** Starts with the database's prices, all of them stale, and listens. */
    async start(): Promise<void> {
      const now = clock.now()
      const seed = createBoard(await readSymbolStates(db, source, now), now).quotes(now)
      // Only the leader numbers quotes: a socket ignores numbers below those it received.
      quotes = new Map(seed.map((quote) => [quote.symbol, { ...quote, seq: 0 }]))
      subscriptions.push(bus.subscribe('feed', onFeed), bus.subscribe('base', onBase))
      look()
    },
    stop(): void {
      cancelLook()
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
