import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import { accrue, areAccrued, endsAt, type Made, placePlans, repeatable, VAULT_KEY } from './accruals-orders.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { freshSchema } from './orders.ts'
import { freshFolder, startPart, startServer } from './server.ts'
import { type Answers, ENOUGH, type Question } from './stall-clients.ts'

type Sizes = { orders: number; floorOrders: number; leadMs: number }
/** `leadMs`: leaves the server and its clients time to start before the day ends. */
const FULL: Sizes = { orders: 100_000, floorOrders: 10_000, leadMs: 30_000 }
const QUICK: Sizes = { orders: 1_000, floorOrders: 1_000, leadMs: 5_000 }
const LOOK_EVERY_MS = 100
/** The limit for accruing all orders. */
const QUOTES_MS = 600_000

type Kind = 'SQLite' | 'PostgreSQL'

/** One day of hosting plans: accrues every order with its referral income, and measures price requests meanwhile. */
const accruals: Benchmark = async (bench) => [
  ...(await measure(bench, 'SQLite')),
  ...(await measure(bench, 'PostgreSQL')),
]

async function measure(bench: Bench, kind: Kind): Promise<Row[]> {
  const { orders, floorOrders, leadMs } = bench.quick ? QUICK : FULL
  const floor = await floorOf(bench, kind, floorOrders)
  bench.say(`${kind}: the statements alone make ${floor.toFixed(0)} accruals/s`)
  const { place, open } = await fresh(bench, kind)
  const database = await open()
  const platform = await repeatable(database)
  await placePlans(platform, orders)
  bench.say(`${kind}: ${orders} orders run`)
  const ends = Date.now() + leadMs
  await endsAt(platform, ends)
  const server = await startServer(bench, {
    VAULT_KEY,
    DATA_DIR: kind === 'SQLite' ? join(place, '..') : freshFolder(bench),
    ...(kind === 'PostgreSQL' && { DATABASE_URL: place }),
  })
  const clients = await startPart(bench, 'stall-clients.ts')
  if (Date.now() > ends) throw new Error('the day ended before the server had started: this machine is too busy')
  await sleep(ends - Date.now())
  const asked = clients.ask<Answers>({ port: server.port, tokens: [], ms: QUOTES_MS } satisfies Question)
  while (!(await areAccrued(platform))) await sleep(LOOK_EVERY_MS)
  const seconds = (Date.now() - ends) / 1_000
  clients.tell(ENOUGH)
  const rate = orders / seconds
  const { quoteP99, gap } = await asked
  await clients.stop()
  await server.stop()
  await database.close()
  bench.say(
    `${kind}: ${seconds.toFixed(1)} s, ${rate.toFixed(0)} accruals/s, quotes p99 ${quoteP99.toFixed(1)} ms, longest gap ${gap} ms`,
  )
  return [
    {
      what: `accruals a second on ${kind}`,
      value: rate / floor,
      unit: 'x',
      aim: { atLeast: 0.5 },
      ours: `${rate.toFixed(0)}/s`,
      floor: `${floor.toFixed(0)}/s`,
      how: `the day of ${orders} orders of plans, from its end to the last one accrued, every second one with one to three inviters who are paid their share; the floor: the statements that the server makes for ${floorOrders} of them, prepared once and run again on a database that is alike, in as many transactions, with nothing around them`,
    },
    {
      what: `quotes while plans accrue on ${kind}, p99`,
      value: quoteP99,
      unit: 'ms',
      aim: { atMost: 50 },
      how: `currency/quotation_new by one client that asks again 10 ms after each answer, all the ${seconds.toFixed(0)} s from the day's end to the last accrual; the longest gap between frames was ${gap} ms`,
    },
  ]
}

async function fresh(bench: Bench, kind: Kind): Promise<{ place: string; open(): Promise<Database> }> {
  if (kind === 'PostgreSQL') {
    const place = await freshSchema(bench)
    return { place, open: () => openPostgres(place) }
  }
  const place = join(freshFolder(bench), 'quoin.db')
  return { place, open: async () => openSqlite(place) }
}

/** Accruals per second, with only the database statements. */
async function floorOf(bench: Bench, kind: Kind, orders: number): Promise<number> {
  const [recorded, again] = [await fresh(bench, kind), await fresh(bench, kind)]
  let transactions: Made[][] = []
  for (const { open } of [again, recorded]) {
    const database = await open()
    const platform = await repeatable(database)
    await placePlans(platform, orders)
    if (open === recorded.open) transactions = await accrue(platform)
    await database.close()
  }
  const run = kind === 'SQLite' ? onSqlite : onPostgres
  return orders / whole(await run(again.place, transactions), orders)
}

/** The seconds that transactions took, and how many orders they accrued. */
type Took = { seconds: number; accrued: number }

async function onSqlite(place: string, transactions: readonly (readonly Made[])[]): Promise<Took> {
  const file = new DatabaseSync(place)
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const prepared = new Map(
    [...new Set(transactions.flat().map(({ sql }) => sql))].map((sql) => {
      const statement = file.prepare(sql)
      statement.setReadBigInts(true)
      return [sql, statement]
    }),
  )
  const begun = performance.now()
  for (const statements of transactions) {
    file.exec('begin immediate')
    for (const { sql, parameters } of statements) prepared.get(sql)?.all(...(parameters as (string | bigint | null)[]))
    file.exec('commit')
  }
  const seconds = (performance.now() - begun) / 1_000
  const { count } = file.prepare(`select count(*) as count from transfers where step like 'accrue%'`).get() ?? {}
  file.close()
  return { seconds, accrued: Number(count) }
}

async function onPostgres(place: string, transactions: readonly (readonly Made[])[]): Promise<Took> {
  const client = new pg.Client({ connectionString: place })
  await client.connect()
  const names = new Map<string, string>()
  const begun = performance.now()
  for (const statements of transactions) {
    await client.query('begin')
    for (const { sql: text, parameters } of statements) {
      const name = names.get(text) ?? `s${names.size}`
      names.set(text, name)
      await client.query({ name, text, values: [...parameters] })
    }
    await client.query('commit')
  }
  const seconds = (performance.now() - begun) / 1_000
  const { rows } = await client.query(`select count(*) as count from transfers where step like 'accrue%'`)
  await client.end()
  return { seconds, accrued: Number(rows[0]?.count) }
}

/** @throws Error if the floor did not do its work */
function whole({ accrued, seconds }: Took, orders: number): number {
  if (accrued !== orders) throw new Error(`the floor accrued ${accrued} of ${orders} orders`)
  return seconds
}

export default accruals
