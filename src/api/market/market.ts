import * as v from 'valibot'
import { intervals } from '../../rules/market/intervals.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { quote } from '../wire/quotes.ts'

export * from '../wire/quotes.ts'

/** Time in seconds, then open, high, low, close and volume. Oldest first; the last may still be growing. */
export const candle = v.tuple([f.seconds, f.amount, f.amount, f.amount, f.amount, f.amount])
export type Candle = v.InferOutput<typeof candle>

const candlesInput = v.object({
  symbol: f.symbol,
  interval: v.picklist(intervals),
  /** Only bars that open before this second: the cursor of older history. */
  before: v.optional(f.count(0, 1e11)),
  limit: v.optional(f.count(1, 1000), 500),
})

export const timeshar = defineCall({
  path: 'currency/new_timeshar',
  token: true,
  compressed: true,
  summary: 'Candles of a crypto pair.',
  input: candlesInput,
  output: v.array(candle),
})

export const whlist = defineCall({
  path: 'currency/whlist',
  token: true,
  compressed: true,
  summary: 'The quotes of foreign exchange and precious metals.',
  input: f.nothing,
  output: v.array(quote),
})

export const whkdata = defineCall({
  path: 'currency/whkdata',
  token: true,
  compressed: true,
  summary: 'Candles of a foreign exchange pair or a precious metal.',
  input: candlesInput,
  output: v.array(candle),
})

export const candles = defineCall({
  path: 'market/candles',
  ours: true,
  compressed: true,
  summary: 'Candles of any instrument, for guests too, as `currency/new_timeshar` and `currency/whkdata` return them.',
  input: candlesInput,
  output: v.array(candle),
})

export const ticks = defineCall({
  path: 'market/ticks',
  ours: true,
  compressed: true,
  summary: 'Recorded ticks of any instrument, the last of each second, oldest first, as time and price.',
  input: v.object({
    symbol: f.symbol,
    /** Only ticks before this second: the cursor of older ones. */
    before: v.optional(f.count(0, 1e11)),
    limit: v.optional(f.count(1, 1000), 500),
  }),
  output: v.array(v.tuple([f.millis, f.amount])),
})
