import { sql } from 'kysely'
import type { Wallet } from '../../src/api/money/wallet.ts'
import type { coverage as coverageCall } from '../../src/api/trade/orders.ts'
import type { Output } from '../../src/api/wire/call.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { COVER_CURRENCY, type Coverage, ownRoomOf, riskRoomOf } from '../../src/rules/money/coverage.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor, parseMoney, trimZeros } from '../../src/rules/money/money.ts'
import { walletsWithin } from '../ledger/module.ts'
import { valueNow } from '../market/module.ts'
import type { Module } from '../module.ts'
import { kindsOf, type OrderKind, type OrderRow, type Posting } from '../order-kind.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import { sumsOf } from '../platform/unit/sums.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { liveOf, mayHaveLive } from './table.ts'

type Modules = readonly Pick<Module, 'orders'>[]

/** A user's wallets, read only if a debt must be covered. */
type Wallets = () => Promise<readonly Wallet[]>

const minorOf = ({ currency, available }: Wallet): Minor => parseMoney(available, currencyOf(currency).scale) ?? 0n
const money = (amount: Minor) => trimZeros(formatMoney(amount, currencyOf(COVER_CURRENCY).scale))

/** What covers a user's debts at a time (ms); `undefined` if the user has none to cover. */
export async function coverageOf(
  modules: Modules,
  reads: Reads,
  wallets: Wallets,
  { userId, nowMs }: { userId: string; nowMs: number },
): Promise<Coverage | undefined> {
  const kinds = kindsOf(modules)
  if (!(await mayOwe(reads, kinds, userId))) return undefined
  const due = await sumOf(reads, userId, kinds, ({ mustCover }) => mustCover && ((order) => mustCover(order, nowMs)))
  if (due === 0n) return undefined
  const least = await leastOf(reads, userId, kinds)
  const wallet = (await wallets()).find(({ currency }) => currency === COVER_CURRENCY)
  return { available: wallet ? minorOf(wallet) : 0n, least, due }
}

/** The cover shown to a user at a time (ms), with the figures that also decide refusals; null if the user has none to cover. */
export async function coverOf(
  modules: Modules,
  reads: Reads,
  wallets: readonly Wallet[],
  at: { userId: string; nowMs: number },
): Promise<Output<typeof coverageCall>> {
  const coverage = await coverageOf(modules, reads, async () => wallets, at)
  const id = coverage && (await oldestOwed(reads, kindsOf(modules), at))
  if (!coverage || id === undefined) return null
  const coins = await coinsOf(reads, wallets)
  const { scale } = currencyOf(COVER_CURRENCY)
  const amount = (of: Minor | undefined) => formatMoney(of ?? 0n, scale)
  return {
    id,
    due: amount(coverage.due),
    least: amount(coverage.least),
    coins: amount(coins),
    room: amount(riskRoomOf(coverage)),
    own: amount(ownRoomOf(coverage, coins)),
  }
}

/** The oldest open order that must be covered. */
async function oldestOwed(
  reads: Reads,
  kinds: readonly OrderKind[],
  { userId, nowMs }: { userId: string; nowMs: number },
): Promise<string | undefined> {
  const ids: string[] = []
  for (const kind of kinds) {
    if (!kind.mustCover) continue
    for (const order of await liveOf(reads, kind, userId)) if (kind.mustCover(order, nowMs) > 0n) ids.push(order.id)
  }
  return ids.sort()[0]
}

/** Whether a user has an open order that must be covered: one read for a whole group, valid before its writes. */
async function mayOwe(reads: Reads, kinds: readonly OrderKind[], userId: string): Promise<boolean> {
  for (const { mustCover, table } of kinds) {
    if (mustCover && (await reads.read(mayHaveLive(table), userId))) return true
  }
  return false
}

/** The value of a user's available coins at the last recorded prices, in minor units of USDT. */
export async function coinsOf(reads: Reads, wallets: readonly Wallet[]): Promise<Minor> {
  let value = 0n
  for (const wallet of wallets) {
    const amount = minorOf(wallet)
    if (wallet.currency === COVER_CURRENCY || amount === 0n) continue
    value += (await valueNow(reads, { currency: wallet.currency, amount }))?.value ?? 0n
  }
  return value
}

/** The least that is returned of everything a user has locked up. */
async function leastOf(reads: Reads, userId: string, kinds: readonly OrderKind[]): Promise<Minor> {
  let sum = await sumOf(reads, userId, kinds, ({ atLeast, atLeastColumn }) => (atLeastColumn ? undefined : atLeast))
  for (const kind of kinds) if (kind.atLeastColumn) sum += await reads.read(leastIn(kind, kind.atLeastColumn), userId)
  return sum
}

const leastSums = new WeakMap<OrderKind, Loader<Minor>>()

function leastIn(kind: OrderKind, column: string): Loader<Minor> {
  const made = leastSums.get(kind) ?? sumsOf(kind.table as keyof Tables, column, { where: sql`settled_ms is null` })
  leastSums.set(kind, made)
  return made
}

async function sumOf(
  reads: Reads,
  userId: string,
  kinds: readonly OrderKind[],
  of: (kind: OrderKind) => ((order: OrderRow) => Minor) | undefined,
): Promise<Minor> {
  let sum = 0n
  for (const kind of kinds) {
    const amountOf = of(kind)
    if (amountOf) for (const order of await liveOf(reads, kind, userId)) sum += amountOf(order)
  }
  return sum
}

/** A transition of an order: the order before and after, and the transition's postings. */
export type Stepped<Row extends OrderRow> = { before?: Row; after: Row; postings: readonly Posting[] }

/**
 * Refuses a transition that leaves debts uncovered, or locks up more than the user's own money. A transition that
 * takes nothing from the available balance, or repays an equal part of a debt, is never refused: open orders continue, and debts can be
 * repaid.
 *
 * @param unit from `commitFor` the order's owner, so that concurrent transitions are counted one after the other
 * @throws Refusal `loanNotCovered`, `loanHosting`
 */
export async function requireCovered<Row extends OrderRow>(
  unit: Unit,
  kind: OrderKind<Row>,
  { before, after, postings }: Stepped<Row>,
): Promise<void> {
  const spent = spentBy(after, postings)
  if (spent <= 0n) return
  const nowMs = unit.platform.clock.now()
  const gained = (of: ((order: Row) => Minor) | undefined) => amountAt(of, after) - amountAt(of, before)
  const { atLeast, mustCover } = kind
  const owed = gained(mustCover && ((order) => mustCover(order, nowMs)))
  const risk = spent - gained(atLeast) + owed
  const hosts = atLeast !== undefined && before === undefined
  if (risk <= 0n && !hosts) return
  const userId = after.user_id
  const wallets = () => walletsWithin(unit, userId)
  const coverage = await coverageOf(unit.platform.modules, unit, wallets, { userId, nowMs })
  // The ledger itself refuses more than is available.
  if (!coverage || spent > coverage.available) return
  const own = hosts ? ownRoomOf(coverage, await coinsOf(unit, await wallets())) : undefined
  if (own !== undefined && spent > own) {
    throw new Refusal('loanHosting', { limit: money(own), currency: COVER_CURRENCY })
  }
  const room = riskRoomOf(coverage)
  if (room !== undefined && risk > room) {
    throw new Refusal('loanNotCovered', { limit: money(room), owed: money(coverage.due), currency: COVER_CURRENCY })
  }
}

const amountAt = <Row extends OrderRow>(of: ((order: Row) => Minor) | undefined, order: Row | undefined): Minor =>
  of && order?.settled_ms === null && order.currency === COVER_CURRENCY ? of(order) : 0n

/** What a transition takes from its owner's available USDT. */
function spentBy({ user_id }: OrderRow, postings: readonly Posting[]): Minor {
  let spent = 0n
  for (const { currency, lines } of postings) {
    if (currency !== COVER_CURRENCY) continue
    for (const { account, amount } of lines) {
      if ('user' in account && account.user === user_id && account.kind === 'available') spent -= amount
    }
  }
  return spent
}
