import { type Minor, mulDiv } from '../../src/rules/money.ts'
import { REFERRAL_BPS, REFERRAL_CAUSE, referralLevels, referralStep } from '../../src/rules/referral.ts'
import { recordEvent } from '../events/index.ts'
import { post, walletWithin } from '../ledger/index.ts'
import { isPostgres } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Reader } from '../platform/unit/later.ts'
import type { Unit } from '../platform/unit/unit.ts'

/** Income of a person that was settled. `cause`: what it was, unique: the same one is paid for once. */
export type Settled = { currency: string; income: Minor; cause: string }

const BPS = 10_000n

/**
 * Pays those above a person their share of its settled income, within the unit that settles it: by the platform, and
 * rounded up to the next minor unit. Nothing where there was no income.
 */
export async function payReferral(unit: Unit, userId: string, { currency, income, cause }: Settled): Promise<void> {
  if (income <= 0n) return
  const above = await unit.read(inviters, userId)
  for (const [index, user] of above.entries()) {
    const level = referralLevels[index]
    if (level === undefined) return
    const amount = mulDiv(income, BigInt(REFERRAL_BPS[index] ?? 0), BPS, 'up')
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

/** Who invited a person, who invited them, and the third: the nearest first. Their rows are locked until the transaction ends. */
const inviters: Reader<readonly string[]> = {
  ofUser: true,
  none: [],
  load: async (db, ids) => {
    const rows = await linesAbove(db, ids)
    const lines = new Map(
      rows.map(({ id, ...above }) => [id, [above.first, above.second, above.third].filter((one) => one !== null)]),
    )
    const all = [...new Set([...lines.values()].flat())]
    if (all.length > 0 && isPostgres(db)) {
      // In a fixed order, as whoever acts for several users locks them.
      await db.selectFrom('users').select('id').where('id', 'in', all).orderBy('id').forNoKeyUpdate().execute()
    }
    return lines
  },
}

const linesAbove = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom('users as one')
    .leftJoin('users as two', 'two.id', 'one.inviter_id')
    .leftJoin('users as three', 'three.id', 'two.inviter_id')
    .select(['one.id', 'one.inviter_id as first', 'two.inviter_id as second', 'three.inviter_id as third'])
    .where('one.id', 'in', ids)
    .execute()
