import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'

/**
 * Checks the ledger whole: every transfer sums to zero per currency, all accounts together do, each balance equals the
 * replay of its entries and is not below zero, and what is held equals the stakes of the live orders that hold it.
 *
 * @returns a line for each violation; none where the ledger holds
 */
export async function checkLedger(db: Db | Tx): Promise<string[]> {
  const transfers = await sql<{ transfer_id: string }>`
    select transfer_id from entries group by transfer_id, currency having sum(amount) <> 0`.execute(db)
  const currencies = await sql<{ currency: string }>`
    select currency from entries group by currency having sum(amount) <> 0`.execute(db)
  const bare = await sql<{ id: string }>`
    select id from transfers where id not in (select transfer_id from entries)`.execute(db)
  const balances = await sql<{ id: string }>`
    select accounts.id from accounts left join entries on entries.account_id = accounts.id
    group by accounts.id, accounts.balance
    having accounts.balance < 0 or accounts.balance <> coalesce(sum(entries.amount), 0)`.execute(db)
  const holds = await sql<{ id: string }>`
    select accounts.id from accounts left join microtrades
      on microtrades.user_id = accounts.user_id and microtrades.currency = accounts.currency
      and microtrades.state in ('accepted', 'open')
    where accounts.kind = 'held'
    group by accounts.id, accounts.balance
    having accounts.balance <> coalesce(sum(microtrades.amount), 0)`.execute(db)
  return [
    ...transfers.rows.map((row) => `transfer ${row.transfer_id} does not sum to zero`),
    ...currencies.rows.map((row) => `all accounts in ${row.currency} do not sum to zero`),
    ...bare.rows.map((row) => `transfer ${row.id} has no entries`),
    ...balances.rows.map((row) => `account ${row.id} does not equal its entries`),
    ...holds.rows.map((row) => `account ${row.id} does not equal the holds of its live orders`),
  ]
}
