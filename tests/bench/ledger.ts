import { sql } from 'kysely'
import { capabilities } from '../../server/capabilities.ts'
import { checkLedger, ledgerSize, movementsOf } from '../../server/ledger/index.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../server/platform/database/migrate.ts'
import { emptyDatabase } from '../server/databases.ts'
import type { Benchmark, Row } from './benchmark.ts'

const ENTRIES = 1_000_000
/** Of whom one has the most movements. */
const PEOPLE = 10_000
const OF_ONE = 10_000
const PAGE = 100

/** A ledger of a million entries that holds: each transfer gives one minor unit to someone. */
async function fill({ db }: Database): Promise<void> {
  const transfers = ENTRIES / 2
  const numbers = (of: number) =>
    sql`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(of)})`
  // The first person has as many as one may have, and the others share the rest.
  const owner = sql.raw(`(case when i <= ${OF_ONE} then 1 else 2 + i % ${PEOPLE - 1} end)`)
  await sql`insert into users (id, lang, status, invite_code, created_at) ${numbers(PEOPLE)}
    select 'person' || i, 'en', 'active', 'code' || i, 1 from numbers`.execute(db)
  await sql`insert into transfers (id, cause, cause_id, step, at) ${numbers(transfers)}
    select 'T' || (10000000 + i), 'bench', 'cause' || i, 'give', 1767000000 + i from numbers`.execute(db)
  await sql`insert into entries (transfer_id, account_id, currency, amount) ${numbers(transfers)}
    select 'T' || (10000000 + i), 'person' || ${owner} || ':USDT:available', 'USDT', 1 from numbers
    union all select 'T' || (10000000 + i), 'platform:issuance:USDT', 'USDT', -1 from numbers`.execute(db)
  await sql`insert into accounts (id, user_id, currency, kind, balance, version)
    select account_id, replace(account_id, ':USDT:available', ''), 'USDT', 'available', sum(amount), count(*)
    from entries where account_id not like 'platform:%' group by account_id`.execute(db)
}

/** The whole check of a ledger of a million entries, and a page of records of whoever has ten thousand. */
const ledger: Benchmark = async (bench) => {
  const rows: Row[] = []
  const { database, drop } = await emptyDatabase('sqlite')
  bench.after(async () => {
    await database.close()
    await drop()
  })
  await migrate(database, Date.now(), foldersOf(capabilities))
  bench.say(`writing ${ENTRIES} entries`)
  await fill(database)
  const { entries } = await ledgerSize(database.db)
  const begun = performance.now()
  const found = await checkLedger(database.db, capabilities, (done, of) => bench.say(`check ${done} of ${of}`))
  if (entries !== ENTRIES || found.length > 0) throw new Error(`the ledger is not what it should be: ${found[0]}`)
  rows.push({
    what: 'the whole ledger verified, a million entries',
    value: performance.now() - begun,
    unit: 'ms',
    aim: { atMost: 30_000 },
    how: 'every check of `operator ledger verify`, on SQLite, once',
  })
  const pages: number[] = []
  for (let before: string | undefined, page = 0; page < OF_ONE / PAGE; page++) {
    const asked = performance.now()
    const movements = await movementsOf(database.db, 'person1', { before }, PAGE)
    pages.push(performance.now() - asked)
    before = movements.at(-1)?.id
    if (movements.length !== PAGE) throw new Error(`page ${page} has ${movements.length} records`)
  }
  rows.push({
    what: 'a page of 100 records of someone with 10,000',
    value: Math.max(...pages),
    unit: 'ms',
    aim: { atMost: 50 },
    how: 'the slowest of all hundred pages, read one after the other, on SQLite',
  })
  return rows
}

export default ledger
