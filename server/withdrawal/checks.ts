import { sql } from 'kysely'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencies, currencyOf } from '../../src/rules/money/currencies.ts'
import { trailCheck } from '../ledger/module.ts'
import type { Module } from '../module.ts'
import type { Check } from '../platform/database/check.ts'

/** Upper bound of the clock difference between nodes, in ms: an order that ended this shortly before on one may seem live on another. */
const CLOCKS_DIFFER_MS = 5_000

/** The product of a price and the amount worth one USDT, both in minor units, for each currency with a price. */
const unitByCurrency = sql.join(
  currencies
    .filter(({ code }) => code !== 'USDT')
    .map(({ code, scale }) => {
      const unit = 10n ** BigInt(scale + instrumentOf(`${code}USDT`).scale)
      return sql`when ${sql.lit(code)} then ${sql.raw(String(unit))}`
    }),
  sql` `,
)
const usdt = sql.raw(String(10n ** BigInt(currencyOf('USDT').scale)))

/** Invariants of withdrawals: their number, terms, owners and amounts. */
export const withdrawalChecks: readonly Check[] = [
  {
    rows: sql`select user_id as what, count(*) as withdrawals from withdrawals where state = 'underReview' group by user_id having count(*) > 1`,
    describe: (what) => `user ${what} has more than one withdrawal under review`,
  },
  {
    // In two parts, because an amount times the basis points may overflow the column.
    rows: sql`select id as what, amount, fee, fee_bps from withdrawals
      where fee <> (amount / 10000) * fee_bps + (amount % 10000) * fee_bps / 10000`,
    describe: (what) => `withdrawal ${what} takes another fee than its terms say`,
  },
  {
    rows: sql`select withdrawals.id as what, currency, amount, min_usdt, ticks.price from withdrawals
      left join ticks on ticks.symbol = withdrawals.currency || 'USDT' and ticks.seq = withdrawals.price_seq
      where amount < case when currency = 'USDT' then min_usdt * ${usdt}
        else (min_usdt * case currency ${unitByCurrency} end + ticks.price - 1) / ticks.price end
      or (currency <> 'USDT' and ticks.price is null)`,
    describe: (what) => `withdrawal ${what} is of less than the least of its terms, by the price that it was judged by`,
  },
  {
    rows: sql`select id as what, accepted_ms from withdrawals where not exists (select 1 from kyc
      where kyc.user_id = withdrawals.user_id and kyc.state = 'verified' and kyc.decided_at * 1000 <= accepted_ms)`,
    describe: (what) => `withdrawal ${what} is of someone who was not known by name`,
  },
  trailCheck(
    'withdrawal',
    sql`select id, user_id || ':' || currency || ':available' as account_id, -amount as amount
        from withdrawals where state in ('underReview', 'approved', 'sent', 'confirmed')
      union all select id, user_id || ':' || currency || ':held', amount from withdrawals where state = 'underReview'
      union all select id, 'platform:withdrawals:' || currency, amount - fee
        from withdrawals where state in ('approved', 'sent', 'confirmed')
      union all select id, 'platform:fees:' || currency, fee
        from withdrawals where state in ('approved', 'sent', 'confirmed')`,
  ),
]

/** No withdrawal was accepted during an order that blocks withdrawals. */
export const openTradeChecks = (modules: readonly Module[]): readonly Check[] =>
  modules
    .flatMap(({ orders }) => orders ?? [])
    .filter(({ blocksLeaving }) => blocksLeaving)
    .map(({ name, table }) => ({
      rows: sql`select withdrawals.id as what, trades.id as trade, trades.accepted_ms, trades.settled_ms from withdrawals
        inner join ${sql.table(table)} as trades on trades.user_id = withdrawals.user_id
        where trades.accepted_ms < withdrawals.accepted_ms - ${sql.lit(CLOCKS_DIFFER_MS)}
        and (trades.settled_ms is null or trades.settled_ms > withdrawals.accepted_ms + ${sql.lit(CLOCKS_DIFFER_MS)})`,
      describe: (what) => `withdrawal ${what} was taken while a ${name} order ran`,
    }))
