import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { Refusal } from '../../src/api/messages.ts'
import type { Platform } from './context.ts'
import { type Db, isRetryable, type Tx } from './database.ts'
import { commit, type Unit } from './unit.ts'

// PostgreSQL remembers the savepoints of a transaction cheaply up to 64.
const MEMBERS_MAX = 32
// SQLite has one connection. On PostgreSQL a group computes while another one waits for the disk.
const GROUPS_AT_ONCE = { sqlite: 1, postgres: 4 }

/** A unit that waits for a group to go with. */
type Member = {
  platform: Platform
  userId: string
  work(unit: Unit): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Queue = { waiting: Member[]; running: number }

const queues = new WeakMap<Db, Queue>()

function queueOf(db: Db): Queue {
  const queue = queues.get(db) ?? { waiting: [], running: 0 }
  queues.set(db, queue)
  return queue
}

/**
 * Runs `work` as a unit that touches the rows of one user alone. Units that are asked for at the same time share a
 * transaction, and so the wait for the disk: group commit. Each stands behind a savepoint: one that throws leaves
 * nothing, and the others go on. Where the transaction itself fails, all of them do.
 *
 * @returns what `work` answered, once it is committed
 */
export function commitFor<T>(platform: Platform, userId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
  const queue = queueOf(platform.db)
  return new Promise<unknown>((resolve, reject) => {
    queue.waiting.push({ platform, userId, work, resolve, reject })
    startGroups(queue, platform)
  }) as Promise<T>
}

function startGroups(queue: Queue, platform: Platform): void {
  if (queue.waiting.length === 0 || queue.running === GROUPS_AT_ONCE[platform.database.kind]) return
  queue.running += 1
  // What has already arrived at our sockets is read first: it goes along.
  setImmediate(async () => {
    const members = queue.waiting.splice(0, MEMBERS_MAX)
    if (members.length > 0) await runGroup(members, platform)
    queue.running -= 1
    startGroups(queue, platform)
  })
}

async function runGroup(members: readonly Member[], platform: Platform): Promise<void> {
  try {
    const outcomes = await commit(platform, async (unit) => {
      await lockUsers(unit, members)
      const [only, ...others] = members
      if (only && others.length === 0) return [await runAlone(unit, only)]
      const outcomes: (() => void)[] = []
      for (const member of members) {
        outcomes.push(await runMember(unit, member))
        // SQLite answers without a pause: what needs no database would wait for the whole group.
        await nextTurn()
      }
      return outcomes
    })
    for (const tell of outcomes) tell()
  } catch (error) {
    // Also those that were refused: what they were refused for may just have been undone.
    for (const { reject } of members) reject(error)
  }
}

/** Two transactions that meet on several users, on this node or another, never wait for each other in a circle. */
async function lockUsers({ platform, tx }: Unit, members: readonly Member[]): Promise<void> {
  if (platform.database.kind === 'sqlite') return
  const ids = [...new Set(members.map(({ userId }) => userId))]
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Alone it needs no savepoint: what undoes it undoes the transaction. */
async function runAlone({ tx, after }: Unit, { platform, work, resolve }: Member): Promise<() => void> {
  const result = await work({ platform, tx, after })
  return () => resolve(result)
}

/** @returns what tells the member's caller how it went, once the group has committed */
async function runMember(unit: Unit, { platform, work, resolve, reject }: Member): Promise<() => void> {
  const { tx } = unit
  const callbacks: (() => void)[] = []
  // Within the one before, which is never released: a rollback goes to the newest of a name.
  await sql`savepoint member`.execute(tx)
  try {
    const result = await work({ platform, tx, after: (done) => callbacks.push(done) })
    for (const callback of callbacks) unit.after(callback)
    return () => resolve(result)
  } catch (error) {
    if (isRetryable(error)) throw error
    await undo(tx, error)
    return () => reject(error)
  }
}

/** @throws Error where the transaction is lost with the member: what failed first, but nobody else is told its refusal */
async function undo(tx: Tx, reason: unknown): Promise<void> {
  try {
    await sql`rollback to savepoint member`.execute(tx)
  } catch (failure) {
    throw reason instanceof Refusal ? failure : reason
  }
}
