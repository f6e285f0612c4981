import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../../src/api/wire/messages.ts'
import type { Module } from '../module.ts'
import type { Hold } from '../order-kind.ts'
import type { Check } from '../platform/database/check.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Batch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { sumChecks } from './movement-sums.ts'

const checks: readonly Check[] = [
  {
    rows: sql`select transfer_id as what, currency, sum(amount) as sum from entries
      group by transfer_id, currency having sum(amount) <> 0`,
    describe: (what) => `transfer ${what} does not sum to zero`,
  },
  {
    rows: sql`select currency as what, sum(amount) as sum from entries group by currency having sum(amount) <> 0`,
    describe: (what) => `all accounts in ${what} do not sum to zero`,
  },
  {
    rows: sql`select id as what, cause, step from transfers
      where not exists (select 1 from entries where entries.transfer_id = transfers.id)`,
    describe: (what) => `transfer ${what} has no entries`,
  },
  {
    rows: sql`select transfer_id as what, cause, count(*) as entries from entries
      where not exists (select 1 from transfers where transfers.id = entries.transfer_id) group by transfer_id, cause`,
    describe: (what) => `transfer ${what} is missing`,
  },
  {
    rows: sql`select distinct transfer_id as what, transfers.cause, entries.cause as entry_cause, transfers.at, entries.at as entry_at
      from entries inner join transfers on transfers.id = transfer_id
      where entries.cause <> transfers.cause or entries.at <> transfers.at`,
    describe: (what) => `transfer ${what} has an entry of another cause or time`,
  },
  {
    rows: sql`select account_id as what, count(*) as entries, sum(amount) as sum from entries
      where account_id not like 'platform:%'
      and not exists (select 1 from accounts where accounts.id = entries.account_id) group by account_id`,
    describe: (what) => `account ${what} is missing`,
  },
  {
    rows: sql`select distinct account_id as what, currency from entries where account_id not like '%:' || currency
      and account_id not like '%:' || currency || ':%'`,
    describe: (what) => `account ${what} has an entry in another currency`,
  },
  {
    rows: sql`select accounts.id as what, accounts.balance, coalesce(sum(entries.amount), 0) as entries
      from accounts left join entries on entries.account_id = accounts.id
      group by accounts.id, accounts.balance having accounts.balance <> coalesce(sum(entries.amount), 0)`,
    describe: (what) => `account ${what} does not equal its entries`,
  },
  {
    rows: sql`select id as what, balance from accounts where balance < 0`,
    describe: (what) => `account ${what} is below zero`,
  },
  {
    // Each entry raises the version by one, so a removed or inserted entry is detected.
    rows: sql`select accounts.id as what, accounts.version as changes, count(entries.amount) as entries
      from accounts left join entries on entries.account_id = accounts.id
      group by accounts.id, accounts.version having accounts.version <> count(entries.amount)`,
    describe: (what) => `account ${what} does not have as many entries as it has had changes`,
  },
  {
    rows: sql`select account_id as what, amount from entries where cast(amount as bigint) <> amount
      union select id, balance from accounts where cast(balance as bigint) <> balance`,
    describe: (what) => `account ${what} has an amount that is no whole number`,
  },
]

/** The amounts held by live orders of all kinds. */
const heldBy = (modules: readonly Module[]): RawBuilder<Hold> =>
  sql`(${sql.join(
    modules.flatMap(({ holds }) => holds ?? []),
    sql` union all `,
  )}) as holds`

/** The number of entries, transfers and accounts to check. */
export async function ledgerSize(db: Db | Tx): Promise<{ entries: number; transfers: number; accounts: number }> {
  const count = async (table: 'entries' | 'transfers' | 'accounts') => {
    const query = db.selectFrom(table).select(({ fn }) => fn.countAll<bigint>().as('rows'))
    return Number((await query.executeTakeFirstOrThrow()).rows)
  }
  return { entries: await count('entries'), transfers: await count('transfers'), accounts: await count('accounts') }
}

/** The live orders of any kind that hold a user's currency, with the kind's name; newest first. */
export async function heldFor(
  db: Db | Tx,
  modules: readonly Module[],
  userId: string,
  currency: string,
): Promise<{ kind: string; id: string; amount: bigint }[]> {
  const found = await Promise.all(
    modules.map(async ({ name, holds }) => {
      if (!holds) return []
      const { rows } = await sql<Hold>`select id, amount from (${holds}) as holds
        where user_id = ${userId} and currency = ${currency} and amount <> 0`.execute(db)
      return rows.map(({ id, amount }) => ({ kind: name, id, amount }))
    }),
  )
  return found.flat().sort((a, b) => (a.id < b.id ? 1 : -1))
}

const holdChecks = (modules: readonly Module[]): Check[] => {
  if (!modules.some(({ holds }) => holds)) return []
  const holds = heldBy(modules)
  return [
    {
      rows: sql`select accounts.id as what, accounts.balance as held, coalesce(sum(holds.amount), 0) as orders
        from accounts left join ${holds}
        on holds.user_id = accounts.user_id and holds.currency = accounts.currency
        where accounts.kind = 'held' group by accounts.id, accounts.balance
        having accounts.balance <> coalesce(sum(holds.amount), 0)`,
      describe: (what) => `account ${what} does not equal the holds of its live orders`,
    },
    {
      rows: sql`select holds.id as what, holds.amount, holds.currency from ${holds} where holds.amount <> 0 and not exists (
        select 1 from accounts where accounts.user_id = holds.user_id
        and accounts.currency = holds.currency and accounts.kind = 'held')`,
      describe: (what) => `order ${what} is live and holds nothing`,
    },
  ]
}

/** All checks of the ledger: its own, and those of these modules. */
export const ledgerChecks = (modules: readonly Module[]): readonly Check[] => [
  ...checks,
  ...sumChecks,
  ...holdChecks(modules),
  ...modules.flatMap((each) => each.checks ?? []),
  ...modules.flatMap((each) => each.checksAmong?.(modules) ?? []),
]

/** A finished check: its position among all, what it looks for, and the number of violations. */
export type CheckNote = { done: number; of: number; looksFor: string; found: number }

/**
 * Verifies the whole ledger: every transfer sums to zero per currency, and so do all accounts together; each balance equals the replay of
 * its entries and is not negative; no entry is missing or misplaced; held amounts equal those of live orders; and the modules' own checks.
 * Reads every entry: for tests, simulations and operators, not for a call.
 *
 * @param noted is called after each check
 * @returns a line for each violation, with its figures; empty if the ledger is consistent
 */
export async function checkLedger(
  db: Db | Tx,
  modules: readonly Module[],
  noted: (check: CheckNote) => void = () => {},
): Promise<string[]> {
  const lines: string[] = []
  const all = ledgerChecks(modules)
  for (const [at, { rows, describe }] of all.entries()) {
    const { rows: found } = await rows.execute(db)
    for (const { what, ...figures } of found) lines.push(describe(what) + shown(figures))
    noted({ done: at + 1, of: all.length, found: found.length, looksFor: describe('…') })
  }
  return lines
}

/** The figures of a violation; amounts in minor units. */
function shown(figures: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(figures).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
  return all.length > 0 ? ` (${all.join(', ')})` : ''
}

/**
 * Asserts after a movement of a user's money that the held amounts equal those of the live orders: before the commit, for all users of a
 * group together. Cheap: an index finds the live orders. Fails closed: the refusal `frozenAbnormal` rolls back the unit.
 */
export const assertHolds = (unit: Unit, userId: string, currency: string): void =>
  unit.defer(holding, { userId, currency })

const holding: Batch<{ userId: string; currency: string }> = {
  stage: 'checks',
  write: async ({ tx, platform }, asked) => {
    const users = [...new Set(asked.map(({ userId }) => userId))]
    for (const { user_id, currency, held, live } of await differencesOf(platform.modules)(tx, toJson(users))) {
      if (!asked.some((one) => one.userId === user_id && one.currency === currency)) continue
      const cause = new Error(`ledger: user ${user_id} holds ${held} ${currency} for live orders of ${live}`)
      throw new Refusal('frozenAbnormal', {}, { cause })
    }
  },
}

type Difference = { user_id: string; currency: string; held: bigint; live: bigint }

const differences = new WeakMap<readonly Module[], ReturnType<typeof buildDifferences>>()

function differencesOf(modules: readonly Module[]) {
  const known = differences.get(modules) ?? buildDifferences(modules)
  differences.set(modules, known)
  return known
}

/** The accounts whose held amount differs from that of the live orders. */
const buildDifferences = (modules: readonly Module[]) =>
  compiled(
    (db, users: string) => sql<Difference>`select user_id, currency, sum(held) as held, sum(live) as live from (
      select user_id, currency, balance as held, 0 as live from accounts
        where kind = 'held' and ${isOneOf(db, 'user_id', users)}
      union all select user_id, currency, 0 as held, amount as live from ${heldBy(modules)}
        where ${isOneOf(db, 'user_id', users)}) as both_sides
      group by user_id, currency having sum(held) <> sum(live)`,
  )
