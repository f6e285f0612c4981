import { sql } from 'kysely'
import type { OrderFilter } from '../../src/api/trade/orders.ts'
import { findInstrument } from '../../src/rules/market/instruments.ts'
import { marketOf } from '../../src/rules/orders/order-list.ts'
import type { Listing, OrderKind } from '../order-kind.ts'
import type { Check } from '../platform/database/check.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Batch, Loader } from '../platform/unit/defer.ts'

/** Sum of ended orders with the same kind, result, symbol and currency. Amounts in minor units; the last three in USDT. */
export type Sum = {
  kind: string
  symbol: string
  currency: string
  state: string
  orders: bigint
  staked: bigint
  returned: bigint
  bought: bigint
  sold: bigint
  fees: bigint
}

/** Sums of a user's ended orders of all kinds: a few rows for each symbol the user has traded. */
export const keptSums = (db: Db | Tx, userId: string): Promise<Sum[]> =>
  db
    .selectFrom('order_sums')
    .select(['kind', 'symbol', 'currency', 'state', 'orders', 'staked', 'returned', 'bought', 'sold', 'fees'])
    .where('user_id', '=', userId)
    .execute()

/** Whether a sum matches a filter, whatever its result. */
export const isOf =
  ({ kind, market, symbol }: Omit<OrderFilter, 'result'>) =>
  (sum: Pick<Sum, 'kind' | 'symbol'>): boolean => {
    const instrument = findInstrument(sum.symbol)
    return (
      (kind === undefined || sum.kind === kind) &&
      (symbol === undefined || sum.symbol === symbol) &&
      (market === undefined || (instrument !== undefined && marketOf(instrument) === market))
    )
  }

const columns = sql`user_id, kind, symbol, currency, state, orders, staked, returned, bought, sold, fees, turnover`

const zero = sql<bigint>`0`
const nothing = { bought: zero, sold: zero, fees: zero }

type Listed = Pick<OrderKind, 'name' | 'table'> & { listing: Listing }

const scanned = ({ name, table, listing: { staked, returned, turnover = zero, traded = nothing } }: Listed) => sql`
  select user_id, ${sql.lit(name)} as kind, symbol, currency, state, count(*) as orders, sum(${staked}) as staked,
    sum(${returned}) as returned, sum(${traded.bought}) as bought, sum(${traded.sold}) as sold, sum(${traded.fees}) as fees,
    sum(${turnover}) as turnover
  from ${sql.table(table)}`

const bySum = sql`group by user_id, symbol, currency, state`

const batches = new WeakMap<Listing, Batch<string>>()

/** Adds ended orders to the stored sums, after their rows are written. */
export function endedOrders(kind: Listed): Batch<string> {
  const known = batches.get(kind.listing)
  if (known) return known
  const add = compiled(
    (
      db,
      ids: string,
    ) => sql`insert into order_sums (${columns}) ${scanned(kind)} where ${isOneOf(db, 'id', ids)} ${bySum}
      on conflict (user_id, kind, symbol, currency, state) do update set orders = order_sums.orders + excluded.orders,
        staked = order_sums.staked + excluded.staked, returned = order_sums.returned + excluded.returned,
        bought = order_sums.bought + excluded.bought, sold = order_sums.sold + excluded.sold,
        fees = order_sums.fees + excluded.fees, turnover = order_sums.turnover + excluded.turnover`,
  )
  const batch: Batch<string> = {
    stage: 'money',
    write: async ({ tx }, ids) => {
      await add(tx, toJson(ids))
    },
  }
  batches.set(kind.listing, batch)
  return batch
}

/** A user's turnover in orders of a kind, in minor units of USDT: the stored sum of ended orders plus the live ones. */
export function tradedIn({ name, table, listing }: Pick<OrderKind, 'name' | 'table' | 'listing'>): Loader<bigint> {
  const { turnover = zero } = listing ?? {}
  const sums = compiled(
    (db: Db | Tx, users: string) => sql<{
      user_id: string
      sum: bigint | string
    }>`select user_id, sum(turnover) as sum from (
        select user_id, turnover from order_sums where ${isOneOf(db, 'user_id', users)} and kind = ${sql.lit(name)}
        union all select user_id, ${turnover} from ${sql.table(table)}
          where settled_ms is null and ${isOneOf(db, 'user_id', users)}) as kept_and_live
      group by user_id`,
  )
  return {
    ofUser: true,
    reread: true,
    none: 0n,
    load: async (db, users) => {
      const json = toJson(users)
      return new Map((await sums(db, json)).map(({ user_id, sum }) => [user_id, BigInt(sum)]))
    },
  }
}

/** The stored sums of a kind must equal a scan of its orders. */
export const keptCheck = (kind: Listed): Check => ({
  rows: sql`select user_id as what, symbol, currency, state, sum(orders) as orders, sum(staked) as staked, sum(returned) as returned,
      sum(bought) as bought, sum(sold) as sold, sum(fees) as fees, sum(turnover) as turnover
    from (${scanned(kind)} where settled_ms is not null ${bySum}
      union all select user_id, kind, symbol, currency, state, -orders, -staked, -returned, -bought, -sold, -fees, -turnover
        from order_sums
        where kind = ${sql.lit(kind.name)}) as both_sides
    group by user_id, symbol, currency, state having sum(orders) <> 0 or sum(staked) <> 0 or sum(returned) <> 0
      or sum(bought) <> 0 or sum(sold) <> 0 or sum(fees) <> 0 or sum(turnover) <> 0`,
  describe: (what) => `the sums kept of ${kind.name} orders of user ${what} do not equal them`,
})
