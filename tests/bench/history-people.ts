import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/platform/database/database.ts'

/** Orders are spread over the last three years, in seconds. */
const YEARS_SECONDS = 94_000_000
const BEGUN = Math.floor(Date.now() / 1_000) - YEARS_SECONDS

/** The mix of a million movements: what an order of each kind moves, and its share out of ten. */
const kinds = [
  { name: 'microtrade', movements: 2, tenths: 6 },
  { name: 'spot', movements: 3, tenths: 3 },
  { name: 'lever', movements: 2, tenths: 1 },
] as const
type Name = (typeof kinds)[number]['name']

/**
 * Gives people ended orders of three kinds with all their transfers and entries, by SQL alone: the server would
 * take hours.
 *
 * @param user the id of the person with the order of the number `i`
 * @param movements how many transfers touch these people's accounts
 */
export async function placeHistory(db: Db, user: RawBuilder<unknown>, movements: number): Promise<void> {
  const free = (currency: string) => sql`${user} || ${sql.lit(`:${currency}:available`)}`
  const held = sql`${user} || ':USDT:held'`
  const house = (name: string, currency = 'USDT') => sql.lit(`platform:${name}:${currency}`)
  const countOf = (name: Name) => {
    const { tenths, movements: each } = kinds.find((kind) => kind.name === name) ?? kinds[0]
    return Math.floor((movements * tenths) / 10 / each)
  }
  const numbers = (name: Name) =>
    sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(countOf(name))})`
  const at = (name: Name) =>
    sql.raw(`(cast(${BEGUN} as bigint) + i * ${Math.max(1, Math.floor(YEARS_SECONDS / countOf(name)))})`)
  const id = (name: Name) => sql.raw(`'0${name[0]}' || (100000000 + i)`)

  const move = async (name: Name, step: string, lines: readonly (readonly [RawBuilder<unknown>, string, number])[]) => {
    const transfer = sql`${id(name)} || ${sql.lit(step)}`
    await sql`insert into transfers (id, cause, cause_id, step, at) ${numbers(name)}
      select ${transfer}, ${sql.lit(name)}, ${id(name)}, ${sql.lit(step)}, ${at(name)} from numbers`.execute(db)
    for (const [account, currency, amount] of lines) {
      await sql`insert into entries (transfer_id, account_id, currency, amount, cause, at) ${numbers(name)}
        select ${transfer}, ${account}, ${sql.lit(currency)}, ${sql.lit(amount)}, ${sql.lit(name)}, ${at(name)}
        from numbers`.execute(db)
    }
  }
  const hold = [
    [free('USDT'), 'USDT', -1_000_000],
    [held, 'USDT', 1_000_000],
  ] as const
  await move('microtrade', 'holdStake', hold)
  await move('microtrade', 'payWinner', [
    [held, 'USDT', -1_000_000],
    [house('options'), 'USDT', -850_000],
    [free('USDT'), 'USDT', 1_850_000],
  ])
  await move('lever', 'holdReserve', hold)
  await move('lever', 'settle', [
    [held, 'USDT', -1_000_000],
    [house('contracts'), 'USDT', -100_000],
    [free('USDT'), 'USDT', 1_100_000],
  ])
  await move('spot', 'holdGiven', hold)
  await move('spot', 'pay', [
    [held, 'USDT', -1_000_000],
    [house('spot'), 'USDT', 1_000_000],
  ])
  await move('spot', 'receive', [
    [house('spot', 'BTC'), 'BTC', -1_000],
    [free('BTC'), 'BTC', 1_000],
  ])

  const ms = (name: Name) => sql`${at(name)} * 1000`
  const symbol = sql.raw(`(case i % 3 when 0 then 'BTCUSDT' when 1 then 'ETHUSDT' else 'SOLUSDT' end)`)
  await sql`insert into microtrades (id, user_id, symbol, kind, direction, currency, amount, seconds, payout_bps, state, version,
      payout, accepted_ms, settled_ms, open_seq, open_ms, open_price, open_hash, close_seq, close_ms, close_price, close_hash, turnover)
    ${numbers('microtrade')} select ${id('microtrade')}, ${user}, ${symbol}, 'crypto', 'rise', 'USDT', 1000000, 30, 8500, 'won', 3,
      1850000, ${ms('microtrade')}, ${ms('microtrade')} + 30000, 1, ${ms('microtrade')}, 1, '', 2, ${ms('microtrade')} + 30000, 2, '',
      1000000 from numbers`.execute(db)
  await sql`insert into levers (id, user_id, currency, market, symbol, direction, type, leverage, fee_bps, ordered, quantity, reserve,
      open_fee, margin, initial, adding, fills, paid, profit, close_fee, returned, turnover, asked, cause, state, version, accepted_ms,
      settled_ms) ${numbers('lever')}
    select ${id('lever')}, ${user}, 'USDT', 'crypto', ${symbol}, 'long', 'market', 10, 4, 1000, 0, 1000000, 0, 0, 0, 0, '[]', 1000000,
      100000, 0, 1100000, 1000000, 1, 'user', 'won', 4, ${ms('lever')}, ${ms('lever')} + 60000 from numbers`.execute(db)
  await sql`insert into spots (id, user_id, currency, symbol, side, type, time_in_force, quantity, bound, level, fee_bps, filled, worth,
      fee, held, released, fills, asked, state, version, accepted_ms, settled_ms) ${numbers('spot')}
    select ${id('spot')}, ${user}, 'USDT', 'BTCUSDT', 'buy', 'market', 'ioc', 1000, 1, 0, 10, 1000, 1000000, 0, 0, 0, '[]', 0, 'filled',
      3, ${ms('spot')}, ${ms('spot')} + 1000 from numbers`.execute(db)
  const bySymbol = sql`group by user_id, symbol, currency, state`
  await sql`insert into order_sums select user_id, 'microtrade', symbol, currency, state, count(*), sum(amount), sum(payout), 0, 0, 0,
    sum(turnover)
    from microtrades ${bySymbol}`.execute(db)
  await sql`insert into order_sums select user_id, 'lever', symbol, currency, state, count(*), sum(paid), sum(returned), 0, 0, 0,
    sum(turnover)
    from levers ${bySymbol}`.execute(db)
  await sql`insert into order_sums select user_id, 'spot', symbol, currency, state, count(*), 0, 0, sum(worth), 0, sum(fee), sum(worth)
    from spots ${bySymbol}`.execute(db)
  await sql`insert into accounts (id, user_id, currency, kind, balance, version)
    select account_id, replace(replace(account_id, ':' || currency || ':available', ''), ':' || currency || ':held', ''), currency,
      case when account_id like '%:held' then 'held' else 'available' end, cast(case when sum(amount) < 0 then 0 else sum(amount) end as bigint), count(*)
      from entries where account_id not like 'platform:%' group by account_id, currency
    on conflict (id) do update set balance = excluded.balance, version = excluded.version`.execute(db)
}
