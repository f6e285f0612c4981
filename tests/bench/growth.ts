import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createRetention } from '../../server/market/retention.ts'
import type { Platform } from '../../server/platform/context.ts'
import { startRedis } from '../server/nodes/redis.ts'
import { commonest } from '../server/platform/commonest.ts'
import { VAULT_KEY } from './accruals-orders.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'
import { median, quantile } from './figures.ts'
import { placeHistory } from './history-people.ts'
import { type Ask, client } from './http-client.ts'
import { ofCrowd, placePeople } from './many-people.ts'
import { freshPlace, onEachDatabase, openPlace, type Place } from './one-person.ts'
import { type Person, signUp } from './orders-people.ts'
import { freshFolder, type Measured, startServer } from './server.ts'

/** `orders`: ended ones with their movements, of all people in turn. */
type Size = { people: number; orders: number; ticks: number }
type Sizes = { small: Size; large: Size; rounds: number; restarts: number }

const FULL: Sizes = {
  small: { people: 1_000, orders: 10_000, ticks: 100_000 },
  large: { people: 1_000_000, orders: 100_000, ticks: 1_000_000 },
  rounds: 20,
  restarts: 3,
}
const QUICK: Sizes = {
  small: { people: 100, orders: 1_000, ticks: 10_000 },
  large: { people: 1_000, orders: 10_000, ticks: 100_000 },
  rounds: 10,
  restarts: 1,
}
const CALLERS = 10
const CALLS_PER_ADDRESS = 200
const WARM_UP = 2
/** Long enough for the first ticks of each symbol. */
const FIRST_TICKS_MS = 2_000
/** How much later old ticks are deleted: about half of them are too old by then. */
const LATER_MS = 7 * 3_600_000
/** Of the mix of `placeHistory`. */
const MOVEMENTS_PER_ORDER = 1 / 0.45
const NODES = 3

/** Costs of a large installation against those of a small one, in the same minutes. */
const growth: Benchmark = (bench) =>
  onEachDatabase(bench, async (place) => {
    // For an order of magnitude, one database is enough.
    if (bench.quick && place.kind === 'PostgreSQL') return []
    return measure(bench, place)
  })

/** A place with people who make calls; `bytes`: what one row of each kind takes on disk. */
type Seeded = Place & { callers: readonly Person[]; bytes: Record<keyof Size, number> }
type Server = Measured & { port: number; callers: readonly Person[]; startMs: number }
/** The waits of each call, in ms. */
type Waits = Map<string, number[]>

async function measure(bench: Bench, place: Place): Promise<Row[]> {
  const { kind } = place
  const { small, large, rounds, restarts } = bench.quick ? QUICK : FULL
  const [one, other] = await Promise.all([
    seed(bench, place, small),
    freshPlace(bench, kind).then((fresh) => seed(bench, fresh, large)),
  ])
  let few = await start(bench, one)
  let many = await start(bench, other)
  const starts = [{ few: few.startMs, many: many.startMs }]
  while (starts.length < restarts) {
    await few.stop()
    few = await start(bench, one)
    await many.stop()
    many = await start(bench, other)
    starts.push({ few: few.startMs, many: many.startMs })
  }
  const startOf = (which: 'few' | 'many') => median(starts.map((each) => each[which]))
  const [fewWaits = new Map(), manyWaits = new Map()] = await callInTurn([few, many], rounds)
  const memory = [many.memory(), few.memory()]
  await few.stop()
  await many.stop()
  const ofNodes = kind === 'PostgreSQL' ? await measureNodes(bench, other, rounds) : []
  const work = await workOnce(bench, other)

  const of = (size: Size) => `${count(size.people)} people, ${count(size.orders)} orders, ${count(size.ticks)} ticks`
  const sizes = bench.quick && { size: `${of(large)}, against ${of(small)}` }
  const how = `${of(large)}, against ${of(small)}, of two servers by turns`
  const disk = (what: string, bytes: number): Row => ({
    what: `disk space of ${what} on ${kind}`,
    // The bytes of one are the kilobytes of a thousand.
    value: bytes,
    unit: 'KB',
    how: `its rows and their indexes, the mean of ${of(large)}`,
  })
  return [
    {
      what: `memory with a million people against 1,000 on ${kind}`,
      ...sizes,
      ...ratio(memory, megabytes, 1.2),
      how: `resident after ${rounds} rounds of the ten commonest calls by ${CALLERS} people: ${how}`,
    },
    {
      what: `the slowest of the ten commonest calls with a million people against 1,000 on ${kind}, p99`,
      ...sizes,
      ...ratio(
        [slowest(bench, `${kind}, large`, manyWaits), slowest(bench, `${kind}, small`, fewWaits)],
        milliseconds,
        1.5,
      ),
      how: `over HTTP, each ${rounds * CALLERS} times, one after the other: ${how}`,
    },
    {
      what: `restart with a million people against 1,000 on ${kind}`,
      ...sizes,
      ...ratio([startOf('many'), startOf('few')], milliseconds, 1.2),
      how: `by the clock until it listens, median of ${restarts}: ${how}`,
    },
    disk('1,000 people', other.bytes.people),
    disk('1,000 orders with their movements', other.bytes.orders),
    disk('1,000 recorded ticks', other.bytes.ticks),
    { what: `recurring work once with a million people on ${kind}`, ...sizes, ...work },
    ...ofNodes.map((row) => ({ ...row, ...sizes })),
  ]
}

/** Fills a new place: the server’s first start, then people, orders and ticks by SQL alone. */
async function seed(bench: Bench, fresh: Place, size: Size): Promise<Seeded> {
  const { kind } = fresh
  bench.say(`${kind}: writing ${size.people} people, ${size.orders} orders, ${size.ticks} ticks`)
  const place = { ...fresh, settings: { ...fresh.settings, VAULT_KEY } }
  const before = await openPlace(place)
  const callers = await signUp(before, CALLERS)
  await before.database.close()
  const server = await startServer(bench, place.settings)
  await sleep(FIRST_TICKS_MS)
  await server.stop()

  const platform = await openPlace(place)
  const { db } = platform
  const bytesOf = async (rows: number, write: () => Promise<void>) => {
    const bytes = await diskBytes(platform)
    await write()
    return ((await diskBytes(platform)) - bytes) / rows
  }
  const bytes = {
    people: await bytesOf(size.people, () => placePeople(db, size.people)),
    orders: await bytesOf(size.orders, () => placeHistory(db, ofCrowd(size.people), size.orders * MOVEMENTS_PER_ORDER)),
    ticks: await bytesOf(size.ticks, () => placeTicks(platform, size.ticks)),
  }
  // As autovacuum does while tables fill over weeks.
  if (kind === 'PostgreSQL') await sql`analyze`.execute(db)
  await platform.database.close()
  return { ...place, callers, bytes }
}

/** Writes ticks of all symbols before those that the first start recorded, one each second. */
async function placeTicks({ db }: Platform, ticks: number): Promise<void> {
  const symbols = await db.selectFrom('ticks').select('symbol').distinct().execute()
  const each = sql.lit(Math.floor(ticks / symbols.length))
  await sql`update ticks set seq = seq + ${each}`.execute(db)
  await sql`update watermarks set seq = seq + ${each}`.execute(db)
  await sql`insert into ticks (symbol, seq, time_ms, price, hash)
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${each})
    select symbol, i, first_ms - (${each} + 1 - i) * 1000, price, ${sql.lit('0'.repeat(64))} from numbers cross join
      (select symbol, min(time_ms) as first_ms, max(price) as price from ticks group by symbol) as firsts`.execute(db)
}

async function diskBytes({ database, db }: Platform): Promise<number> {
  const { rows } = await (database.kind === 'sqlite'
    ? sql<{ bytes: bigint }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
    : sql<{ bytes: bigint }>`select cast(sum(pg_total_relation_size(oid)) as bigint) as bytes from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'`
  ).execute(db)
  return Number(rows[0]?.bytes)
}

async function start(bench: Bench, { settings, callers }: Seeded): Promise<Server> {
  const begun = performance.now()
  const server = await startServer(bench, settings)
  return { ...server, callers, startMs: performance.now() - begun }
}

/** Makes the commonest calls on servers by turns. @returns the waits on each */
async function callInTurn(servers: readonly Server[], rounds: number): Promise<Waits[]> {
  const waits = servers.map((): Waits => new Map())
  let requests = 0
  const asking = async (asks: readonly Ask[]): Promise<void> => {
    const server = servers[asks.length]
    if (server) return client(server.port, (ask) => asking([...asks, ask]), CALLS_PER_ADDRESS)
    for (let round = -WARM_UP; round < rounds; round += 1) {
      for (const [call, input] of commonest) {
        for (let caller = 0; caller < CALLERS; caller += 1) {
          for (const [at, ask] of asks.entries()) {
            const whole = call.once ? { ...input, requestId: `request-of-growth-${process.pid}-${++requests}` } : input
            const query = new URLSearchParams(Object.entries(whole).map(([key, value]) => [key, String(value)]))
            const isGet = call.method === 'GET'
            const token = call.token ? (servers[at]?.callers[caller]?.token ?? '') : ''
            const asked = performance.now()
            const answer = await ask(
              isGet ? `${call.path}?${query}` : call.path,
              token,
              isGet ? '' : JSON.stringify(whole),
            )
            const ms = performance.now() - asked
            if (!answer.startsWith('HTTP/1.1 200') || !answer.includes('"type":"ok"'))
              throw new Error(`${call.path}: ${answer.slice(-300)}`)
            const own = waits[at]
            if (round >= 0) own?.set(call.path, [...(own.get(call.path) ?? []), ms])
          }
        }
      }
    }
  }
  await asking([])
  return waits
}

/** The p99 of the slowest call, in ms; it says that of each. */
function slowest(bench: Bench, where: string, waits: Waits): number {
  const all = [...waits].map(([path, each]) => ({ path, p99: quantile(each, 0.99) }))
  bench.say(`${where}: ${all.map(({ path, p99 }) => `${path} ${p99.toFixed(1)} ms`).join(', ')}`)
  return Math.max(...all.map(({ p99 }) => p99))
}

/** Three nodes over one database and Redis, against the first of them alone. */
async function measureNodes(bench: Bench, place: Seeded, rounds: number): Promise<Row[]> {
  const redis = await startRedis()
  bench.after(() => redis.stop())
  const settings = { ...place.settings, REDIS_URL: redis.url, UPLOADS_DIR: freshFolder(bench) }
  const node = () => start(bench, { ...place, settings: { ...settings, DATA_DIR: freshFolder(bench) } })
  const nodes = [await node()]
  const [alone = new Map()] = await callInTurn(nodes, rounds)
  const aloneMemory = nodes[0]?.memory() ?? Number.NaN
  while (nodes.length < NODES) nodes.push(await node())
  const three = await callInTurn(nodes, rounds)
  const memory = Math.max(...nodes.map((each) => each.memory()))
  for (const each of nodes) await each.stop()
  const worst = Math.max(...three.map((waits, at) => slowest(bench, `node ${at + 1} of ${NODES}`, waits)))
  const how = `one after the other, on one machine with PostgreSQL and Redis, with the larger size`
  return [
    {
      what: 'memory of the largest of three nodes, against one alone',
      ...ratio([memory, aloneMemory], megabytes, 1.2),
      how,
    },
    {
      what: 'the slowest of the ten commonest calls on three nodes, against one alone, p99',
      ...ratio([worst, slowest(bench, 'one node', alone)], milliseconds, 1.5),
      how,
    },
  ]
}

/** Runs all recurring work once, and deletes the ticks that are too old some hours later. */
async function workOnce(bench: Bench, place: Place): Promise<Pick<Row, 'value' | 'unit' | 'ours' | 'how'>> {
  const platform = await openPlace(place)
  const loopback = () => undefined
  const jobs = platform.modules.flatMap((each) => [
    ...(each.jobs?.(platform, loopback) ?? []),
    ...(each.criticalJobs?.(platform) ?? []),
  ])
  const took: { name: string; ms: number }[] = []
  const time = async (name: string, run: () => Promise<unknown>) => {
    const begun = performance.now()
    await run()
    took.push({ name, ms: performance.now() - begun })
  }
  for (const { name, run } of jobs) await time(name, () => run(() => false))
  let deleted = 0
  await time('old ticks', async () => {
    deleted = await createRetention(platform.db, platform.modules).ticks(platform.clock.now() + LATER_MS)
  })
  await platform.database.close()
  const slow = took.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
  bench.say(`${place.kind}: ${slow.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`)
  return {
    value: took.reduce((sum, { ms }) => sum + ms, 0),
    unit: 'ms',
    ours: `${slow[0]?.name} ${slow[0]?.ms.toFixed(0)} ms`,
    how: `each job of every module once, and the deletion of ${count(deleted)} old ticks, in another process than the server’s`,
  }
}

function ratio(
  [ours = Number.NaN, floor = Number.NaN]: readonly number[],
  write: (value: number) => string,
  atMost: number,
): Pick<Row, 'value' | 'unit' | 'aim' | 'ours' | 'floor'> {
  return { value: ours / floor, unit: 'x', aim: { atMost }, ours: write(ours), floor: write(floor) }
}

const count = (value: number) => value.toLocaleString('en')
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`
const milliseconds = (ms: number) => `${ms.toFixed(ms < 100 ? 1 : 0)} ms`

export default growth
