import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/database.ts'

/** The number of people, and what one of them has. */
export type Crowd = { people: number; openOrders: number; messages: number; planDays: number }

const now = () => sql.lit(Math.floor(Date.now() / 1_000))
const numbers = (count: number) =>
  sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(Math.max(1, Math.floor(count)))})`
const id = (letter: string) => sql.raw(`'0${letter}' || (100000000 + i)`)

/**
 * Writes people with balances, verifications and ended deposits, one in a thousand awaiting review; and for one person
 * open contracts, messages and plan days. By SQL alone, bypassing the ledger: the sums do not add up.
 */
export async function placeCrowd(db: Db, userId: string, crowd: Crowd): Promise<void> {
  await placePeople(db, crowd.people)
  const user = sql.lit(userId)
  await sql`insert into levers (id, user_id, currency, market, symbol, direction, type, leverage, fee_bps, ordered, quantity, price,
      reserve, open_fee, margin, initial, adding, fills, paid, profit, close_fee, returned, turnover, asked, state, version, accepted_ms)
    ${numbers(crowd.openOrders)}
    select ${id('l')}, ${user}, 'USDT', 'crypto', case i % 3 when 0 then 'BTCUSDT' when 1 then 'ETHUSDT' else 'SOLUSDT' end, 'long', 'limit',
      10, 4, 1000, 0, 1000, 1000000, 0, 0, 0, 0, '[]', 1000000, 0, 0, 0, 0, 0, 'pending', 1, cast(${now()} as bigint) * 1000
    from numbers`.execute(db)
  await sql`insert into user_messages (id, user_id, params, text, at, read_at) ${numbers(crowd.messages)}
    select ${id('m')}, ${user}, '{}', 'A message of some words, number ' || i, ${now()}, case when i % 2 = 0 then ${now()} end
    from numbers`.execute(db)
  await sql`insert into plans (id, tier, chain_end, sealed, day_ms, opened_ms, closed_ms, participants, drawn, revealed)
    values ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'novice', '', '', 1000, 1, 2, 1, ${sql.lit(crowd.planDays)}, ${sql.lit(crowd.planDays)})`.execute(
    db,
  )
  await sql`insert into plan_days (plan_id, day, rate_ppm, drawn_ms, link) ${numbers(crowd.planDays)}
    select '01ARZ3NDEKTSV4RRFFQ69G5FAV', i, 1000, 1, ${sql.lit('0'.repeat(64))} from numbers`.execute(db)
  await sql`insert into plan_orders (id, user_id, plan_id, tier, currency, amount, days, day_ms, opened_ms, fee_bps, day_income, total, fee,
      state, version, accepted_ms, settled_ms) ${numbers(crowd.planDays / 10)}
    select ${id('p')}, ${user}, '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'novice', 'USDT', 1000000, 1, 1000, 1, 10, 0, 0, 0, 'ended', 2, 1, 2 from numbers`.execute(
    db,
  )
}

/** Writes the people of `placeCrowd`. Their ids: `ofCrowd`. */
export async function placePeople(db: Db, people: number): Promise<void> {
  const waits = sql.raw('i % 1000 = 0')
  await sql`insert into users (id, username, username_key, lang, status, invite_code, created_at) ${numbers(people)}
    select ${id('u')}, 'crowd' || i, 'crowd' || i, 'en', 'active', 'C' || i, ${now()} from numbers`.execute(db)
  for (const currency of ['USDT', 'BTC']) {
    await sql`insert into accounts (id, user_id, currency, kind, balance, version) ${numbers(people)}
      select ${id('u')} || ${sql.lit(`:${currency}:available`)}, ${id('u')}, ${sql.lit(currency)}, 'available', 1000 + i, 1
      from numbers`.execute(db)
  }
  await sql`insert into kyc (id, user_id, state, country, certificate, sealed, number_hash, front_id, back_id, submitted_at, due_at,
      decided_at, number_of) ${numbers(people)}
    select ${id('k')}, ${id('u')}, case when ${waits} then 'pendingReview' else 'verified' end, 'GB', 'passport', '', 'h' || i, '', '',
      ${now()}, case when ${waits} then ${now()} + 1000000 end, case when ${waits} then null else ${now()} end, 'document' from numbers`.execute(
    db,
  )
  await sql`insert into deposits (id, user_id, way, currency, account, amount, value, state, version, accepted_ms, settled_ms)
    ${numbers(people)}
    select ${id('d')}, ${id('u')}, 'bank', 'USDT', 'r' || i, 1000000, 1000000, case when ${waits} then 'pendingReview' else 'succeeded' end,
      1, cast(${now()} as bigint) * 1000, case when ${waits} then null else cast(${now()} as bigint) * 1000 end from numbers`.execute(
    db,
  )
  await sql`insert into chats (id, user_id, lang, newest, delivered, shown, seen, closed, waiting_since, last_at) ${numbers(people)}
    select ${id('c')}, ${id('u')}, 'en', 1, 1, 1, 1, 0, case when ${waits} then ${now()} - i end, ${now()} - i from numbers`.execute(
    db,
  )
}

/** The ids of these people in turn, as the number `i` grows. */
export const ofCrowd = (people: number) => sql.raw(`'0u' || (100000001 + i % ${people})`)
