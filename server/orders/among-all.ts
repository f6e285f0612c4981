import type { OrderTotals } from '../../src/api/orders.ts'
import { resultOf, statesOf } from '../../src/machines/orders/life.ts'
import { currencyOf } from '../../src/rules/currencies.ts'
import { formatMoney } from '../../src/rules/money.ts'
import type { OrderFilter, Result } from '../../src/rules/order-list.ts'
import type { OrderKind, OrderOnWire } from '../order-kind.ts'
import type { Db } from '../platform/database/database.ts'
import { type Filter, ordersOf, type Sum, sumsOf } from './table.ts'

/** An order with the name of its kind. */
export type Named = { kind: string } & OrderOnWire

/** A user's orders of all kinds, newest first, at most `limit`. Ids grow with time, whatever the kind. */
export async function listOfAll(
  db: Db,
  kinds: readonly OrderKind[],
  userId: string,
  { ended, before, ...filter }: OrderFilter & Pick<Filter, 'ended' | 'before'>,
  limit: number,
): Promise<Named[]> {
  const pages = await Promise.all(
    ofEach(kinds, filter).map(async ({ kind, ...of }) => {
      const orders = await ordersOf(db, kind, userId, { ...of, ended, before }, limit)
      return orders.map((order): Named => ({ kind: kind.name, ...kind.toWire(order) }))
    }),
  )
  return pages
    .flat()
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}

/** What a user's ended orders of all kinds come to. What nobody won or lost counts, and not for the rate. */
export async function totalsOfAll(
  db: Db,
  kinds: readonly OrderKind[],
  userId: string,
  filter: OrderFilter,
): Promise<OrderTotals> {
  const sums = await Promise.all(
    ofEach(kinds, filter).map(async ({ kind, among, ...of }) =>
      (await sumsOf(db, kind, among, userId, of)).map((sum) => ({ ...sum, result: resultOf(kind.machine, sum.state) })),
    ),
  )
  const all = sums.flat()
  const count = (result: Result) => Number(total(all, (sum) => (sum.result === result ? sum.orders : 0n)))
  const [won, lost, traded] = [count('won'), count('lost'), count('traded')]
  const staked = all.filter((sum) => sum.staked > 0n)
  return {
    won,
    lost,
    returned: count('returned'),
    traded,
    winRateBps: won + lost === 0 ? null : Math.floor((won * 10_000) / (won + lost)),
    turnover: traded === 0 ? null : turnoverOf(all),
    amounts: [...new Set(staked.map(({ currency }) => currency))].sort().map((currency) =>
      amountsOf(
        currency,
        staked.filter((sum) => sum.currency === currency),
      ),
    ),
  }
}

/** The kinds with what a filter means to them, without those that have no such order. */
const ofEach = (kinds: readonly OrderKind[], { kind: name, result, market, symbol }: OrderFilter) =>
  kinds.flatMap((kind) => {
    if (name !== undefined && kind.name !== name) return []
    const where = kind.among?.where({ market, symbol })
    if (!kind.among || !where) return []
    const states = result && statesOf(kind.machine).filter((state) => resultOf(kind.machine, state) === result)
    return states?.length === 0 ? [] : { kind, among: kind.among, where, states }
  })

const total = <Each>(all: readonly Each[], of: (each: Each) => bigint) => all.reduce((sum, each) => sum + of(each), 0n)

function turnoverOf(sums: readonly Sum[]) {
  const { scale } = currencyOf('USDT')
  const money = (of: (sum: Sum) => bigint) => formatMoney(total(sums, of), scale)
  return { bought: money(({ bought }) => bought), sold: money(({ sold }) => sold), fees: money(({ fees }) => fees) }
}

function amountsOf(currency: string, sums: readonly (Sum & { result: Result | null })[]) {
  const { scale } = currencyOf(currency)
  const money = (of: (sum: Sum & { result: Result | null }) => bigint) => formatMoney(total(sums, of), scale)
  return {
    currency,
    staked: money(({ staked }) => staked),
    gained: money(({ result, staked, returned }) => (result === 'won' ? returned - staked : 0n)),
    lost: money(({ result, staked, returned }) => (result === 'lost' ? staked - returned : 0n)),
    net: money(({ staked, returned }) => returned - staked),
  }
}
