import * as v from 'valibot'
import { intervals } from '../rules/intervals.ts'
import { defineCall } from './call.ts'
import * as f from './fields.ts'

/**
 * `live`: prices come. `stale`: they should, and do not. `closed`: out of trading hours.
 */
export const quoteState = v.picklist(['live', 'stale', 'closed'])

/** An instrument's price now, and its last 24 hours. `volume` counts the base, `turnover` the quote currency. */
export const quote = v.object({
  symbol: f.symbol,
  seq: v.number(),
  time: f.millis,
  price: f.amount,
  bid: f.amount,
  ask: f.amount,
  state: quoteState,
  open24h: f.amount,
  high24h: f.amount,
  low24h: f.amount,
  volume24h: f.amount,
  turnover24h: f.amount,
  /** Closes of the last 24 hours, oldest first: for a small line. */
  spark: v.array(f.amount),
})
export type Quote = v.InferOutput<typeof quote>

/** Time in seconds, then open, high, low, close and volume. Oldest first; the last may still be growing. */
export const candle = v.tuple([f.seconds, f.amount, f.amount, f.amount, f.amount, f.amount])
export type Candle = v.InferOutput<typeof candle>

const candlesInput = v.object({
  symbol: f.symbol,
  interval: v.picklist(intervals),
  /** Only bars that open before this second: the way to older history. */
  before: v.optional(f.count(0, 1e11)),
  limit: v.optional(f.count(1, 1000), 500),
})

export const quotation = defineCall({
  path: 'currency/quotation_new',
  summary: 'The quotes of every instrument.',
  input: f.nothing,
  output: v.object({
    time: f.millis,
    /**
     * Where prices come from: `simulated` ones are made up by the server, those of a `replay` were recorded, and
     * `live:` goes before the name of an exchange.
     */
    source: v.string(),
    quotes: v.array(quote),
  }),
})

export const timeshar = defineCall({
  path: 'currency/new_timeshar',
  token: true,
  summary: 'Candles of a crypto pair.',
  input: candlesInput,
  output: v.array(candle),
})

export const whlist = defineCall({
  path: 'currency/whlist',
  token: true,
  summary: 'The quotes of foreign exchange and precious metals.',
  input: f.nothing,
  output: v.array(quote),
})

export const whkdata = defineCall({
  path: 'currency/whkdata',
  token: true,
  summary: 'Candles of a foreign exchange pair or a precious metal.',
  input: candlesInput,
  output: v.array(candle),
})

export const candles = defineCall({
  path: 'market/candles',
  ours: true,
  summary: 'Candles of any instrument, for guests too: those that `currency/new_timeshar` and `currency/whkdata` give.',
  input: candlesInput,
  output: v.array(candle),
})

export const ticks = defineCall({
  path: 'market/ticks',
  ours: true,
  summary: 'Recorded ticks of any instrument, the last of each second: oldest first, as time and price.',
  input: v.object({
    symbol: f.symbol,
    /** Only ticks before this second: the way to older ones. */
    before: v.optional(f.count(0, 1e11)),
    limit: v.optional(f.count(1, 1000), 500),
  }),
  output: v.array(v.tuple([f.millis, f.amount])),
})
