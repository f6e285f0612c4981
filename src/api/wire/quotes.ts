import * as v from 'valibot'
import { defineCall } from './call.ts'
import * as f from './first-fields.ts'
import { ruleName } from './rules.ts'

// The part of the market that the first screen needs, separate from `market.ts`.

/** `live`: prices arrive. `stale`: they should, and do not. `closed`: outside of trading hours. */
export const quoteState = v.picklist(['live', 'stale', 'closed'])

/** An instrument's current price, and its last 24 hours. `volume` counts the base, `turnover` the quote currency. */
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
  /** Closes of the last 24 hours, oldest first, for a sparkline. */
  spark: v.array(f.amount),
})
export type Quote = v.InferOutput<typeof quote>

export const quotation = defineCall({
  path: 'currency/quotation_new',
  compressed: true,
  summary: 'The quotes of every instrument.',
  input: f.nothing,
  output: v.object({
    time: f.millis,
    /** The source of prices: `simulated` by the server, a `replay` of recorded ones, or `live:` and the name of an exchange. */
    source: v.string(),
    /** The server's profile of rules, where it is not `paper`. */
    rules: v.optional(ruleName),
    quotes: v.array(quote),
  }),
})
