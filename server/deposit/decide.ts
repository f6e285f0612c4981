import { depositMachine } from '../../src/machines/orders/deposit.ts'
import { can } from '../../src/machines/orders/life.ts'
import { moveOrder } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { creditOf, depositKind } from './kind.ts'
import type { DepositRow } from './order.ts'
import { sendBack } from './paper.ts'

/** The decision of a review. `reason`: for the user. */
export type Decision = { accepted: true } | { accepted: false; reason: string }

/** A deposit of any user by its id, for reviewers. */
export const findDeposit = (db: Db | Tx, id: string): Promise<DepositRow | undefined> =>
  db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Decides a deposit under review, once; one that waits for the provider can be refused, too.
 *
 * @returns the deposit after that; `undefined` if there is none with this id that can be decided
 */
export async function decideDeposit(unit: Unit, id: string, decision: Decision): Promise<DepositRow | undefined> {
  const deposit = await findDeposit(unit.tx, id)
  const event = { type: decision.accepted ? 'deposit.accept' : 'deposit.refuse' } as const
  if (!deposit || !can(depositMachine, deposit.state, event)) return undefined
  if (!decision.accepted) await sendBack(unit, deposit)
  const change = decision.accepted
    ? await creditOf(unit.tx, deposit, unit.platform.clock.now())
    : { reason: decision.reason }
  return moveOrder(unit, depositKind, deposit, { event, change: { ...change, due_ms: null } })
}

const LISTED_MAX = 200

/** The pending deposits, the longest waiting first, at most 200. */
export const listOpen = (db: Db): Promise<DepositRow[]> =>
  db.selectFrom('deposits').selectAll().where('settled_ms', 'is', null).orderBy('id').limit(LISTED_MAX).execute()

/** The providers' callbacks that match no deposit, newest first, at most 200. */
export const listUnmatched = (db: Db) =>
  db
    .selectFrom('provider_calls')
    .select(['at', 'reference', 'account', 'currency', 'amount', 'outcome'])
    .where('effect', '=', 'unmatched')
    .orderBy('at', 'desc')
    .limit(LISTED_MAX)
    .execute()
