import * as v from 'valibot'
import { defineCall } from './call.ts'
import * as f from './first-fields.ts'

// What the first screen needs of the market, apart from the rest of `market.ts`.

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
