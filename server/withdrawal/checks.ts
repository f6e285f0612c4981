import { sql } from 'kysely'
import { currencies } from '../../src/rules/currencies.ts'
import { instrumentOf } from '../../src/rules/instruments.ts'
import { WITHDRAWAL_FEE_BPS, WITHDRAWAL_MIN_USDT } from '../../src/rules/withdrawal.ts'
import type { Capability } from '../capability.ts'
import { trailCheck } from '../ledger/index.ts'
import type { Check } from '../platform/database/check.ts'

/** Clocks of two nodes differ by less, in ms: what ended so shortly before on the one may seem to run on the other. */
const CLOCKS_DIFFER_MS = 5_000

const bps = sql.raw(String(WITHDRAWAL_FEE_BPS))

/** The least amount times the price that says how much that is, both in minor units: by currency, of all that has a price. */
const leastByCurrency = sql.join(
  currencies
    .filter(({ code }) => code !== 'USDT')
    .map(({ code, scale }) => {
      const least = WITHDRAWAL_MIN_USDT * 10n ** BigInt(scale + instrumentOf(`${code}USDT`).scale)
      return sql`when ${sql.lit(code)} then ${sql.raw(String(least))}`
    }),
  sql` `,
)
const usdtScale = currencies.find(({ code }) => code === 'USDT')?.scale ?? 0
const leastUsdt = sql.raw(String(WITHDRAWAL_MIN_USDT * 10n ** BigInt(usdtScale)))

/** What must hold of withdrawals: of their number, their terms, whose they are, and their money. */
export const withdrawalChecks: readonly Check[] = [
  {
    rows: sql`select user_id as what from withdrawals where state = 'underReview' group by user_id having count(*) > 1`,
    says: (what) => `user ${what} has more than one withdrawal under review`,
  },
  {
    // In two parts: an amount times the basis points may be larger than the column.
    rows: sql`select id as what from withdrawals
      where fee <> (amount / 10000) * ${bps} + (amount % 10000) * ${bps} / 10000`,
    says: (what) => `withdrawal ${what} takes another fee than ${WITHDRAWAL_FEE_BPS / 100}%`,
  },
  {
    rows: sql`select withdrawals.id as what from withdrawals
      left join ticks on ticks.symbol = withdrawals.currency || 'USDT' and ticks.seq = withdrawals.price_seq
      where amount < case when currency = 'USDT' then ${leastUsdt}
        else (case currency ${leastByCurrency} end + ticks.price - 1) / ticks.price end
      or (currency <> 'USDT' and ticks.price is null)`,
    says: (what) =>
      `withdrawal ${what} is of less than ${WITHDRAWAL_MIN_USDT} USDT, by the price that it was judged by`,
  },
  {
    rows: sql`select id as what from withdrawals where not exists (select 1 from kyc
      where kyc.user_id = withdrawals.user_id and kyc.state = 'verified' and kyc.decided_at * 1000 <= accepted_ms)`,
    says: (what) => `withdrawal ${what} is of someone who was not known by name`,
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

/** No withdrawal was taken while an order ran that keeps money where it is. */
export const openTradeChecks = (capabilities: readonly Capability[]): readonly Check[] =>
  capabilities
    .flatMap(({ orders }) => orders ?? [])
    .filter(({ blocksLeaving }) => blocksLeaving)
    .map(({ name, table }) => ({
      rows: sql`select distinct withdrawals.id as what from withdrawals
        inner join ${sql.table(table)} as trades on trades.user_id = withdrawals.user_id
        where trades.accepted_ms < withdrawals.accepted_ms - ${sql.lit(CLOCKS_DIFFER_MS)}
        and (trades.settled_ms is null or trades.settled_ms > withdrawals.accepted_ms + ${sql.lit(CLOCKS_DIFFER_MS)})`,
      says: (what) => `withdrawal ${what} was taken while a ${name} order ran`,
    }))
