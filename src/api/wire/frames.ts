import * as v from 'valibot'
import { quote, quoteState } from '../market/market.ts'
import { type AccountEvent, accountEventOf } from './events.ts'
import * as f from './fields.ts'
import { PROTOCOL } from './protocol.ts'

// The app takes it from there, and leaves the schemas behind.
export { PROTOCOL }

/** The largest frame, in bytes, that the server takes. */
export const FRAME_BYTES_MAX = 4_096

/** What the app sends. The first frame is `hello`. */
export const clientFrame = v.variant('type', [
  /** `token`: of the session whose private events are wanted, or null. Sent again after signing in or out. */
  v.object({
    type: v.literal('hello'),
    v: v.literal(PROTOCOL),
    token: v.nullable(v.pipe(v.string(), v.maxLength(256))),
  }),
  /** Asks for a snapshot of all quotes, and for their changes from then on. Asked again after a gap. */
  v.object({ type: v.literal('subscribe'), channel: v.literal('quotes') }),
  v.object({ type: v.literal('unsubscribe'), channel: v.literal('quotes') }),
  /** Asks for the newest recorded ticks of one symbol, and its trades where the source tells them, and for each from then on; null: of none any more. Asked again after a gap. */
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

/** A trade in a frame: number, time in ms, price, quantity, and the side of who took it. */
export const tradeDelta = v.tuple([v.number(), f.millis, f.amount, f.amount, v.picklist(['buy', 'sell'])])
export type TradeDelta = v.InferOutput<typeof tradeDelta>

/** What the server sends, given the bodies of the private events that it tells. */
export const serverFrameOf = (bodies: Parameters<typeof accountEventOf>[0]) =>
  v.variant('type', [
    /** Answers a hello. `eventSeq`: number of the user's newest private event, or null without a session. */
    v.object({
      type: v.literal('hello'),
      v: v.literal(PROTOCOL),
      time: f.millis,
      pingSeconds: v.number(),
      eventSeq: v.nullable(v.number()),
    }),
    v.object({ type: v.literal('snapshot'), time: f.millis, quotes: v.array(quote) }),
    /** All quotes that changed in the last 100 ms. Each symbol's seq grows by exactly one from frame to frame. */
    v.object({ type: v.literal('quotes'), time: f.millis, quotes: v.array(quoteDelta) }),
    v.object({ type: v.literal('state'), symbols: v.array(v.tuple([f.symbol, quoteState])) }),
    /** Recorded ticks of the symbol that is watched, oldest first. `previousHash`: of the one before them, null where that is not known. */
    v.object({
      type: v.literal('ticks'),
      symbol: f.symbol,
      previousHash: v.nullable(f.hash),
      ticks: v.array(tickDelta),
    }),
    /** Trades of the symbol that is watched, where the source tells its own: oldest first, their numbers one by one. */
    v.object({ type: v.literal('trades'), symbol: f.symbol, trades: v.array(tradeDelta) }),
    v.object({
      type: v.literal('account'),
      event: accountEventOf(bodies) as unknown as v.GenericSchema<unknown, AccountEvent>,
    }),
    v.object({ type: v.literal('pong'), id: v.number(), time: f.millis }),
    /** The session is over: 999. The socket stays, without private events. */
    v.object({ type: v.literal('signedOut'), key: v.string() }),
    /** The server closes: reconnect after a moment. */
    v.object({ type: v.literal('bye'), reason: v.string() }),
  ])

export type ServerFrame = v.InferOutput<ReturnType<typeof serverFrameOf>>
