import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { DatabaseError, reasonOf } from './database.ts'

const BEAT_MS = 5_000
const ANSWER_MS_MAX = 10_000
const TRY_EVERY_MS = 1_000
const LEADER_ANSWER_MS_MAX = 5_000
// Any number will do that no other program on the same database uses.
const LOCK_CLASS = 1_903_521_646

// Where a machine is gone without a word, the database lets go of its lock after three seconds, and not after two hours.
const KEEPALIVES = `set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2;
set tcp_user_timeout = 3000`

/** A connection of its own that can hold the lock: the database lets go of it however the process ends. */
type Seat = { tryLock(): Promise<boolean>; beat(): Promise<void>; close(): Promise<void> }

/**
 * @param ended called once where the connection ends before it is closed here: the lock may be someone else's by then
 * @throws what the database said
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
    // For the schema that the URL leads to.
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
 * Takes a PostgreSQL database for this process: there is one market, and who shows its prices must be who records them.
 *
 * @param lost called once where the lock's connection ends before its release: the lock may be someone else's by then
 * @throws DatabaseError where another process has it, or the database does not answer
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
  // A connection whose other side is gone without a word looks alive until something is asked of it.
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

/** A node that stands for leader. `won` is waited for; `lost` stops at once what only a leader may do. */
export type Candidate = { won(): Promise<void>; lost(): void }

export type Campaign = {
  /** Gives the lock back, or up. */
  stop(): Promise<void>
  /** Gives the lock back where it is held, and stands again. */
  resign(): void
}

/**
 * Stands for leader of the nodes over one PostgreSQL database, again each second, for as long as the process lives: one
 * of them holds the lock, whatever becomes of the others.
 *
 * @returns once the first attempt is made, and what follows on being elected is done
 * @throws what the first attempt met
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
    log.error({ err: error }, 'this node leads no longer')
    candidate.lost()
  }

  const attempt = async () => {
    try {
      seat ??= await openSeat(url, LEADER_ANSWER_MS_MAX, leave)
      if (leads) return await seat.beat()
      complained = false
      if (stopped || !(await seat.tryLock())) return
      leads = true
      log.info('this node leads')
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
          if (!complained) log.error({ err: error }, 'this node could not stand for leader')
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
