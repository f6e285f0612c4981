import * as v from 'valibot'
import { isDay, isMonth } from '../../rules/time/months.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { deposit } from './deposit.ts'
import { withdrawal } from './withdrawal.ts'

/** Why money moved: the noun that moved it, such as a kind of order, as the ledger has it. */
const cause = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{1,31}$/))
/** A month by the user’s time zone, such as `2026-11`. */
const month = v.pipe(v.string(), v.length(7), v.check(isMonth))
/** A day by the user’s time zone, such as `2026-11-21`. */
const day = v.pipe(v.string(), v.length(10), v.check(isDay))

/** `from`, `to`: the first and the last day that are looked at. */
const filter = {
  currency: v.optional(f.currency),
  cause: v.optional(cause),
  from: v.optional(day),
  to: v.optional(day),
}

/**
 * Money of a person that moved, in one currency. `amount`: by how much what they have changed; `held`: by how much what
 * live orders hold of it did. Setting money aside changes `held` alone. `cause`, `causeId` and `step` say why.
 */
export const record = v.object({
  id: f.id,
  at: f.seconds,
  currency: f.currency,
  amount: f.signedAmount,
  held: f.signedAmount,
  cause: v.string(),
  causeId: v.string(),
  step: v.string(),
})
export type MoneyRecord = v.InferOutput<typeof record>

export const list = defineCall({
  path: 'records/list',
  token: true,
  ours: true,
  summary: 'Every movement of the user’s money, newest first.',
  input: v.object({
    ...filter,
    month: v.optional(month),
    /** Only movements older than this one: the way to the next page. */
    before: v.optional(f.id),
    limit: v.optional(f.count(1, 1_000), 20),
  }),
  output: v.array(record),
})

/** What came in and went out in a month, in one currency; what was set aside or given back is neither. */
const monthSum = v.object({ month, currency: f.currency, in: f.amount, out: f.amount, movements: v.number() })
export type MonthSum = v.InferOutput<typeof monthSum>

export const months = defineCall({
  path: 'records/months',
  token: true,
  ours: true,
  summary: 'What the movements of the user’s money come to, by month and currency, the newest month first.',
  input: v.object(filter),
  output: v.array(monthSum),
})

/** What a cause and step moved in a month, all together. */
const line = v.object({ cause: v.string(), step: v.string(), movements: v.number(), amount: f.signedAmount })

/**
 * One currency in a month: `opening` + the amounts of its lines = `closing`; `held` is what live orders held of that at
 * the end.
 */
const account = v.object({
  currency: f.currency,
  opening: f.amount,
  closing: f.amount,
  held: f.amount,
  lines: v.array(line),
})
export type Account = v.InferOutput<typeof account>

export const statement = defineCall({
  path: 'records/statement',
  token: true,
  ours: true,
  summary:
    'The statement of a month, by a time zone: what the user had in each currency before, what moved it, and what they had after. Of a month that is over it stays as it is, whatever time zone is chosen later.',
  input: v.object({ month }),
  output: v.object({ month, timeZone: v.string(), from: f.seconds, to: f.seconds, accounts: v.array(account) }),
})
export type Statement = v.InferOutput<typeof statement.output>

/** `order`: as its kind's own calls show it. `movements`: what the ledger moved for it, newest first: together its amount. */
const certified = v.variant('cause', [
  v.object({ cause: v.literal('deposit'), order: deposit, movements: v.array(record) }),
  v.object({ cause: v.literal('withdrawal'), order: withdrawal, movements: v.array(record) }),
])
export type Certificate = v.InferOutput<typeof certified>

export const certificate = defineCall({
  path: 'records/certificate',
  token: true,
  ours: true,
  summary: 'The transfer certificate of a deposit that was credited or a withdrawal that arrived, by the ledger.',
  input: v.object({ cause, id: f.id }),
  output: certified,
})
