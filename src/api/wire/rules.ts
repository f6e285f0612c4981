import * as v from 'valibot'
import { ruleNames } from '../../rules/profiles/terms.ts'

/** A profile of rules (`src/rules/profiles`). */
export const ruleName = v.picklist(ruleNames)

/**
 * The share of accounts that lost money with leveraged products here in twelve months, in percent; null if none used them. Absent if the
 * server's rules ask for no such warning.
 */
export const losing = v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))))
