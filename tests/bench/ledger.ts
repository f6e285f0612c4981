import { type RawBuilder, sql } from 'kysely'
import { checkLedger, ledgerSize, type MovementFilter, movementsOf } from '../../server/ledger/module.ts'
import { sumAgain } from '../../server/ledger/movement-sums.ts'
import { modules } from '../../server/modules.ts'
import { type Database, transact } from '../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../server/platform/database/migrate.ts'
import { emptyDatabase } from '../server/databases.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'

/** `ofOne`: the movements of the person who has the most. `days`: on which a queried month of these begins. */
const FULL = {
  ...{ entries: 1_000_000, people: 10_000, ofOne: 100_000, days: [0, 15, 30, 38] },
  ...{ deposits: 30_000, withdrawals: 20_000, swaps: 20_000, options: 20_000 },
}
type Sizes = typeof FULL
const QUICK: Sizes = {
  ...{ entries: 50_000, people: 500, ofOne: 10_000, days: [0] },
  ...{ deposits: 1_500, withdrawals: 1_000, swaps: 1_000, options: 1_000 },
}
const PAGE = 100
const BEGUN = 1_767_000_000
const DAY = 86_400
/** One gift in so many has a rare cause. */
const RARE = 10_000

/**
 * A consistent ledger: each minute a transfer gives one minor unit to someone, one in ten thousand
 * for a rare cause; all users but the largest also deposited, withdrew and swapped.
 */
async function fill({ db }: Database, sizes: Sizes): Promise<void> {
  const { entries, people, ofOne, deposits, withdrawals, swaps, options } = sizes
  /** Transfers without an order: the remaining entries, two each. */
  const gifts = (entries - 2 * deposits - 5 * withdrawals - 6 * swaps) / 2
  const numbers = (of: number) =>
    sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(of)})`
  // The first person has the most that is allowed, the others share the rest.
  const other = sql.raw(`'person' || (2 + i % ${people - 1})`)
  const owner = sql.raw(`'person' || (case when i <= ${ofOne} then 1 else 2 + i % ${people - 1} end)`)
  const cause = sql.raw(`(case when i % ${RARE} = 0 then 'rare' else 'bench' end)`)
  const at = sql.raw(`(cast(${BEGUN} as bigint) + i * 60)`)
  const ms = sql`${at} * 1000`
  await sql`insert into users (id, lang, status, invite_code, created_at) ${numbers(people)}
    select 'person' || i, 'en', 'active', 'code' || i, 1 from numbers`.execute(db)
  await sql`insert into kyc (id, user_id, state, country, certificate, sealed, number_hash, front_id, back_id, submitted_at, decided_at)
    ${numbers(people)} select 'kyc' || i, 'person' || i, 'verified', 'GB', 'passport', '', 'number' || i, '', '', 1, 1 from numbers`.execute(
    db,
  )

  /** Postings of one step of these orders: user, currency and amount. */
  const move = async (
    of: number,
    kind: string,
    step: string,
    lines: readonly (readonly [RawBuilder<unknown>, string, number])[],
  ) => {
    const id = sql.raw(`'${kind}' || (10000000 + i)`)
    const name = kind === 'gift' ? cause : sql.lit(kind)
    const transfer = sql.raw(`'${kind} ${step} ' || (10000000 + i)`)
    await sql`insert into transfers (id, cause, cause_id, step, at) ${numbers(of)}
      select ${transfer}, ${name}, ${id}, ${sql.lit(step)}, ${at} from numbers`.execute(db)
    for (const [account, currency, amount] of lines) {
      await sql`insert into entries (transfer_id, account_id, currency, amount, cause, at) ${numbers(of)}
        select ${transfer}, ${account}, ${sql.lit(currency)}, ${sql.lit(amount)}, ${name}, ${at} from numbers`.execute(
        db,
      )
    }
  }
  const available = (whose: RawBuilder<unknown>, currency = 'USDT') =>
    sql`${whose} || ${sql.lit(`:${currency}:available`)}`
  const held = sql`${other} || ':USDT:held'`
  const platform = (name: string, currency = 'USDT') => sql.lit(`platform:${name}:${currency}`)

  await move(gifts, 'gift', 'give', [
    [available(owner), 'USDT', 1],
    [platform('issuance'), 'USDT', -1],
  ])
  await move(deposits, 'deposit', 'creditDeposit', [
    [available(other), 'USDT', 1_000_000_000],
    [platform('issuance'), 'USDT', -1_000_000_000],
  ])
  await sql`insert into deposits (id, user_id, way, currency, network, account, amount, value, reference, arrived, credited_value, state,
      version, accepted_ms, settled_ms) ${numbers(deposits)}
    select 'deposit' || (10000000 + i), ${other}, 'crypto', 'USDT', 'tron', 'account' || i, 1000000000, 1000000000, 'reference' || i,
      1000000000, 1000000000, 'succeeded', 2, ${ms}, ${ms} from numbers`.execute(db)
  await sql`insert into provider_calls (nonce, at, reference, account, currency, amount, outcome, effect) ${numbers(deposits)}
    select 'nonce' || i, ${at}, 'reference' || i, 'account' || i, 'USDT', '1000', 'confirmed', 'credited' from numbers`.execute(
    db,
  )
  await move(withdrawals, 'withdrawal', 'holdAmount', [
    [available(other), 'USDT', -100_000_000],
    [held, 'USDT', 100_000_000],
  ])
  await move(withdrawals, 'withdrawal', 'consumeHold', [
    [held, 'USDT', -100_000_000],
    [platform('withdrawals'), 'USDT', 99_900_000],
    [platform('fees'), 'USDT', 100_000],
  ])
  await sql`insert into withdrawals (id, user_id, currency, amount, fee, network, address, label, state, version, accepted_ms, pace_ms,
      approved_ms, sent_ms, settled_ms) ${numbers(withdrawals)}
    select 'withdrawal' || (10000000 + i), ${other}, 'USDT', 100000000, 100000, 'tron', 'address' || i, '', 'confirmed', 4, ${ms}, 0,
      ${ms}, ${ms}, ${ms} from numbers`.execute(db)
  await move(swaps, 'swap', 'payFrom', [
    [available(other), 'USDT', -10_000_000],
    [platform('swaps'), 'USDT', 10_000_000],
  ])
  await move(swaps, 'swap', 'takeFee', [
    [platform('swaps'), 'USDT', -20_000],
    [platform('fees'), 'USDT', 20_000],
  ])
  await move(swaps, 'swap', 'payTo', [
    [platform('swaps', 'BTC'), 'BTC', -20_000],
    [available(other, 'BTC'), 'BTC', 20_000],
  ])
  await sql`insert into swaps (id, user_id, currency, receives, amount, usdt, fee, receive, spread_bps, fee_bps, drift_bps, buy_seq, buy_ms,
      buy_price, buy_hash, state, version, accepted_ms, expires_ms, settled_ms) ${numbers(swaps)}
    select 'swap' || (10000000 + i), ${other}, 'USDT', 'BTC', 10000000, 10000000, 20000, 20000, 1, 1, 1, i, ${ms}, 1, '', 'executed', 2,
      ${ms}, ${ms}, ${ms} from numbers`.execute(db)
  await sql`insert into microtrades (id, user_id, symbol, kind, direction, currency, amount, seconds, payout_bps, state, version,
      payout, accepted_ms, settled_ms) ${numbers(options)}
    select 'option' || i, ${other}, 'BTCUSDT', 'crypto', 'rise', 'USDT', 5, 30, 8500, 'unexpected', 3, 5, ${ms} - 60000, ${ms} - 30000
    from numbers`.execute(db)
  await sql`insert into order_sums select user_id, 'microtrade', symbol, currency, state, count(*), 0, 0, 0, 0, 0, 0 from microtrades
    group by user_id, symbol, currency, state`.execute(db)
  await sql`insert into accounts (id, user_id, currency, kind, balance, version)
    select account_id, replace(replace(account_id, ':' || currency || ':available', ''), ':' || currency || ':held', ''), currency,
      case when account_id like '%:held' then 'held' else 'available' end, sum(amount), count(*)
    from entries where account_id not like 'platform:%' group by account_id, currency`.execute(db)
}

/** Verifies a ledger of a million entries, and times the queries of its most active user. */
const ledger: Benchmark = async (bench) => [...(await on('sqlite', bench)), ...(await on('postgres', bench))]

async function on(kind: 'sqlite' | 'postgres', bench: Bench): Promise<Row[]> {
  const sizes = bench.quick ? QUICK : FULL
  const { people, ofOne } = sizes
  const { database, drop } = await emptyDatabase(kind)
  bench.after(async () => {
    await database.close()
    await drop()
  })
  const { db } = database
  await migrate(database, Date.now(), foldersOf(modules))
  bench.say(`${kind}: writing ${sizes.entries} entries`)
  await fill(database, sizes)
  for (let i = 1; i <= people; i++) await transact(db, (tx) => sumAgain(tx, `person${i}`, 0))
  await sql`analyze`.execute(db)
  const timed = async <T>(work: () => Promise<T>): Promise<[ms: number, result: T]> => {
    const begun = performance.now()
    const result = await work()
    return [performance.now() - begun, result]
  }
  const { entries } = await ledgerSize(db)
  const [checkMs, found] = await timed(() =>
    checkLedger(db, modules, ({ done, of }) => bench.say(`${kind}: check ${done} of ${of}`)),
  )
  if (entries !== sizes.entries || found.length > 0) throw new Error(`the ledger is not what it should be: ${found[0]}`)

  const pages: number[] = []
  const page = async (filter: MovementFilter, count: number) => {
    const [ms, movements] = await timed(() => movementsOf(db, 'person1', filter, PAGE))
    if (movements.length !== count) throw new Error(`a page has ${movements.length} records`)
    pages.push(ms)
    return movements.at(-1)?.id
  }
  let before: string | undefined
  for (let at = 0; at < ofOne / PAGE; at += 1) before = await page({ before }, PAGE)
  for (const day of sizes.days) {
    const month = { from: BEGUN + day * DAY, to: BEGUN + (day + 31) * DAY }
    const last = await page(month, PAGE)
    await page({ ...month, before: last }, PAGE)
    await page({ ...month, cause: 'bench' }, PAGE)
    await page({ ...month, cause: 'none' }, 0)
  }
  await page({ cause: 'rare' }, ofOne / RARE)
  const name = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const asked = `asked one after the other, of a ledger of ${sizes.entries} entries`
  return [
    {
      what: `verification of a ledger of a million entries on ${name}`,
      ...(bench.quick && { size: `${sizes.entries} entries` }),
      value: checkMs,
      unit: 'ms',
      aim: { atMost: 30_000 },
      how: 'every check of `operator ledger verify`, once',
    },
    {
      what: `a page of records of a user with 100,000 on ${name}, the slowest`,
      ...(bench.quick && { size: `${ofOne} records` }),
      value: Math.max(...pages),
      unit: 'ms',
      aim: { atMost: 50 },
      how: `the slowest of all pages of 100, and of those of a month, of a cause and of both, with many, few and none: ${asked}`,
    },
  ]
}

export default ledger
