import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { median, paired } from './figures.ts'
import { ordersOnPgbench } from './floor/pgbench.ts'
import { ordersOnSqlite } from './floor/sqlite.ts'
import type { Answers, Question } from './orders-clients.ts'
import { openPlatform, type Person, signUp } from './orders-people.ts'
import { type Statement, statementsOfAnOrder } from './orders-statements.ts'
import { freshFolder, startPart, startServer } from './server.ts'

const ROUNDS = 3
const WINDOW_MS = 5_000
const PEOPLE = 500
const CLIENTS = 16
const POSTGRES_URL = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Options bought over HTTP, against the statements that this takes with nothing around them. */
const orders: Benchmark = async (bench) => [...(await onSqlite(bench)), ...(await onPostgres(bench))]

async function onSqlite(bench: Bench): Promise<Row[]> {
  const folder = freshFolder(bench)
  const people = await prepareSqlite(join(folder, 'quoin.db'))
  const floorFile = join(freshFolder(bench), 'floor.db')
  const floorPeople = (await prepareSqlite(floorFile)).map(({ userId }) => userId)
  const scratch = openSqlite(join(freshFolder(bench), 'scratch.db'))
  const units = await statementsOfAnOrder(await openPlatform(scratch))
  await scratch.close()
  return measure(bench, {
    kind: 'SQLite',
    aim: 0.8,
    settings: { DATA_DIR: folder },
    people,
    floor: async () => ordersOnSqlite(floorFile, units, floorPeople, WINDOW_MS),
    how: floorOf(units, 'prepared once, in a transaction for each, in a process that does nothing else'),
  })
}

async function prepareSqlite(path: string): Promise<Person[]> {
  const database = openSqlite(path)
  const people = await signUp(await openPlatform(database), PEOPLE)
  await database.close()
  return people
}

async function onPostgres(bench: Bench): Promise<Row[]> {
  const database = await openPostgres(await freshSchema(bench))
  const units = await statementsOfAnOrder(await openPlatform(database))
  await database.close()

  const url = await freshSchema(bench)
  const people = await preparePostgres(url)
  const floorUrl = await freshSchema(bench)
  // Each person takes an id, and the transfer of its paper money another: people get the numbers from 1 up.
  let ids = 0
  await preparePostgres(floorUrl, () => String(1 + ids++ / 2))
  const folder = freshFolder(bench)
  return measure(bench, {
    kind: 'PostgreSQL',
    aim: 0.8,
    settings: { DATA_DIR: freshFolder(bench), DATABASE_URL: url },
    people,
    floor: () => ordersOnPgbench(floorUrl, folder, units, PEOPLE, CLIENTS, WINDOW_MS),
    how: floorOf(units, `prepared once, in a transaction for each, by pgbench with ${CLIENTS} clients`),
  })
}

/** A schema that is dropped when the benchmark is over. @returns its DATABASE_URL */
export async function freshSchema({ after }: Bench): Promise<string> {
  const name = `quoin_bench_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: POSTGRES_URL })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create schema ${name}`)
  after(() => administer(`drop schema ${name} cascade`))
  const url = new URL(POSTGRES_URL)
  url.searchParams.set('options', `-c search_path=${name}`)
  return url.href
}

async function preparePostgres(url: string, ids?: () => string): Promise<Person[]> {
  const database = await openPostgres(url)
  const people = await signUp({ ...(await openPlatform(database)), ...(ids && { ids }) }, PEOPLE)
  await database.close()
  return people
}

const floorOf = (units: readonly (readonly Statement[])[], how: string) =>
  `the ${units.map(({ length }) => length).join(' and ')} statements that the server makes to take an order in and to open it, ${how}`

type Setup = {
  kind: string
  aim: number
  settings: Record<string, string>
  people: readonly Person[]
  /** Orders a second. */
  floor(): Promise<number>
  /** How the floor is made. */
  how: string
}

async function measure(bench: Bench, { kind, aim, settings, people, floor, how }: Setup): Promise<Row[]> {
  const server = await startServer(bench, settings)
  const clients = await startPart(bench, 'orders-clients.ts')
  const submit = async (ms: number) => {
    const question: Question = { port: server.port, people, clients: CLIENTS, ms }
    const before = server.cpuSeconds()
    const answers = await clients.ask<Answers>(question)
    if (answers.refused) throw new Error(`an order was not taken: ${answers.refused}`)
    const cpuMs = ((server.cpuSeconds() - before) * 1000) / answers.orders
    const rate = answers.orders / (ms / 1000)
    bench.say(
      `${kind}: ${rate.toFixed(0)} orders/s, p99 ${answers.p99.toFixed(1)} ms, of quotes ${answers.quoteP99.toFixed(1)} ms, ${cpuMs.toFixed(2)} ms CPU each`,
    )
    return { ...answers, rate, cpuMs }
  }
  await submit(1_000)
  const windows: Awaited<ReturnType<typeof submit>>[] = []
  const {
    ours,
    floor: bare,
    ratio,
  } = await paired(
    ROUNDS,
    async () => {
      windows.push(await submit(WINDOW_MS))
      return windows.at(-1)?.rate ?? Number.NaN
    },
    async () => {
      const rate = await floor()
      bench.say(`${kind}: the floor makes ${rate.toFixed(0)} orders/s`)
      return rate
    },
  )
  await clients.stop()
  await server.stop()
  const load = `${CLIENTS} clients in another process, each waiting for its answer, ${PEOPLE} people; ${ROUNDS} windows of ${WINDOW_MS / 1000} s by turns with the floor; the server opens the options meanwhile`
  return [
    {
      what: `orders a second on ${kind}`,
      value: ratio,
      unit: 'x',
      aim: { atLeast: aim },
      ours: `${ours.toFixed(0)}/s`,
      floor: `${bare.toFixed(0)}/s`,
      how: `microtrade/submit over HTTP, ${load}; the floor: ${how}`,
    },
    {
      what: `an order on ${kind}, p99`,
      value: median(windows.map(({ p99 }) => p99)),
      unit: 'ms',
      how: 'from sending the order to having its whole answer, under that load',
    },
    {
      what: `quotes while orders come, on ${kind}, p99`,
      value: median(windows.map(({ quoteP99 }) => quoteP99)),
      unit: 'ms',
      how: 'currency/quotation_new by one more client that asks again 10 ms after each answer, under that load',
    },
    {
      what: `an order on ${kind}, CPU of the server`,
      value: median(windows.map(({ cpuMs }) => cpuMs)),
      unit: 'ms',
      how: 'the CPU time of the server’s process under that load, over the orders: with its opening, without the database’s processes',
    },
  ]
}

export default orders
