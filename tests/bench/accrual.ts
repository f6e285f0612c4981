import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { linkOf, newStart } from '../../server/plan/chain.ts'
import { type Database, type Db, openPostgres } from '../../server/platform/database/database.ts'
import { systemRandom } from '../../server/platform/random.ts'
import { createVault } from '../../server/platform/store/vault.ts'
import type { Bench, Benchmark } from './benchmark.ts'
import { freshSchema } from './orders.ts'
import { openPlatform } from './orders-people.ts'
import { freshFolder, startPart, startServer } from './server.ts'
import type { Answers, Question } from './stall-clients.ts'

const ORDERS = 100_000
const DAY_MS = 86_400_000
/** So long after it was prepared the day is over: the server has started by then, and stood still for a window. */
const LEAD_MS = 45_000
const WINDOW_MS = 10_000
const LOOK_MS = 200

/** The day of a plan for a hundred thousand orders, each of another person, against the same rows written in bulk. */
const accrual: Benchmark = async (bench) => {
  const key = randomBytes(32)
  const url = await freshSchema(bench)
  await prepare(bench, url, key, Date.now() - DAY_MS + LEAD_MS)
  const server = await startServer(bench, {
    DATA_DIR: freshFolder(bench),
    DATABASE_URL: url,
    VAULT_KEY: key.toString('hex'),
  })
  const clients = await startPart(bench, 'stall-clients.ts')
  const quotes = async (ms: number) =>
    (await clients.ask<Answers>({ port: server.port, tokens: [], ms } satisfies Question)).quoteP99
  const quiet = await quotes(WINDOW_MS)
  const watcher = await openPostgres(url, 1)
  bench.after(() => watcher.close())
  const accrued = () => count(watcher.db, 'next_day = 2')
  while ((await accrued()) === 0) await sleep(LOOK_MS)
  const begun = performance.now()
  const asked = quotes(WINDOW_MS)
  // What was done before the first look is not counted.
  const first = await accrued()
  let done = first
  while (done < ORDERS) {
    await sleep(LOOK_MS)
    done = await accrued()
  }
  const ours = (ORDERS - first) / ((performance.now() - begun) / 1000)
  const busy = await asked
  bench.say(`${ours.toFixed(0)} orders/s; quotes p99 ${busy.toFixed(1)} ms, before ${quiet.toFixed(1)} ms`)
  await clients.stop()
  await server.stop()
  const floor = await inBulk(bench, key)
  bench.say(`in bulk ${floor.toFixed(0)} orders/s`)
  return [
    {
      what: 'orders of plans that have their part of a day, a second, on PostgreSQL',
      value: ours / floor,
      unit: 'x',
      aim: { atLeast: 0.5 },
      ours: `${ours.toFixed(0)}/s`,
      floor: `${floor.toFixed(0)}/s`,
      how: `${ORDERS} orders of as many people, due at once, by a running server; the floor: the same rows of transfers, entries, wallets, orders and events, by seven statements for all, in one transaction`,
    },
    {
      what: 'quotes while a day is accrued, p99',
      value: busy,
      unit: 'ms',
      aim: { atMost: 50 },
      how: `currency/quotation_new by a client that asks again 10 ms after each answer, for ${WINDOW_MS / 1000} s meanwhile; before ${quiet.toFixed(0)} ms`,
    },
  ]
}

const count = async (db: Db, where: string): Promise<number> => {
  const { rows } = await sql<{
    count: bigint
  }>`select count(*) as count from plan_orders where ${sql.raw(where)}`.execute(db)
  return Number(rows[0]?.count ?? 0n)
}

/** Fills a database with orders of one plan that opened at a time, in ms, whose first day they wait for. */
async function prepare(bench: Bench, url: string, key: Uint8Array, openedMs: number): Promise<void> {
  bench.say(`writing ${ORDERS} orders`)
  const database: Database = await openPostgres(url)
  const { db } = await openPlatform(database)
  const start = newStart(systemRandom)
  const due = openedMs + DAY_MS
  await db
    .insertInto('plans')
    .values({
      id: 'plan',
      tier: '1',
      chain_end: linkOf(start, 0),
      sealed: createVault(key, systemRandom).seal('plan', 'plan', start),
      day_ms: BigInt(DAY_MS),
      opened_ms: BigInt(openedMs),
      closed_ms: null,
      participants: BigInt(ORDERS),
      drawn: 0n,
      revealed: 0n,
    })
    .execute()
  const numbers = sql`from generate_series(1, ${sql.lit(ORDERS)}) as i`
  await sql`insert into users (id, lang, status, invite_code, created_at)
    select 'person' || i, 'en', 'active', 'code' || i, 1 ${numbers}`.execute(db)
  for (const [kind, balance] of [
    ['available', 0],
    ['held', 1_000_000_000],
  ] as const) {
    await sql`insert into accounts (id, user_id, currency, kind, balance, version)
      select 'person' || i || ':USDT:' || ${sql.lit(kind)}, 'person' || i, 'USDT', ${sql.lit(kind)}, ${sql.lit(balance)}, 1
      ${numbers}`.execute(db)
  }
  await sql`insert into plan_orders (id, user_id, plan_id, tier, chain_end, currency, amount, days, day_ms, opened_ms, fee_bps,
      first_day, last_day, next_day, day_income, total, fee, state, version, accepted_ms, due_ms)
    select 'order' || (1000000 + i), 'person' || i, 'plan', '1', ${sql.lit(linkOf(start, 0))}, 'USDT', 1000000000, 2,
      ${sql.lit(DAY_MS)}, ${sql.lit(openedMs)}, 100, 1, 2, 1, 0, 0, 0, 'inProgress', 2, ${sql.lit(openedMs)}, ${sql.lit(due)}
    ${numbers}`.execute(db)
  await sql`analyze`.execute(db)
  await database.close()
}

/** The rows that a day of these orders comes to, written by as few statements as do it. @returns orders a second */
async function inBulk(bench: Bench, key: Uint8Array): Promise<number> {
  const url = await freshSchema(bench)
  await prepare(bench, url, key, Date.now())
  const database = await openPostgres(url, 1)
  const income = sql.lit(19_000_000)
  const begun = performance.now()
  await database.db.transaction().execute(async (tx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(tx)
    await run(sql`insert into transfers (id, cause, cause_id, step, at)
      select 'T' || id, 'plan', id, 'accrue 1', 1 from plan_orders`)
    await run(sql`insert into entries (transfer_id, account_id, currency, amount)
      select 'T' || id, user_id || ':USDT:held', 'USDT', ${income} from plan_orders
      union all select 'T' || id, 'platform:plans:USDT', 'USDT', -${income} from plan_orders`)
    await run(sql`update accounts set balance = balance + ${income}, version = version + 1
      where kind = 'held' and user_id in (select user_id from plan_orders)`)
    await run(sql`update plan_orders set day_income = ${income}, total = total + ${income}, next_day = 2,
      version = version + 1, due_ms = due_ms + ${sql.lit(DAY_MS)}`)
    await run(sql`update users set event_seq = event_seq + 2`)
    await run(sql`insert into events (user_id, seq, kind, body, at)
      select user_id, 1, 'plan', repeat('x', 600), 1 from plan_orders`)
    await run(sql`insert into events (user_id, seq, kind, body, at)
      select user_id, 2, 'wallet', repeat('x', 120), 1 from plan_orders`)
  })
  const rate = ORDERS / ((performance.now() - begun) / 1000)
  await database.close()
  return rate
}

export default accrual
