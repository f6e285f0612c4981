import { sql } from 'kysely'
import type { Minor } from '../../src/rules/money/money.ts'
import type { Db } from '../platform/database/database.ts'

/** The sum of all users' balances in a currency, in minor units: the platform's liability. */
export type Liability = { currency: string; people: bigint; available: Minor; held: Minor }

async function liabilitiesOf(db: Db): Promise<Liability[]> {
  const { rows } = await sql<Liability>`select currency, count(distinct user_id) as people,
      cast(sum(case when kind = 'available' then balance else 0 end) as bigint) as available,
      cast(sum(case when kind = 'held' then balance else 0 end) as bigint) as held
    from accounts where balance <> 0 group by currency order by currency`.execute(db)
  return rows
}

/** The balance of a platform account, in minor units; negative if more was paid out than in. Reads all entries of each account. */
async function platformBalancesOf(db: Db): Promise<{ account: string; currency: string; balance: Minor }[]> {
  const { rows } = await sql<{ account_id: string; currency: string; balance: Minor }>`select account_id, currency,
      cast(sum(amount) as bigint) as balance from entries
    where account_id >= 'platform:' and account_id < 'platform;'
    group by account_id, currency order by account_id`.execute(db)
  return rows.map(({ account_id, currency, balance }) => ({
    account: account_id.split(':')[1] ?? account_id,
    currency,
    balance,
  }))
}

/** A day that something happened on, by its number since the epoch: new users, and the change of what the platform owes users in USDT. */
export type DayOfPlatform = { day: bigint; people: bigint; owed: Minor }

async function daysOf(db: Db): Promise<DayOfPlatform[]> {
  // A transfer sums to zero: what the platform's accounts lose, users gain.
  const { rows } =
    await sql<DayOfPlatform>`select day, cast(sum(people) as bigint) as people, cast(sum(owed) as bigint) as owed from (
      select created_at / 86400 as day, 1 as people, 0 as owed from users
      union all
      select at / 86400 as day, 0 as people, -amount as owed from entries
      where account_id >= 'platform:' and account_id < 'platform;' and currency = 'USDT'
    ) as happened group by day order by day`.execute(db)
  return rows
}

/** The scans over all entries or users, by name. */
export const figureScans = { people: liabilitiesOf, accounts: platformBalancesOf, days: daysOf }
export type FigureName = keyof typeof figureScans
