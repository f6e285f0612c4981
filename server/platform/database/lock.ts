import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { DatabaseError, reasonOf } from './database.ts'

const BEAT_MS = 5_000
const ANSWER_MS_MAX = 10_000
const TRY_EVERY_MS = 1_000
const LEADER_ANSWER_MS_MAX = 5_000
// Any number that no other program uses on the same database.
const LOCK_CLASS = 1_903_521_646

// If a machine vanishes, the database releases its lock after three seconds instead of two hours.
const KEEPALIVES = `set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2;
set tcp_user_timeout = 3000`

/** A separate connection that can hold the lock: the database releases it however the process ends. */
type Seat = { tryLock(): Promise<boolean>; beat(): Promise<void>; close(): Promise<void> }

/**
 * @param ended called once if the connection ends before it is closed here: another process may hold the lock by then
 * @throws the database's error
 */
async function openSeat(url: string, answerMs: number, ended: (error: Error) => void): Promise<Seat> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
  let isOpen = true
  const end = (error: Error) => {
    if (!isOpen) return
    isOpen = false
    ended(error)
  }
  client.on('error', end)
  client.on('end', () => end(new Error('the connection ended')))
  const close = async () => {
    isOpen = false
    await client.end().catch(() => {})
  }
  try {
    await client.connect()
    await client.query(KEEPALIVES)
  } catch (error) {
    await close()
    throw error
  }
  return {
    // One lock per schema of the URL.
    tryLock: async () => {
      const { rows } = await client.query<{ got: boolean }>(
        `select pg_try_advisory_lock($1::int, coalesce(current_schema(), 'public')::regnamespace::oid::int) as got`,
        [LOCK_CLASS],
      )
      return rows[0]?.got === true
    },
    beat: async () => {
      await client.query('select 1')
    },
    close,
  }
}

/**
 * Locks a PostgreSQL database for this process: there is one market, and the process that shows its prices must be the one that records
 * them.
 *
 * @param lost called once if the lock's connection ends before its release: another process may hold the lock by then
 * @throws DatabaseError if another process holds it, or the database does not answer
 */
export async function takeDatabase(
  url: string,
  clock: Clock,
  lost: (error: Error) => void,
): Promise<{ release(): Promise<void> }> {
  let held = false
  let cancel = () => {}
  const end = (error: Error) => {
    if (!held) return
    held = false
    cancel()
    lost(error)
  }
  const cannotConnect = (error: unknown) =>
    new DatabaseError(`cannot connect to the database of DATABASE_URL: ${reasonOf(error)}`)
  const seat = await openSeat(url, ANSWER_MS_MAX, end).catch((error) => {
    throw cannotConnect(error)
  })
  try {
    held = await seat.tryLock()
  } catch (error) {
    await seat.close()
    throw cannotConnect(error)
  }
  if (!held) {
    await seat.close()
    throw new DatabaseError('the database of DATABASE_URL is in use by another process')
  }
  // A connection to a vanished peer looks alive until it is used.
  const beat = () => {
    cancel = clock.after(BEAT_MS, () => {
      seat.beat().then(() => held && beat(), end)
    })
  }
  beat()
  return {
    release: async () => {
      held = false
      cancel()
      await seat.close()
    },
  }
}

/** A node that campaigns for leadership. `won` is awaited; `lost` must immediately stop what only a leader may do. */
export type Candidate = { won(): Promise<void>; lost(): void }

export type Campaign = {
  /** Releases the lock, or stops campaigning. */
  stop(): Promise<void>
  /** Releases the lock if held, and campaigns again. */
  resign(): void
}

/**
 * Campaigns for leadership of the nodes over one PostgreSQL database, each second, for as long as the process lives: one of them holds the
 * lock at any time.
 *
 * @returns once the first attempt is made, and `won` has finished if it succeeded
 * @throws the error of the first attempt
 */
export async function campaign(
  url: string,
  { clock, log }: { clock: Clock; log: Pick<Logger, 'info' | 'error'> },
  candidate: Candidate,
): Promise<Campaign> {
  let seat: Seat | undefined
  let leads = false
  let stopped = false
  let complained = false
  let cancel = () => {}

  const leave = (error?: Error) => {
    const left = seat
    seat = undefined
    void left?.close()
    if (!leads) return
    leads = false
    log.error({ err: error }, 'this node is no longer the leader')
    candidate.lost()
  }

  const attempt = async () => {
    try {
      seat ??= await openSeat(url, LEADER_ANSWER_MS_MAX, leave)
      if (leads) return await seat.beat()
      complained = false
      if (stopped || !(await seat.tryLock())) return
      leads = true
      log.info('this node is the leader')
      await candidate.won()
    } catch (error) {
      leave(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }

  let running: Promise<void> = Promise.resolve()
  const again = () => {
    cancel = clock.after(TRY_EVERY_MS, () => {
      running = attempt()
        .catch((error) => {
          if (!complained) log.error({ err: error }, 'this node could not take part in the leader election')
          complained = true
        })
        .finally(() => {
          if (!stopped) again()
        })
    })
  }
  await attempt()
  again()
  return {
    resign: () => leave(),
    stop: async () => {
      stopped = true
      cancel()
      await running
      leads = false
      await seat?.close()
    },
  }
}
