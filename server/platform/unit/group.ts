import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Platform } from '../context.ts'
import { type Db, isRetryable, type Tx } from '../database/database.ts'
import { continued, spanned, type Traceparent } from '../telemetry/telemetry.ts'
import type { Prefetch } from './defer.ts'
import { inTransaction, type Shared, type Unit } from './unit.ts'

// PostgreSQL caches a transaction's savepoints cheaply up to 64.
const MEMBERS_MAX = 32
// Units that run before the thread yields.
const MEMBERS_A_TURN = 8
// SQLite has one writer. On PostgreSQL one group computes while another waits for the disk or for a lock.
const GROUPS_AT_ONCE = { sqlite: 1, postgres: 4 }
// When a further group starts: two small groups would make each statement twice.
const FURTHER = { members: 16, afterMs: 50 }

/** What a unit touches beyond its own user: what it reads, and other users it writes to. */
export type Besides = { prefetch?: readonly Prefetch[]; with?: readonly string[] }

/** A unit of a group. `at`: the trace that it belongs to. */
export type Grouped<T = unknown> = Besides & {
  userId: string
  at?: Traceparent | undefined
  work(unit: Unit): Promise<T>
}

/** A unit waiting for a group. */
type Member = Grouped & { resolve(result: unknown): void; reject(error: unknown): void }

/** `timer`: begins a further group, however few wait. */
type Queue = { waiting: Member[]; running: number; timer?: NodeJS.Timeout | undefined }

const queues = new WeakMap<Db, Queue>()

function queueOf(db: Db): Queue {
  const queue = queues.get(db) ?? { waiting: [], running: 0 }
  queues.set(db, queue)
  return queue
}

/**
 * Runs `work` as a unit on one user's rows, and those of the users it names. Concurrent units share a transaction, and therefore its disk
 * commit, reads and deferred writes (group commit). A unit that throws leaves nothing, and the others continue. If the transaction itself
 * fails, each unit is retried in its own transaction; if its commit fails, all of them fail.
 *
 * @param besides what `work` reads beyond its user, prefetched for the whole group, and other users it writes to, locked with all users of
 *   the group
 * @returns the result of `work`, once it is committed
 */
export function commitFor<T>(
  platform: Platform,
  userId: string,
  work: (unit: Unit) => Promise<T>,
  besides: Besides = {},
): Promise<T> {
  const queue = queueOf(platform.db)
  const wait = () =>
    new Promise<unknown>((resolve, reject) => {
      queue.waiting.push({ ...besides, userId, at: platform.telemetry?.traceparent(), work, resolve, reject })
      startGroups(queue, platform)
    })
  return spanned(platform, 'unit of work', wait) as Promise<T>
}

/**
 * Runs a group of units found within its own transaction: it claims the work, so that nodes share it without waiting for each other.
 *
 * @param claim finds the work, and locks its users without waiting
 * @returns the result of each unit; all of it is committed
 * @throws the transaction's error: then nothing has happened
 */
export const commitClaimed = <T>(
  platform: Platform,
  claim: (tx: Tx) => Promise<readonly Grouped<T>[]>,
): Promise<PromiseSettledResult<T>[]> =>
  inTransaction(platform, async (shared, tx) => runUnits(platform, shared, await claim(tx)))

function startGroups(queue: Queue, platform: Platform, isLate = false): void {
  if (queue.waiting.length === 0 || queue.running === GROUPS_AT_ONCE[platform.database.kind]) return
  if (queue.running > 0 && queue.waiting.length < FURTHER.members && !isLate) {
    queue.timer ??= setTimeout(() => startGroups(queue, platform, true), FURTHER.afterMs)
    return
  }
  clearTimeout(queue.timer)
  queue.timer = undefined
  queue.running += 1
  // Data that has already arrived at our sockets is read first, so that its units join the group.
  setImmediate(async () => {
    const members = queue.waiting.splice(0, MEMBERS_MAX)
    // Shared statements belong to the trace of the first recorded call.
    const at = members.find((member) => member.at)?.at
    if (members.length > 0) await continued(platform, at, () => runGroup(members, platform))
    queue.running -= 1
    startGroups(queue, platform)
  })
}

/** How far a group's transaction got: after `committing`, its outcome is unknown. */
type Reached = 'nowhere' | 'working' | 'committing' | 'end'

async function runGroup(members: readonly Member[], platform: Platform): Promise<Reached> {
  // A cast, because TypeScript does not see assignments from closures.
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
    // Includes refused units: the reason for their refusal may just have been rolled back.
    else for (const { reject } of members) reject(error)
    return reached
  }
}

/** Each in its own transaction: only the unit that made the group fail reports the error. */
async function runEach(members: readonly Member[], platform: Platform): Promise<void> {
  for (const [index, member] of members.entries()) {
    const reached = await runGroup([member], platform)
    if (reached !== 'nowhere') continue
    for (const { reject } of members.slice(index + 1)) reject(new Error('the database does not answer'))
    return
  }
}

/** Locks in one order, so that transactions over several users, on this node or another, cannot deadlock. */
export async function lockUsers(platform: Platform, tx: Tx, ids: readonly string[]): Promise<void> {
  if (platform.database.kind === 'sqlite') return
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Runs the units of a group, and performs their deferred writes. @returns their results, to be reported after the commit */
async function runUnits<T>(
  platform: Platform,
  shared: Shared,
  units: readonly Grouped<T>[],
): Promise<PromiseSettledResult<T>[]> {
  shared.expect(units)
  const outcomes: PromiseSettledResult<T>[] = []
  for (const [index, { userId, with: others = [], at, work }] of units.entries()) {
    // SQLite answers synchronously: without a pause, everything else would wait for the whole group.
    if (index > 0 && index % MEMBERS_A_TURN === 0) await nextTurn()
    const alone = units.length === 1
    shared.begin(alone, [userId, ...others])
    try {
      const value = await continued(platform, at, () => work({ platform, tx: shared.tx, ...shared.unit }))
      outcomes.push({ status: 'fulfilled', value })
    } catch (reason) {
      if (alone || isRetryable(reason)) throw reason
      await shared.undo()
      outcomes.push({ status: 'rejected', reason })
    }
  }
  await shared.finish()
  return outcomes
}
