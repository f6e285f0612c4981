import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import { isOpen } from '../../src/rules/market/hours.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { median, paired } from './figures.ts'
import { ordersOnPgbench } from './floor/pgbench.ts'
import { ordersOnSqlite } from './floor/sqlite.ts'
import type { Act, Answers, Question } from './orders-clients.ts'
import { openPlatform, type Person, ready, signUp } from './orders-people.ts'
import { type Statement, statementsOf } from './orders-statements.ts'
import { stepsOf } from './orders-steps.ts'
import { freshFolder, startPart, startServer } from './server.ts'

const FULL = { rounds: 3, windowMs: 5_000, warmMs: 5_000, people: 500 }
const QUICK = { rounds: 1, windowMs: 1_000, warmMs: 1_000, people: 96 }
const sizesOf = ({ quick }: Bench) => (quick ? QUICK : FULL)
const CLIENTS = 16
const POSTGRES_URL = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A measured act. `one`, `many`: its name; `act`: how it is done; `settings`: of the server meanwhile. */
export type Measure = {
  act: Act
  one: string
  many: string
  how: string
  meanwhile: string
  settings?: Record<string, string>
  /** How many times the usual number of people do it, where a person may do it too seldom for a fast machine. */
  crowd?: number
  /** Throughput ratio to the bare statements. */
  aim: number
}

const kinds: readonly Measure[] = [
  {
    act: 'order',
    one: 'an order',
    many: 'orders',
    how: 'microtrade/submit over HTTP',
    meanwhile: 'opens the options meanwhile',
    aim: 0.8,
  },
  {
    act: 'contract',
    one: 'a contract',
    many: 'contracts',
    how: 'lever/submit over HTTP, at the market',
    meanwhile: 'opens the contracts meanwhile',
    aim: 0.8,
  },
  {
    act: 'coin',
    one: 'a spot order',
    many: 'spot orders',
    how: 'coin/trade over HTTP, at the market',
    meanwhile: 'fills the orders meanwhile',
    aim: 0.8,
  },
  {
    act: 'lots',
    one: 'a position in lots',
    many: 'positions in lots',
    how: 'forex/submit over HTTP',
    meanwhile: 'opens the positions meanwhile',
    aim: 0.8,
  },
]

/** Orders of each kind over HTTP, against their bare SQL statements. */
const orders: Benchmark = async (bench) => {
  const rows: Row[] = []
  for (const each of kinds) {
    if (bench.quick && each.act !== 'order') continue
    // The forex market is closed at weekends.
    if (each.act === 'lots' && !isOpen('forex', Date.now())) bench.say('lots are not measured: their market is closed')
    else rows.push(...(await onBoth(bench, each)))
  }
  return rows
}

/** Measures an act on both databases. */
export const onBoth = async (bench: Bench, measured: Measure): Promise<Row[]> => [
  ...(await onSqlite(bench, measured)),
  ...(await onPostgres(bench, measured)),
]

const countOf = (bench: Bench, { crowd = 1 }: Measure) => sizesOf(bench).people * crowd

async function onSqlite(bench: Bench, measured: Measure): Promise<Row[]> {
  const folder = freshFolder(bench)
  const { windowMs } = sizesOf(bench)
  const count = countOf(bench, measured)
  const people = await prepareSqlite(join(folder, 'quoin.db'), count)
  const floorFile = join(freshFolder(bench), 'floor.db')
  const floorPeople = (await prepareSqlite(floorFile, count)).map(({ userId }) => userId)
  const scratch = openSqlite(join(freshFolder(bench), 'scratch.db'))
  const units = await statementsOf(await openPlatform(scratch), stepsOf[measured.act])
  await scratch.close()
  return measure(bench, measured, {
    kind: 'SQLite',
    settings: { DATA_DIR: folder },
    people,
    floor: async () => ordersOnSqlite(floorFile, units, floorPeople, windowMs),
    how: floorOf(units, 'prepared once, in a transaction for each, in a process that does nothing else'),
  })
}

async function prepareSqlite(path: string, count: number): Promise<Person[]> {
  const database = openSqlite(path)
  const people = await ready(await openPlatform(database), count)
  await database.close()
  return people
}

async function onPostgres(bench: Bench, measured: Measure): Promise<Row[]> {
  const database = await openPostgres(await freshSchema(bench))
  const units = await statementsOf(await openPlatform(database), stepsOf[measured.act])
  await database.close()

  const { windowMs } = sizesOf(bench)
  const count = countOf(bench, measured)
  const url = await freshSchema(bench)
  const people = await preparePostgres(url, count)
  const floorUrl = await freshSchema(bench)
  // Ids of people from 1 up; each one's transfer of paper money takes another.
  let ids = 0
  await preparePostgres(floorUrl, count, () => String(1 + ids++ / 2))
  const folder = freshFolder(bench)
  return measure(bench, measured, {
    kind: 'PostgreSQL',
    settings: { DATA_DIR: freshFolder(bench), DATABASE_URL: url },
    people,
    floor: () => ordersOnPgbench(floorUrl, folder, units, count, CLIENTS, windowMs),
    how: floorOf(units, `prepared once, in a transaction for each, by pgbench with ${CLIENTS} clients`),
  })
}

/** Runs a statement on PostgreSQL by a connection of its own. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A schema that is dropped at the end of the benchmark. @returns its DATABASE_URL */
export async function freshSchema({ after }: Bench): Promise<string> {
  const name = `quoin_bench_${randomBytes(6).toString('hex')}`
  await administer(`create schema ${name}`)
  after(() => administer(`drop schema ${name} cascade`))
  const url = new URL(POSTGRES_URL)
  url.searchParams.set('options', `-c search_path=${name}`)
  return url.href
}

async function preparePostgres(url: string, count: number, ids?: () => string): Promise<Person[]> {
  const database = await openPostgres(url)
  const platform = await openPlatform(database)
  const people = await ready(platform, count, signUp({ ...platform, ...(ids && { ids }) }, count))
  await database.close()
  return people
}

const floorOf = (units: readonly (readonly Statement[])[], how: string) =>
  `the ${units.map(({ length }) => length).join(' and ')} statements that the server makes for one, ${how}`

type Setup = {
  kind: string
  settings: Record<string, string>
  people: readonly Person[]
  /** Orders per second. */
  floor(): Promise<number>
  /** The floor's method. */
  how: string
}

async function measure(
  bench: Bench,
  { act, one, many, how: asked, meanwhile, settings: more, aim }: Measure,
  { kind, settings, people, floor, how }: Setup,
): Promise<Row[]> {
  const { rounds, windowMs, warmMs } = sizesOf(bench)
  const server = await startServer(bench, { ...settings, ...more })
  const clients = await startPart(bench, 'orders-clients.ts')
  const submit = async (ms: number) => {
    const question: Question = { act, port: server.port, people, clients: CLIENTS, ms }
    const before = server.cpuSeconds()
    const answers = await clients.ask<Answers>(question)
    if (answers.refused) throw new Error(`${one} was not taken: ${answers.refused}`)
    const cpuMs = ((server.cpuSeconds() - before) * 1000) / answers.acts
    const rate = answers.acts / (ms / 1000)
    bench.say(
      `${kind}: ${rate.toFixed(0)} ${many}/s, p99 ${answers.p99.toFixed(1)} ms, of quotes ${answers.quoteP99.toFixed(1)} ms, ${cpuMs.toFixed(2)} ms CPU each`,
    )
    return { ...answers, rate, cpuMs }
  }
  await submit(warmMs)
  const windows: Awaited<ReturnType<typeof submit>>[] = []
  const {
    ours,
    floor: bare,
    ratio,
  } = await paired(
    rounds,
    async () => {
      windows.push(await submit(windowMs))
      return windows.at(-1)?.rate ?? Number.NaN
    },
    async () => {
      const rate = await floor()
      bench.say(`${kind}: the floor makes ${rate.toFixed(0)} ${many}/s`)
      return rate
    },
  )
  await clients.stop()
  await server.stop()
  const load = `${CLIENTS} clients in another process, each waiting for its answer, ${people.length} people; ${rounds} windows of ${windowMs / 1000} s by turns with the floor; the server ${meanwhile}`
  return [
    {
      what: `${many} a second on ${kind}`,
      value: ratio,
      unit: 'x',
      aim: { atLeast: aim },
      ours: `${ours.toFixed(0)}/s`,
      floor: `${bare.toFixed(0)}/s`,
      how: `${asked}, ${load}; the floor: ${how}`,
    },
    {
      what: `${one} on ${kind}, p99`,
      value: median(windows.map(({ p99 }) => p99)),
      unit: 'ms',
      how: 'from its first call to its whole answer, under that load',
    },
    {
      what: `quotes while ${many} arrive on ${kind}, p99`,
      value: median(windows.map(({ quoteP99 }) => quoteP99)),
      unit: 'ms',
      how: 'currency/quotation_new by one more client that asks again 10 ms after each answer, under that load',
    },
    {
      what: `CPU time of ${one} on ${kind}`,
      value: median(windows.map(({ cpuMs }) => cpuMs)),
      unit: 'ms',
      how: 'the CPU time of the server’s process under that load, over their number: with what falls due, without the database’s processes',
    },
  ]
}

export default orders
