import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Platform } from '../context.ts'
import { type Db, isRetryable, type Tx } from '../database/database.ts'
import type { Ahead } from './later.ts'
import { inTransaction, type Shared, type Unit } from './unit.ts'

// PostgreSQL remembers the savepoints of a transaction cheaply up to 64.
const MEMBERS_MAX = 32
// So many run before whoever else waits for our thread has a turn.
const MEMBERS_A_TURN = 8
// SQLite has one writer. On PostgreSQL a group computes while another one waits for the disk.
const GROUPS_AT_ONCE = { sqlite: 1, postgres: 4 }

/** What a unit touches besides what is its user's: what it reads, and the users that it also writes to. */
export type Besides = { ahead?: readonly Ahead[]; with?: readonly string[] }

/** A unit of a group. */
export type Grouped<T = unknown> = Besides & { userId: string; work(unit: Unit): Promise<T> }

/** A unit that waits for a group to go with. */
type Member = Grouped & { resolve(result: unknown): void; reject(error: unknown): void }

type Queue = { waiting: Member[]; running: number }

const queues = new WeakMap<Db, Queue>()

function queueOf(db: Db): Queue {
  const queue = queues.get(db) ?? { waiting: [], running: 0 }
  queues.set(db, queue)
  return queue
}

/**
 * Runs `work` as a unit that touches the rows of one user, and of those it names. Units that are asked for at the same time share a
 * transaction, and so the wait for the disk, and what they read and leave for later: group commit. One that throws
 * leaves nothing, and the others go on. Where the transaction itself fails, each is run again in one of its own; where
 * its commit does, all of them fail.
 *
 * @param besides what `work` reads besides what is its user's, to be read for all of a group at once; and whom else it
 *   writes to, to be locked with all users of the group
 * @returns what `work` answered, once it is committed
 */
export function commitFor<T>(
  platform: Platform,
  userId: string,
  work: (unit: Unit) => Promise<T>,
  besides: Besides = {},
): Promise<T> {
  const queue = queueOf(platform.db)
  return new Promise<unknown>((resolve, reject) => {
    queue.waiting.push({ ...besides, userId, work, resolve, reject })
    startGroups(queue, platform)
  }) as Promise<T>
}

/**
 * Runs a group of units that is made up in its own transaction, of what that has claimed: several nodes share what there
 * is to do, and none waits for another.
 *
 * @param claim finds what is to be done, and locks the users that it is about without waiting for them
 * @returns how each unit went; all of it is committed
 * @throws what made the transaction fail: then nothing is done
 */
export const commitClaimed = <T>(
  platform: Platform,
  claim: (tx: Tx) => Promise<readonly Grouped<T>[]>,
): Promise<PromiseSettledResult<T>[]> =>
  inTransaction(platform, async (shared, tx) => runUnits(platform, shared, await claim(tx)))

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

/** How far a group's transaction came: `committing`, where nobody knows what became of it. */
type Reached = 'nowhere' | 'working' | 'committing' | 'end'

async function runGroup(members: readonly Member[], platform: Platform): Promise<Reached> {
  // As it is: what a closure sets is not seen otherwise.
  let reached = 'nowhere' as Reached
  try {
    const outcomes = await inTransaction(platform, async (shared, tx) => {
      reached = 'working'
      await lockUsers(platform, tx, [...new Set(members.flatMap((one) => [one.userId, ...(one.with ?? [])]))])
      const outcomes = await runUnits(platform, shared, members)
      reached = 'committing'
      return outcomes
    })
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') members[index]?.resolve(outcome.value)
      else members[index]?.reject(outcome.reason)
    }
    return 'end'
  } catch (error) {
    if (reached === 'working' && members.length > 1) await runEach(members, platform)
    // Also those that were refused: what they were refused for may just have been undone.
    else for (const { reject } of members) reject(error)
    return reached
  }
}

/** Each in a transaction of its own: whoever made that of all fail is told so, and nobody else. */
async function runEach(members: readonly Member[], platform: Platform): Promise<void> {
  for (const [index, member] of members.entries()) {
    const reached = await runGroup([member], platform)
    if (reached !== 'nowhere') continue
    for (const { reject } of members.slice(index + 1)) reject(new Error('the database does not answer'))
    return
  }
}

/** Two transactions that meet on several users, on this node or another, never wait for each other in a circle. */
export async function lockUsers(platform: Platform, tx: Tx, ids: readonly string[]): Promise<void> {
  if (platform.database.kind === 'sqlite') return
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Runs the units of a group, and writes what they have left. @returns how each went, to be told once the group has committed */
async function runUnits<T>(
  platform: Platform,
  shared: Shared,
  units: readonly Grouped<T>[],
): Promise<PromiseSettledResult<T>[]> {
  shared.expect(units)
  const outcomes: PromiseSettledResult<T>[] = []
  for (const [index, { userId, with: others = [], work }] of units.entries()) {
    // SQLite answers without a pause: what needs no database would wait for the whole group.
    if (index > 0 && index % MEMBERS_A_TURN === 0) await nextTurn()
    const alone = units.length === 1
    shared.begin(alone, [userId, ...others])
    try {
      outcomes.push({ status: 'fulfilled', value: await work({ platform, tx: shared.tx, ...shared.unit }) })
    } catch (reason) {
      if (alone || isRetryable(reason)) throw reason
      await shared.undo()
      outcomes.push({ status: 'rejected', reason })
    }
  }
  await shared.finish()
  return outcomes
}
