import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'

/** What must never be found in the ledger: a query for it, and what to say of each row. */
type Check = { rows: RawBuilder<{ what: string }>; says(what: string): string }

const checks: readonly Check[] = [
  {
    rows: sql`select distinct transfer_id as what from entries group by transfer_id, currency having sum(amount) <> 0`,
    says: (what) => `transfer ${what} does not sum to zero`,
  },
  {
    rows: sql`select currency as what from entries group by currency having sum(amount) <> 0`,
    says: (what) => `all accounts in ${what} do not sum to zero`,
  },
  {
    rows: sql`select id as what from transfers where id not in (select transfer_id from entries)`,
    says: (what) => `transfer ${what} has no entries`,
  },
  {
    rows: sql`select distinct transfer_id as what from entries where transfer_id not in (select id from transfers)`,
    says: (what) => `transfer ${what} is missing`,
  },
  {
    rows: sql`select distinct account_id as what from entries
      where account_id not like 'platform:%' and account_id not in (select id from accounts)`,
    says: (what) => `account ${what} is missing`,
  },
  {
    rows: sql`select distinct account_id as what from entries where account_id not like '%:' || currency
      and account_id not like '%:' || currency || ':%'`,
    says: (what) => `account ${what} has an entry in another currency`,
  },
  {
    rows: sql`select accounts.id as what from accounts left join entries on entries.account_id = accounts.id
      group by accounts.id, accounts.balance having accounts.balance <> coalesce(sum(entries.amount), 0)`,
    says: (what) => `account ${what} does not equal its entries`,
  },
  {
    rows: sql`select id as what from accounts where balance < 0`,
    says: (what) => `account ${what} is below zero`,
  },
  {
    // Each entry raises the version by one: an entry that was taken away, or slipped in, shows.
    rows: sql`select accounts.id as what from accounts left join entries on entries.account_id = accounts.id
      group by accounts.id, accounts.version having accounts.version <> count(entries.amount)`,
    says: (what) => `account ${what} does not have as many entries as it has had changes`,
  },
  {
    rows: sql`select account_id as what from entries where cast(amount as bigint) <> amount
      union select id from accounts where cast(balance as bigint) <> balance`,
    says: (what) => `account ${what} has an amount that is no whole number`,
  },
  {
    rows: sql`select accounts.id as what from accounts left join microtrades
      on microtrades.user_id = accounts.user_id and microtrades.currency = accounts.currency
      and microtrades.due_ms is not null
      where accounts.kind = 'held' group by accounts.id, accounts.balance
      having accounts.balance <> coalesce(sum(microtrades.amount), 0)`,
    says: (what) => `account ${what} does not equal the holds of its live orders`,
  },
  {
    rows: sql`select id as what from microtrades where due_ms is not null and not exists (
      select 1 from accounts where accounts.user_id = microtrades.user_id
      and accounts.currency = microtrades.currency and accounts.kind = 'held')`,
    says: (what) => `order ${what} is live and holds nothing`,
  },
]

/**
 * Checks the ledger whole: every transfer sums to zero per currency, all accounts together do, each balance equals the
 * replay of its entries and is not below zero, no entry is gone or has no place, and what is held equals the stakes of
 * the live orders that hold it. Reads every entry: for tests, simulations and an operator, not for a call.
 *
 * @returns a line for each violation; none where the ledger holds
 */
export async function checkLedger(db: Db | Tx): Promise<string[]> {
  const lines: string[] = []
  for (const { rows, says } of checks) lines.push(...(await rows.execute(db)).rows.map(({ what }) => says(what)))
  return lines
}

/**
 * Asserts, within the unit that has just moved a user's money, that what is held equals the stakes of the live orders.
 * Cheap: an index finds the live orders. Fails closed: what it throws undoes the unit.
 *
 * @throws Error where it does not hold
 */
export async function assertHolds(tx: Tx, userId: string, currency: string): Promise<void> {
  const { rows } = await sql<{ held: bigint; live: bigint }>`select
    coalesce((select balance from accounts
      where user_id = ${userId} and currency = ${currency} and kind = 'held'), 0) as held,
    coalesce((select sum(amount) from microtrades
      where user_id = ${userId} and currency = ${currency} and due_ms is not null), 0) as live`.execute(tx)
  const [found] = rows
  if (found?.held !== found?.live) {
    throw new Error(`ledger: user ${userId} holds ${found?.held} ${currency} for live orders of ${found?.live}`)
  }
}
