import {
  REFERRAL_BPS,
  REFERRAL_CAUSE,
  referralLevels,
  referralShare,
  referralStep,
} from '../../src/rules/account/referral.ts'
import type { Minor } from '../../src/rules/money/money.ts'
import { recordEvent } from '../events/module.ts'
import { post, walletWithin } from '../ledger/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Loader } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'

/** Settled income of a user. `cause`: unique, so that the shares of one income are paid once. */
export type Settled = { currency: string; income: Minor; cause: string }

/**
 * Pays the inviters of a user their share of settled income, within the unit that settles it: from the platform, rounded up to the next
 * minor unit. Nothing without income. The caller has locked them together with the user (`OrderKind.alsoPays`).
 */
export async function payReferral(unit: Unit, userId: string, { currency, income, cause }: Settled): Promise<void> {
  if (income <= 0n) return
  const above = await unit.read(inviters, userId)
  for (const [index, user] of above.entries()) {
    const level = referralLevels[index]
    if (level === undefined) return
    const amount = referralShare(income, REFERRAL_BPS[index] ?? 0)
    await post(unit, {
      cause: REFERRAL_CAUSE,
      causeId: cause,
      step: referralStep(level),
      currency,
      lines: [
        { account: { platform: 'referral' }, amount: -amount },
        { account: { user, kind: 'available' }, amount },
      ],
    })
    recordEvent(unit, user, { kind: 'wallet', body: await walletWithin(unit, user, currency) })
  }
}

/** The inviters of each of these users, on three levels, the nearest first. They never change. */
export async function invitersOf(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('users as one')
    .leftJoin('users as two', 'two.id', 'one.inviter_id')
    .leftJoin('users as three', 'three.id', 'two.inviter_id')
    .select(['one.id', 'one.inviter_id as first', 'two.inviter_id as second', 'three.inviter_id as third'])
    .where('one.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, ...above }) => [id, [above.first, above.second, above.third].filter((one) => one !== null)]),
  )
}

const inviters: Loader<readonly string[]> = { ofUser: true, none: [], load: invitersOf }
