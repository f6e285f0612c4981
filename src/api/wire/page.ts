import * as v from 'valibot'
import * as f from './fields.ts'

/** The input of every paged list, newest first. */
export const page = {
  /** Only entries older than this one: the cursor of the next page. */
  before: v.optional(f.id),
  limit: v.optional(f.count(1, 100), 20),
}

/** The orders of a list: 0 trading, 1 completed; by default both. */
export const tradeList = v.optional(f.count(0, 1))
