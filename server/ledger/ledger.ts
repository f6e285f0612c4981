import type { Wallet } from '../../src/api/money/wallet.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { currencies, currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { type AccountRow, accountsOf, transfers } from './accounts.ts'

/**
 * An account: a user's `available` or `held` money (reserved for live orders), or a named account of the platform, such as `issuance`, from
 * which paper money is issued.
 */
export type Account = UserAccount | { platform: string }

type UserAccount = { user: string; kind: 'available' | 'held' }

/** One side of a transfer, in minor units: positive into the account, negative out of it. */
export type Line = { account: Account; amount: Minor }

/**
 * A transfer in one currency. `cause`, `causeId` and `step` name its reason, and are unique together, so that the same step never moves
 * money twice.
 */
export type Transfer = { cause: string; causeId: string; step: string; currency: string; lines: readonly Line[] }

const accountId = (account: Account, currency: string) =>
  'user' in account ? `${account.user}:${currency}:${account.kind}` : `platform:${account.platform}:${currency}`

/**
 * Posts a transfer within a unit of work. The only writer of balances.
 *
 * @throws Refusal `insufficientBalance` if a user's available balance would become negative; `frozenAbnormal`, `deductionFailed` or
 *   `feeDeductionFailed` if more is taken from a hold than it contains. When the unit is written, `balanceChangeAbnormal`: an account
 *   repeatedly differs from what was read, because something writes past the ledger
 * @throws RangeError if the lines do not sum to zero, one is zero, or an account occurs twice
 * @throws Error if the cause has moved money before: when the unit is written, which is then rolled back
 */
export async function post(unit: Unit, transfer: Transfer): Promise<void> {
  const { cause, causeId, step, currency } = transfer
  currencyOf(currency)
  const lines = transfer.lines
    .map(({ account, amount }) => ({ account, amount, id: accountId(account, currency) }))
    // A fixed order, so that two transfers between the same accounts cannot deadlock.
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  if (lines.reduce((sum, { amount }) => sum + amount, 0n) !== 0n) throw new RangeError('a transfer must sum to zero')
  if (lines.length < 2 || lines.some(({ amount }) => amount === 0n)) throw new RangeError('a line must move money')
  if (new Set(lines.map(({ id }) => id)).size !== lines.length) throw new RangeError('an account comes once')

  const moved = []
  for (const { account, amount, id } of lines) {
    if (!('user' in account)) continue
    const { balance, ...before } = await accountWithin(unit, id, account, currency)
    const after = balance + amount
    if (after < 0n) throw account.kind === 'held' ? notHeld(transfer, id, -after) : new Refusal('insufficientBalance')
    moved.push({ amount, account: { ...before, balance: after, version: before.version + 1n } })
  }
  for (const { account } of moved) {
    const accounts = await unit.read(accountsOf, account.user_id)
    unit.prime(accountsOf, account.user_id, new Map(accounts).set(account.id, account))
  }
  const transfer_id = unit.platform.ids()
  const at = BigInt(nowSeconds(unit.platform.clock))
  unit.defer(transfers, {
    transfer: { id: transfer_id, cause, cause_id: causeId, step, at },
    entries: lines.map(({ id, amount }) => ({ transfer_id, account_id: id, currency, amount, cause, at })),
    moved,
  })
}

/** An account as seen within the unit; an unopened one is empty. */
const accountWithin = async (unit: Unit, id: string, { user, kind }: UserAccount, currency: string) =>
  (await unit.read(accountsOf, user)).get(id) ?? { id, user_id: user, currency, kind, balance: 0n, version: 0n }

/**
 * Held amounts were reserved by us: if one is missing, something is wrong that no payment in can fix. The error distinguishes a missing
 * refund, a missing deduction, and a missing fee.
 */
function notHeld({ lines }: Transfer, id: string, missing: Minor): Refusal {
  const comesBack = lines.some(
    ({ account, amount }) => 'user' in account && account.kind === 'available' && amount > 0n,
  )
  const fee = lines.find(({ account }) => 'platform' in account && account.platform === 'fees')?.amount ?? 0n
  const taken = missing <= fee ? 'feeDeductionFailed' : 'deductionFailed'
  const cause = new Error(`ledger: account ${id} holds less than is moved, by ${missing}`)
  return new Refusal(comesBack ? 'frozenAbnormal' : taken, {}, { cause })
}

/** A user's wallets: one for each currency of the platform, in its order, empty ones included. */
export async function walletsOf(db: Db | Tx, userId: string): Promise<Wallet[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['currency', 'kind', 'balance', 'version'])
    .where('user_id', '=', userId)
    .execute()
  return currencies.map(({ code }) => toWallet(code, rows))
}

/** A user's wallet of one currency, or `undefined` for an unknown currency. */
export const walletOf = async (db: Db | Tx, userId: string, currency: string): Promise<Wallet | undefined> =>
  (await walletsOf(db, userId)).find((wallet) => wallet.currency === currency)

/**
 * A user's wallet of one currency, including the unit's postings so far.
 *
 * @throws RangeError for an unknown currency
 */
export const walletWithin = async (unit: Unit, userId: string, currency: string): Promise<Wallet> =>
  toWallet(currency, [...(await unit.read(accountsOf, userId)).values()])

/** A user's wallets, including the unit's postings so far: one for each currency of the platform. */
export async function walletsWithin(unit: Unit, userId: string): Promise<Wallet[]> {
  const accounts = [...(await unit.read(accountsOf, userId)).values()]
  return currencies.map(({ code }) => toWallet(code, accounts))
}

function toWallet(
  currency: string,
  accounts: readonly Pick<AccountRow, 'currency' | 'kind' | 'balance' | 'version'>[],
): Wallet {
  const { scale } = currencyOf(currency)
  const own = accounts.filter((account) => account.currency === currency)
  const balance = (kind: AccountRow['kind']) => own.find((account) => account.kind === kind)?.balance ?? 0n
  const [available, frozen] = [balance('available'), balance('held')]
  return {
    currency,
    balance: formatMoney(available + frozen, scale),
    available: formatMoney(available, scale),
    frozen: formatMoney(frozen, scale),
    version: Number(own.reduce((sum, { version }) => sum + version, 0n)),
  }
}
