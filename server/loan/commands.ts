import { Refusal } from '../../src/api/wire/messages.ts'
import { can, hasEnded, statesOf } from '../../src/machines/orders/life.ts'
import { loanMachine } from '../../src/machines/orders/loan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { act } from '../audit/module.ts'
import { type Move, moveOrder, ordersOf } from '../orders/module.ts'
import {
  type Command,
  date,
  type Facts,
  type Given,
  OperatorError,
  type Row,
  type Rows,
  reasonOf,
  type Words,
  why,
} from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { signedAmount } from '../platform/facts.ts'
import { othersLike, photosBy } from '../uploads/module.ts'
import { personOf, requireUser } from '../user/module.ts'
import { documentsOf } from './documents.ts'
import { approval, loanKind, owedNow } from './kind.ts'
import { dueOf, type LoanRow } from './order.ts'

const LISTED_MAX = 200
const SHOWN_MAX = 50
const missing = 'loan under review'

const findLoan = (db: Db | Tx, id: string): Promise<LoanRow | undefined> =>
  db.selectFrom('loans').selectAll().where('id', '=', id).executeTakeFirst()

const money = (currency: string, amount: bigint) => formatMoney(amount, currencyOf(currency).scale)

const listed = (row: LoanRow) => ({
  id: row.id,
  user: row.user_id,
  state: row.state,
  amount: `${money(row.currency, row.amount)} ${row.currency}`,
  days: String(row.days),
  owed: money(row.currency, owedNow(row)),
  applied: date(row.accepted_ms / 1000n),
})

const isToDecide = ({ state }: Row) => can(loanMachine, String(state), { type: 'loan.approve' })

/** Operator commands on loans. */
export const loanCommands: readonly Command[] = [
  {
    name: 'loan list',
    args: [],
    options: [],
    about: 'Lists up to 200 open loans: first those under review, then the oldest.',
    admin: {
      roles: ['review', 'treasurer', 'auditor'],
      as: 'queue',
      title: 'Loans',
      of: 'loan',
      target: { since: 'applied', seconds: 2 * 86_400, waits: isToDecide },
    },
    run: async ({ platform: { db } }) => {
      const of = (state: LoanRow['state']) =>
        db
          .selectFrom('loans')
          .selectAll()
          .where('settled_ms', 'is', null)
          .where('state', '=', state)
          .orderBy('id')
          .limit(LISTED_MAX)
          .execute()
      const open = (statesOf(loanMachine) as LoanRow['state'][]).filter((state) => !hasEnded(loanMachine, state))
      const found = (await Promise.all(open.map(of))).flat()
      const isLater = ({ state }: LoanRow) => Number(state !== 'pendingReview')
      return found
        .sort((one, other) => isLater(one) - isLater(other) || (one.id < other.id ? -1 : 1))
        .slice(0, LISTED_MAX)
        .map(listed)
    },
  },
  {
    name: 'user loans',
    args: ['USER'],
    options: [],
    about: `Shows a user’s newest ${SHOWN_MAX} loans, without their documents.`,
    admin: { roles: ['support', 'review', 'treasurer', 'auditor'], as: 'view', title: 'Loans', of: 'user' },
    run: async ({ platform: { db }, args: [name = ''] }) =>
      (await ordersOf(db, loanKind, (await requireUser(db, name)).id, {}, SHOWN_MAX)).map(shownOf),
  },
  {
    name: 'loan show',
    args: ['ID'],
    options: [],
    pictures: true,
    about: 'Shows a loan, and other users who uploaded the same photographs. The view is logged in the audit log.',
    admin: { roles: ['review', 'treasurer'], as: 'view', title: 'Loan', of: 'loan' },
    run: show,
  },
  {
    name: 'loan approve',
    args: ['ID'],
    options: [why],
    about: 'Approves a loan under review and pays it out.',
    admin: { roles: ['treasurer'], as: 'act', title: 'Approve', of: 'loan', money: factsOf, fits: isToDecide },
    run: (given) => decide(given, 'loan approve', (row, now) => approval(row, now)),
  },
  {
    name: 'loan refuse',
    args: ['ID'],
    options: [{ ...why, about: 'the reason, which the user sees' }],
    about: 'Refuses a loan under review.',
    admin: { roles: ['treasurer'], as: 'act', title: 'Refuse', of: 'loan', money: factsOf, fits: isToDecide },
    run: (given) =>
      decide(given, 'loan refuse', () => ({ event: { type: 'loan.refuse' }, change: { reason: reasonOf(given) } })),
  },
]

/** A loan of a user's page: its terms, what is owed of it, and until when. */
const shownOf = (row: LoanRow) => {
  const { user: _, ...own } = listed(row)
  const due = dueOf(row)
  return {
    ...own,
    rate: `${Number(row.rate_ppm) / 10_000}% a day`,
    paid: money(row.currency, row.paid),
    due: due === null ? null : date(due / 1000n),
    ended: row.settled_ms === null ? null : date(row.settled_ms / 1000n),
  }
}

/** The facts of an application: its user, amount, term, and the number of documents that other users submitted too. */
async function factsOf({ db }: Platform, { args: [id = ''] }: Words): Promise<Facts | undefined> {
  const row = await findLoan(db, id)
  if (!row) return undefined
  const photos = await photosBy(db, documentsOf(row))
  const { sameFile, sameLook } = await othersLike(db, row.user_id, photos)
  return {
    person: await personOf(db, row.user_id),
    amount: signedAmount(row.amount, row.currency),
    ...{ days: String(row.days), state: row.state, documents: String(photos.length) },
    'sent by others as well': String(new Set([...sameFile, ...sameLook]).size),
  }
}

async function show(given: Given): Promise<Rows> {
  const { platform, picture } = given
  const row = await act(given, { name: 'loan show', reason: 'looked at', missing: 'loan' }, async (unit, [id = '']) => {
    const found = await findLoan(unit.tx, id)
    return found && { userId: found.user_id, result: found }
  })
  const photos = await photosBy(platform.db, documentsOf(row))
  const { sameFile, sameLook } = await othersLike(platform.db, row.user_id, photos)
  const shown = { ...listed(row), sameFile: sameFile.join(' '), sameLook: sameLook.join(' ') }
  if (!picture) return [shown]
  const shots = photos.map(({ purpose, name }) => picture(`${row.id}-${purpose}`, name))
  return [{ ...shown, photos: (await Promise.all(shots)).join(' ') }]
}

async function decide(given: Given, name: string, move: (row: LoanRow, nowMs: number) => Move<LoanRow>): Promise<Rows> {
  const userId = await act(given, { name, reason: reasonOf(given), missing }, async (unit, [id = '']) => {
    const order = await findLoan(unit.tx, id)
    if (!order || !can(loanMachine, order.state, { type: 'loan.approve' })) return undefined
    try {
      const decided = await moveOrder(unit, loanKind, order, move(order, unit.platform.clock.now()))
      return decided && { userId: order.user_id, result: order.user_id }
    } catch (error) {
      // The command line has no language, so a refusal of the ledger is shown by its key.
      if (error instanceof Refusal) throw new OperatorError(error.key)
      throw error
    }
  })
  return [{ user: userId, done: name }]
}
