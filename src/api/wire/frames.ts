import * as v from 'valibot'
import { quote, quoteState } from '../market/market.ts'
import { type AccountEvent, accountEventOf } from './events.ts'
import * as f from './fields.ts'
import { PROTOCOL, SUBSCRIBED_MAX } from './protocol.ts'

// The app imports them from there, without these schemas.
export { PROTOCOL, SUBSCRIBED_MAX }

/** Maximum size of a client frame, in bytes. */
export const FRAME_BYTES_MAX = 4_096

/** Client frames. The first one is `hello`. */
export const clientFrame = v.variant('type', [
  /** `token`: of the session whose private events to send, or null. Sent again after signing in or out. */
  v.object({
    type: v.literal('hello'),
    v: v.literal(PROTOCOL),
    token: v.nullable(v.pipe(v.string(), v.maxLength(256))),
  }),
  /**
   * Subscribes to a snapshot of all quotes, or of those of some symbols, and then to their changes, on request in `short` frames. Sent again
   * after a gap, and with other symbols. Symbols that this market does not have are ignored.
   */
  v.object({
    type: v.literal('subscribe'),
    channel: v.literal('quotes'),
    form: v.optional(v.literal('short')),
    symbols: v.optional(v.pipe(v.array(f.symbol), v.maxLength(SUBSCRIBED_MAX))),
  }),
  v.object({ type: v.literal('unsubscribe'), channel: v.literal('quotes') }),
  /**
   * Subscribes to the recorded ticks of one symbol, from the newest on, and to its trades if the source provides them; null unsubscribes.
   * Sent again after a gap.
   */
  v.object({ type: v.literal('watch'), symbol: v.nullable(f.symbol) }),
  v.object({
    type: v.literal('ping'),
    id: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
  }),
])
export type ClientFrame = v.InferOutput<typeof clientFrame>

/** One changed quote in a frame: symbol, seq, time in ms, price, bid, ask, 24-hour volume. */
export const quoteDelta = v.tuple([f.symbol, v.number(), f.millis, f.amount, f.amount, f.amount, f.amount])
export type QuoteDelta = v.InferOutput<typeof quoteDelta>

/** A recorded tick in a frame: seq, time in ms, price, hash. */
export const tickDelta = v.tuple([v.number(), f.millis, f.amount, f.hash])
export type TickDelta = v.InferOutput<typeof tickDelta>

/** A trade in a frame: number, time in ms, price, quantity, and the taker's side. */
export const tradeDelta = v.tuple([v.number(), f.millis, f.amount, f.amount, v.picklist(['buy', 'sell'])])
export type TradeDelta = v.InferOutput<typeof tradeDelta>

/** Server frames, given the bodies of private events. */
export const serverFrameOf = (bodies: Parameters<typeof accountEventOf>[0]) =>
  v.variant('type', [
    /** Reply to hello. `eventSeq`: number of the user's newest private event, or null without a session. */
    v.object({
      type: v.literal('hello'),
      v: v.literal(PROTOCOL),
      time: f.millis,
      pingSeconds: v.number(),
      eventSeq: v.nullable(v.number()),
    }),
    v.object({ type: v.literal('snapshot'), time: f.millis, quotes: v.array(quote) }),
    /** All subscribed quotes that changed in the last 100 ms. Each symbol's seq grows by exactly one from frame to frame. */
    v.object({ type: v.literal('quotes'), time: f.millis, quotes: v.array(quoteDelta) }),
    /** A `quotes` frame as differences from the last values, see `short-quotes.ts`. `sum`: of all symbols' seq after it. */
    v.object({ type: v.literal('short'), time: f.millis, sum: v.number(), changes: v.array(v.number()) }),
    v.object({ type: v.literal('state'), symbols: v.array(v.tuple([f.symbol, quoteState])) }),
    /** Recorded ticks of the watched symbol, oldest first. `previousHash`: of the one before them, null if unknown. */
    v.object({
      type: v.literal('ticks'),
      symbol: f.symbol,
      previousHash: v.nullable(f.hash),
      ticks: v.array(tickDelta),
    }),
    /** Trades of the watched symbol, if the source provides them: oldest first, with consecutive numbers. */
    v.object({ type: v.literal('trades'), symbol: f.symbol, trades: v.array(tradeDelta) }),
    v.object({
      type: v.literal('account'),
      event: accountEventOf(bodies) as unknown as v.GenericSchema<unknown, AccountEvent>,
    }),
    v.object({ type: v.literal('pong'), id: v.number(), time: f.millis }),
    /** The session has ended (999). The socket stays open, without private events. */
    v.object({ type: v.literal('signedOut'), key: v.string() }),
    /** The server is shutting down: reconnect shortly. */
    v.object({ type: v.literal('bye'), reason: v.string() }),
  ])

export type ServerFrame = v.InferOutput<ReturnType<typeof serverFrameOf>>
