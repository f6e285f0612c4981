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

/** A part of the record that ends with a tick, with its neighbours, so that its hashes can be recalculated. */
export const recordStretch = v.object({
  /** The hash before `before`, or before the tick itself if that is the first of its record. */
  previousHash: v.nullable(f.hash),
  before: v.nullable(recordedTick),
  ticks: v.array(recordedTick),
  after: v.nullable(recordedTick),
})

/**
 * A gap in the record over which an order gained more than it could have lost: `limited`: the deduction from its profit; `margin`: the
 * margin that counted at the gap.
 */
export const limitedGap = v.object({
  margin: f.amount,
  limited: f.amount,
  before: recordedTick,
  after: recordedTick,
})
