import { Refusal } from '../../src/api/messages.ts'
import type { Wallet } from '../../src/api/wallet.ts'
import { currencies, currencyOf } from '../../src/rules/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Unit } from '../platform/unit.ts'

/** The platform's own accounts. `issuance`: where paper money comes from. `options`: the other side of every timed option. */
export type PlatformAccount = 'issuance' | 'options'

/** An account: a user's money that is free (`available`) or set aside for a live order (`held`), or one of the platform's. */
export type Account = UserAccount | { platform: PlatformAccount }

type UserAccount = { user: string; kind: 'available' | 'held' }

/** One side of a transfer, in minor units: above zero into the account, below zero out of it. */
export type Line = { account: Account; amount: Minor }

/**
 * Money that moves in one currency. `cause`, `causeId` and `step` name why, and are unique together: the same step of
 * the same thing never moves money twice.
 */
export type Transfer = { cause: string; causeId: string; step: string; currency: string; lines: readonly Line[] }

const accountId = (account: Account, currency: string) =>
  'user' in account ? `${account.user}:${currency}:${account.kind}` : `platform:${account.platform}:${currency}`

/**
 * Posts a transfer within a unit of work. The only writer of balances.
 *
 * @throws Refusal `insufficientBalance` where a user's account would fall below zero
 * @throws RangeError where the lines do not sum to zero, one is zero, or an account comes twice
 * @throws Error where the cause has moved money before, or more is taken out of a hold than it holds
 */
export async function post(unit: Unit, transfer: Transfer): Promise<void> {
  const { cause, causeId, step, currency } = transfer
  currencyOf(currency)
  const lines = transfer.lines
    .map(({ account, amount }) => ({ account, amount, id: accountId(account, currency) }))
    // A fixed order: two transfers that meet on two accounts never wait for each other in a circle.
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  if (lines.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) throw new RangeError('a transfer must sum to zero')
  if (lines.length < 2 || lines.some(({ amount }) => amount === 0n)) throw new RangeError('a line must move money')
  if (new Set(lines.map(({ id }) => id)).size !== lines.length) throw new RangeError('an account comes once')

  const { tx, platform } = unit
  const id = platform.ids()
  await tx
    .insertInto('transfers')
    .values({ id, cause, cause_id: causeId, step, at: BigInt(Math.floor(platform.clock.now() / 1000)) })
    .execute()
  for (const line of lines) {
    if ('user' in line.account) await move(tx, line.id, line.account, currency, line.amount)
  }
  await tx
    .insertInto('entries')
    .values(lines.map((line) => ({ transfer_id: id, account_id: line.id, currency, amount: line.amount })))
    .execute()
}

async function move(tx: Tx, id: string, account: UserAccount, currency: string, amount: Minor) {
  if (amount > 0n) {
    await tx
      .insertInto('accounts')
      .values({ id, user_id: account.user, currency, kind: account.kind, balance: amount, version: 1n })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          balance: eb('accounts.balance', '+', amount),
          version: eb('accounts.version', '+', 1n),
        })),
      )
      .execute()
    return
  }
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((eb) => ({ balance: eb('balance', '+', amount), version: eb('version', '+', 1n) }))
    .where('id', '=', id)
    .where('balance', '>=', -amount)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  // What is held was set aside by us: where it is not there, something is wrong that nobody can mend by paying in.
  if (account.kind === 'held') throw new Error(`ledger: account ${id} holds less than ${-amount}`)
  throw new Refusal('insufficientBalance')
}

/** A user's wallets: one for each currency of the platform, in its order, also where it is empty. */
export async function walletsOf(db: Db | Tx, userId: string): Promise<Wallet[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['currency', 'kind', 'balance', 'version'])
    .where('user_id', '=', userId)
    .execute()
  return currencies.map(({ code, scale }) => {
    const ofCurrency = rows.filter(({ currency }) => currency === code)
    const balance = (kind: 'available' | 'held') => ofCurrency.find((row) => row.kind === kind)?.balance ?? 0n
    const [available, frozen] = [balance('available'), balance('held')]
    return {
      currency: code,
      balance: formatMoney(available + frozen, scale),
      available: formatMoney(available, scale),
      frozen: formatMoney(frozen, scale),
      version: Number(ofCurrency.reduce((sum, { version }) => sum + version, 0n)),
    }
  })
}

/** A user's wallet of one currency, or `undefined` where the platform does not have the currency. */
export const walletOf = async (db: Db | Tx, userId: string, currency: string): Promise<Wallet | undefined> =>
  (await walletsOf(db, userId)).find((wallet) => wallet.currency === currency)

/** What a cause has brought a user in a currency, in minor units, by its steps. */
export async function incomeOf(
  db: Db | Tx,
  userId: string,
  cause: string,
  currency: string,
): Promise<ReadonlyMap<string, Minor>> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('transfers', 'transfers.id', 'entries.transfer_id')
    .select((eb) => ['transfers.step', eb.fn.sum<bigint | string>('entries.amount').as('amount')])
    .where('entries.account_id', '=', accountId({ user: userId, kind: 'available' }, currency))
    .where('transfers.cause', '=', cause)
    .groupBy('transfers.step')
    .execute()
  return new Map(rows.map(({ step, amount }) => [step, BigInt(amount)]))
}

/** What moved into and out of a user's accounts, newest first, at most `limit`. Amounts are decimals with a sign. */
export async function entriesOf(db: Db | Tx, userId: string, limit: number) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('accounts', 'accounts.id', 'entries.account_id')
    .innerJoin('transfers', 'transfers.id', 'entries.transfer_id')
    .select(['entries.currency', 'entries.amount', 'accounts.kind'])
    .select(['transfers.at', 'transfers.cause', 'transfers.cause_id', 'transfers.step'])
    .where('accounts.user_id', '=', userId)
    .orderBy('transfers.id', 'desc')
    .orderBy('accounts.kind')
    .limit(limit)
    .execute()
  return rows.map(({ currency, kind, cause, step, at, amount, cause_id }) => ({
    at: Number(at),
    currency,
    kind,
    amount: formatMoney(amount, currencyOf(currency).scale),
    cause,
    causeId: cause_id,
    step,
  }))
}
