import * as v from 'valibot'
import * as f from '../wire/fields.ts'

/** A tick of the record, as a receipt shows it. */
export const recordedTick = v.object({
  symbol: f.symbol,
  seq: v.number(),
  time: f.millis,
  price: f.amount,
  hash: f.hash,
})

/** A part of the record that ends with a tick, with its neighbours, so that its hashes can be calculated again. */
export const recordStretch = v.object({
  /** Hash that stands before `before`, or before the tick itself where that is the first of its record. */
  previousHash: v.nullable(f.hash),
  before: v.nullable(recordedTick),
  ticks: v.array(recordedTick),
  after: v.nullable(recordedTick),
})

/**
 * A gap in the record over which an order gained more than it could have lost: `limited` is what that took from its profit, and `margin` what counted
 * behind it there.
 */
export const limitedGap = v.object({
  margin: f.amount,
  limited: f.amount,
  before: recordedTick,
  after: recordedTick,
})
