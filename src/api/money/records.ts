import * as v from 'valibot'
import { NOTE_LENGTH_MAX, SEARCH_LENGTH_MAX } from '../../rules/money/notes.ts'
import { isDay, isMonth } from '../../rules/time/months.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { deposit } from './deposit.ts'
import { withdrawal } from './withdrawal.ts'

/** The cause of a movement in the ledger: the noun that moved the money, such as a kind of order. */
const cause = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{1,31}$/))
/** A month by the user’s time zone, such as `2026-11`. */
const month = v.pipe(v.string(), v.length(7), v.check(isMonth))
/** A day by the user’s time zone, such as `2026-11-21`. */
const day = v.pipe(v.string(), v.length(10), v.check(isDay))

/** `from`, `to`: the first and the last day. */
const filter = {
  currency: v.optional(f.currency),
  cause: v.optional(cause),
  from: v.optional(day),
  to: v.optional(day),
}

/**
 * A search, for movements by which one of these is met. `amount`: the change of the balance or of the held part, without its sign. `text`:
 * within the note, or the beginning of an id. `steps`: causes with steps, such as `swap.payFrom,swap.payTo`, of which the app knows the
 * labels.
 */
const search = {
  amount: v.optional(f.decimal),
  text: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(SEARCH_LENGTH_MAX))),
  steps: v.optional(v.pipe(v.string(), v.maxLength(4_000), v.regex(/^[A-Za-z]+\.\w+(,[A-Za-z]+\.\w+)*$/))),
}

/**
 * A movement of a user's money, in one currency. `amount`: the change of the balance; `held`: the change of the part that live orders hold.
 * Reserving money changes only `held`. `cause`, `causeId` and `step` give the reason.
 */
const movement = v.object({
  id: f.id,
  at: f.seconds,
  currency: f.currency,
  amount: f.signedAmount,
  held: f.signedAmount,
  cause: v.string(),
  causeId: v.string(),
  step: v.string(),
})
export type MoneyMovement = v.InferOutput<typeof movement>

/**
 * `balance`: of its currency, right after the movement; `null` by a filter of causes or a search, which hides movements between
 * two of them. `note`: the
 * user's own. `person`: the masked name of the user of whose income a referral reward is a share.
 */
export const record = v.object({
  ...movement.entries,
  balance: v.nullable(f.amount),
  note: v.nullable(v.string()),
  person: v.nullable(v.string()),
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
    /** As its statement covers them: a month by the time zone that it was closed in. */
    of: v.optional(v.literal('statement')),
    ...search,
    /** Only movements older than this one: the cursor of the next page. */
    before: v.optional(f.id),
    limit: v.optional(f.count(1, 1_000), 20),
  }),
  output: v.array(record),
})

export const writeNote = defineCall({
  method: 'POST',
  path: 'records/note',
  token: true,
  ours: true,
  summary: 'Writes the user’s note on a movement of their money, in place of an earlier one. An empty text deletes it.',
  input: v.object({ id: f.id, text: v.pipe(v.string(), v.trim(), v.maxLength(NOTE_LENGTH_MAX)) }),
  output: f.done,
})

/** Incoming and outgoing amounts of a month, in one currency; reserving and releasing money is neither. */
const monthSum = v.object({ month, currency: f.currency, in: f.amount, out: f.amount, movements: v.number() })
export type MonthSum = v.InferOutput<typeof monthSum>

export const months = defineCall({
  path: 'records/months',
  token: true,
  ours: true,
  compressed: true,
  summary: 'Totals of the movements of the user’s money, by month and currency, newest month first.',
  input: v.object(filter),
  output: v.array(monthSum),
})

/** The sum of a cause and step in a month. */
const line = v.object({ cause: v.string(), step: v.string(), movements: v.number(), amount: f.signedAmount })

/** One currency in a month: `opening` + the amounts of its lines = `closing`; `held`: the part that live orders held at the end. */
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
  compressed: true,
  summary:
    'The statement of a month, or of the days `from` to `to`: opening balance, movements and closing balance of each currency. The statement of a past month never changes, whatever time zone is chosen later; days are those of the present one.',
  input: v.object({ month: v.optional(month), from: v.optional(day), to: v.optional(day) }),
  output: v.object({ timeZone: v.string(), from: f.seconds, to: f.seconds, accounts: v.array(account) }),
})
export type Statement = v.InferOutput<typeof statement.output>

/** `order`: as in its kind's own calls. `movements`: its ledger movements, newest first, which sum to its amount. */
const certified = v.variant('cause', [
  v.object({ cause: v.literal('deposit'), order: deposit, movements: v.array(movement) }),
  v.object({ cause: v.literal('withdrawal'), order: withdrawal, movements: v.array(movement) }),
])
export type Certificate = v.InferOutput<typeof certified>

export const certificate = defineCall({
  path: 'records/certificate',
  token: true,
  ours: true,
  summary: 'The transfer certificate of a credited deposit or an arrived withdrawal, by the ledger.',
  input: v.object({ cause, id: f.id }),
  output: certified,
})
