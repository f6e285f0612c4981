import * as v from 'valibot'
import * as f from './fields.ts'

/** What every list takes that comes page by page, newest first. */
export const page = {
  /** Only what is older than this one: the way to the next page. */
  before: v.optional(f.id),
  limit: v.optional(f.count(1, 100), 20),
}

/** Which orders a list is of: 0 trading, 1 completed; both where left out. */
export const tradeList = v.optional(f.count(0, 1))
