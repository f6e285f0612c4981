import { sql } from 'kysely'
import { capabilities } from '../../server/capabilities.ts'
import { checkLedger, daySumsOf, ledgerSize, type MovementFilter, movementsOf } from '../../server/ledger/index.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../server/platform/database/migrate.ts'
import { emptyDatabase } from '../server/databases.ts'
import type { Bench, Benchmark, Row } from './benchmark.ts'

const ENTRIES = 1_000_000
/** Of whom one has the most movements. */
const PEOPLE = 10_000
const OF_ONE = 100_000
const PAGE = 100
const BEGUN = 1_767_000_000
const DAY = 86_400

/** A ledger of a million entries that holds: each minute a transfer gives one minor unit to someone, one of ten thousand for a rare cause. */
async function fill({ db }: Database): Promise<void> {
  const transfers = ENTRIES / 2
  const numbers = (of: number) =>
    sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(of)})`
  // The first person has as many as one may have, and the others share the rest.
  const owner = sql.raw(`(case when i <= ${OF_ONE} then 1 else 2 + i % ${PEOPLE - 1} end)`)
  const cause = sql.raw(`(case when i % 10000 = 0 then 'rare' else 'bench' end)`)
  const at = sql.raw(`(${BEGUN} + i * 60)`)
  await sql`insert into users (id, lang, status, invite_code, created_at) ${numbers(PEOPLE)}
    select 'person' || i, 'en', 'active', 'code' || i, 1 from numbers`.execute(db)
  await sql`insert into transfers (id, cause, cause_id, step, at) ${numbers(transfers)}
    select 'T' || (10000000 + i), ${cause}, 'cause' || i, 'give', ${at} from numbers`.execute(db)
  await sql`insert into entries (transfer_id, account_id, currency, amount, cause, at) ${numbers(transfers)}
    select 'T' || (10000000 + i), 'person' || ${owner} || ':USDT:available', 'USDT', 1, ${cause}, ${at} from numbers
    union all select 'T' || (10000000 + i), 'platform:issuance:USDT', 'USDT', -1, ${cause}, ${at} from numbers`.execute(
    db,
  )
  await sql`insert into accounts (id, user_id, currency, kind, balance, version)
    select account_id, replace(account_id, ':USDT:available', ''), 'USDT', 'available', sum(amount), count(*)
    from entries where account_id not like 'platform:%' group by account_id`.execute(db)
}

/** The whole check of a ledger of a million entries, and what is asked of it about whoever has moved most. */
const ledger: Benchmark = async (bench) => [...(await on('sqlite', bench)), ...(await on('postgres', bench))]

async function on(kind: 'sqlite' | 'postgres', bench: Bench): Promise<Row[]> {
  const { database, drop } = await emptyDatabase(kind)
  bench.after(async () => {
    await database.close()
    await drop()
  })
  const { db } = database
  await migrate(database, Date.now(), foldersOf(capabilities))
  bench.say(`${kind}: writing ${ENTRIES} entries`)
  await fill(database)
  await sql`analyze`.execute(db)
  const timed = async <T>(work: () => Promise<T>): Promise<[ms: number, result: T]> => {
    const begun = performance.now()
    const result = await work()
    return [performance.now() - begun, result]
  }
  const { entries } = await ledgerSize(db)
  const [checkMs, found] = await timed(() =>
    checkLedger(db, capabilities, (done, of) => bench.say(`${kind}: check ${done} of ${of}`)),
  )
  if (entries !== ENTRIES || found.length > 0) throw new Error(`the ledger is not what it should be: ${found[0]}`)

  const pages: number[] = []
  const page = async (filter: MovementFilter, count: number) => {
    const [ms, movements] = await timed(() => movementsOf(db, 'person1', filter, PAGE))
    if (movements.length !== count) throw new Error(`a page has ${movements.length} records`)
    pages.push(ms)
    return movements.at(-1)?.id
  }
  let before: string | undefined
  for (let at = 0; at < OF_ONE / PAGE; at += 1) before = await page({ before }, PAGE)
  for (const day of [0, 15, 30, 38]) {
    const month = { from: BEGUN + day * DAY, to: BEGUN + (day + 31) * DAY }
    const last = await page(month, PAGE)
    await page({ ...month, before: last }, PAGE)
    await page({ ...month, cause: 'bench' }, PAGE)
    await page({ ...month, cause: 'none' }, 0)
  }
  await page({ cause: 'rare' }, OF_ONE / 10_000)
  const [sumsMs] = await timed(() => daySumsOf(db, 'person1', {}))
  const asked = `asked one after the other, on ${kind}, of a ledger of a million entries`
  return [
    {
      what: `the whole ledger verified, a million entries, on ${kind}`,
      value: checkMs,
      unit: 'ms',
      aim: { atMost: 30_000 },
      how: 'every check of `operator ledger verify`, once',
    },
    {
      what: `a page of records of someone with 100,000, on ${kind}, the slowest`,
      value: Math.max(...pages),
      unit: 'ms',
      aim: { atMost: 50 },
      how: `the slowest of all thousand pages of 100, and of those of a month, of a cause and of both, with many, few and none: ${asked}`,
    },
    {
      what: `sums of all months of someone with 100,000, on ${kind}`,
      value: sumsMs,
      unit: 'ms',
      how: `what they come to by day, from which months and statements are made, once: ${asked}`,
    },
  ]
}

export default ledger
