import { sql } from 'kysely'
import { Refusal } from '../../src/api/wire/messages.ts'
import { compiled, isPostgres } from '../platform/database/compiled.ts'
import { RetryError, type Tx } from '../platform/database/database.ts'
import { insertRows, isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Batch, Loader } from '../platform/unit/defer.ts'
import { addSums } from './movement-sums.ts'

/** A user's account, including postings within the unit. */
export type AccountRow = Tables['accounts']

const accountsOfUsers = compiled((db, users: string) => {
  const query = db
    .selectFrom('accounts')
    .selectAll()
    .where(isOneOf(db, 'user_id', users))
    .orderBy('id')
  // Locked, in a fixed order, so that the read values stay valid until the write.
  return isPostgres(db) ? query.forNoKeyUpdate() : query
})

/** The accounts of a user, by their ids. */
export const accountsOf: Loader<ReadonlyMap<string, AccountRow>> = {
  ofUser: true,
  none: new Map(),
  load: async (tx, keys) => {
    const found = new Map<string, Map<string, AccountRow>>()
    for (const row of await accountsOfUsers(tx, toJson(keys))) {
      const accounts = found.get(row.user_id) ?? new Map<string, AccountRow>()
      found.set(row.user_id, accounts.set(row.id, row))
    }
    return found
  },
}

/** A posted transfer. `moved`: the users' accounts that it changed, as they are after it. */
export type Posted = {
  transfer: Tables['transfers']
  entries: readonly Tables['entries'][]
  moved: readonly { account: AccountRow; amount: bigint }[]
}

/** Writes transfers, their balances, their entries, and the stored sums. */
export const transfers: Batch<Posted> = {
  stage: 'money',
  write: async ({ tx, platform: { database } }, posted) => {
    await insertRows(
      database.kind,
      tx,
      'transfers',
      posted.map(({ transfer }) => transfer),
    )
    await moveAll(tx, changesOf(posted))
    await insertRows(
      database.kind,
      tx,
      'entries',
      posted.flatMap(({ entries }) => entries),
    )
    await addSums(tx, posted)
  },
}

/** The combined change of an account by several postings: `account` is its state after the last one. */
type Change = { account: AccountRow; amount: bigint; times: bigint }

function changesOf(posted: readonly Posted[]): Change[] {
  const changes = new Map<string, Change>()
  for (const { account, amount } of posted.flatMap(({ moved }) => moved)) {
    const before = changes.get(account.id)
    const [sum, times] = before ? [before.amount + amount, before.times + 1n] : [amount, 1n]
    changes.set(account.id, { account, amount: sum, times })
  }
  return [...changes.values()].sort((a, b) => (a.account.id < b.account.id ? -1 : 1))
}

type Moved = Pick<AccountRow, 'id' | 'balance' | 'version'>

const moveOne = compiled((db, amount: bigint, times: bigint, id: string, most: bigint) =>
  db
    .updateTable('accounts')
    .set((eb) => ({ balance: eb('balance', '+', amount), version: eb('version', '+', times) }))
    .where('id', '=', id)
    .where('balance', '>=', most)
    .returning(['id', 'balance', 'version']),
)

const moveMany = compiled(
  (
    _,
    changes: string,
  ) => sql<Moved>`update accounts set balance = balance + change.amount, version = version + change.times
    from json_to_recordset(${changes}) as change (id text, amount bigint, times bigint)
    where accounts.id = change.id and accounts.balance + change.amount >= 0
    returning accounts.id, accounts.balance, accounts.version`,
)

const openOne = compiled(
  (
    db,
    row: AccountRow['id'],
    user: string,
    currency: string,
    kind: AccountRow['kind'],
    balance: bigint,
    version: bigint,
  ) =>
    db
      .insertInto('accounts')
      .values({ id: row, user_id: user, currency, kind, balance, version })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          balance: eb('accounts.balance', '+', eb.ref('excluded.balance')),
          version: eb('accounts.version', '+', eb.ref('excluded.version')),
        })),
      )
      .returning(['id', 'balance', 'version']),
)

async function moveAll(tx: Tx, changes: readonly Change[]): Promise<void> {
  const isOpened = ({ account, times }: Change) => account.version === times
  const moved: Moved[] = []
  for (const { account, amount, times } of changes.filter(isOpened)) {
    const { id, user_id, currency, kind } = account
    moved.push(...(await openOne(tx, id, user_id, currency, kind, amount, times)))
  }
  const open = changes.filter((change) => !isOpened(change))
  if (open.length > 1 && isPostgres(tx)) {
    const rows = open.map(({ account, amount, times }) => ({ id: account.id, amount, times }))
    moved.push(...(await moveMany(tx, toJson(rows))))
  } else {
    for (const { account, amount, times } of open)
      moved.push(...(await moveOne(tx, amount, times, account.id, -amount)))
  }
  const balances = new Map(moved.map((row) => [row.id, row]))
  for (const { account } of changes) {
    const { balance, version } = balances.get(account.id) ?? {}
    // A concurrent write without the lock: an account that did not exist yet, or a write that bypassed the ledger.
    if (balance !== account.balance || version !== account.version) {
      const what = `ledger: account ${account.id} is not as it was read`
      throw new RetryError(what, new Refusal('balanceChangeAbnormal', {}, { cause: new Error(what) }))
    }
  }
}
