import type { Clock } from './clock.ts'
import { DatabaseError, reasonOf } from './database.ts'

const BEAT_MS = 5_000
const ANSWER_MS_MAX = 10_000
// Any number will do that no other program on the same database uses.
const LOCK_CLASS = 1_903_521_646

/**
 * Takes a PostgreSQL database for this process: there is one market, and who shows its prices must be who records them.
 *
 * The lock lives with a connection of its own: the database lets go of it however the process ends. It is for the
 * schema that the URL leads to.
 *
 * @param lost called once where that connection ends before its release: the lock may be someone else's by then
 * @throws DatabaseError where another process has it, or the database does not answer
 */
export async function takeDatabase(
  url: string,
  clock: Clock,
  lost: (error: Error) => void,
): Promise<{ release(): Promise<void> }> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  })
  let held = false
  let cancel = () => {}
  const end = (error: Error) => {
    if (!held) return
    held = false
    cancel()
    lost(error)
  }
  client.on('error', end)
  client.on('end', () => end(new Error('the connection ended')))
  try {
    await client.connect()
    const { rows } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_lock($1::int, coalesce(current_schema(), 'public')::regnamespace::oid::int) as got`,
      [LOCK_CLASS],
    )
    held = rows[0]?.got === true
  } catch (error) {
    await client.end()
    throw new DatabaseError(`cannot connect to the database of DATABASE_URL: ${reasonOf(error)}`)
  }
  if (!held) {
    await client.end()
    throw new DatabaseError('the database of DATABASE_URL is in use by another process')
  }
  // A connection whose other side is gone without a word looks alive until something is asked of it.
  const beat = () => {
    cancel = clock.after(BEAT_MS, () => {
      client.query('select 1').then(() => held && beat(), end)
    })
  }
  beat()
  return {
    release: async () => {
      held = false
      cancel()
      await client.end()
    },
  }
}
