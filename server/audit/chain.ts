import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Job } from '../platform/unit/job.ts'
import { commit } from '../platform/unit/unit.ts'

export type AuditRow = Selectable<Tables['audit']>
/** The newest line of the chain: its number, and its hash; 0 and empty if there is none. */
export type AuditHead = { seq: number; hash: string }

/** Maximum number of lines chained in one transaction, which bounds how long other writers wait. */
const LINES_A_STEP = 500
const LINES_A_READ = 1_000
const EVERY_MS = 60_000

/**
 * The hash of a line: SHA-256 in hex of the JSON array of the hash before it (empty for the first line), its number, id, operator, act, user
 * id or null, reason, time in seconds, and facts (a text) or null. Without spaces, as `JSON.stringify` writes it.
 */
export const hashOfLine = (before: string, seq: number, row: Omit<AuditRow, 'seq' | 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([before, seq, row.id, row.who, row.act, row.user_id, row.why, Number(row.at), row.facts]))
    .digest('hex')

/**
 * Adds the lines without a number to the chain, oldest first, at most 500. The head's row is locked until the commit: of several nodes one
 * at a time adds lines.
 *
 * @returns how many it has added
 */
export async function chainLines(tx: Tx): Promise<number> {
  const head = await tx
    .updateTable('audit_head')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('only_row', '=', 'only')
    .returningAll()
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('audit')
    .selectAll()
    // Exactly the expression of its index.
    .where(sql<boolean>`seq is null`)
    .orderBy('id')
    .limit(LINES_A_STEP)
    .execute()
  let seq = Number(head.seq)
  let hash = head.hash
  for (const row of rows) {
    seq += 1
    hash = hashOfLine(hash, seq, row)
    await tx
      .updateTable('audit')
      .set({ seq: BigInt(seq), hash })
      .where('id', '=', row.id)
      .execute()
  }
  if (rows.length > 0)
    await tx
      .updateTable('audit_head')
      .set({ seq: BigInt(seq), hash })
      .where('only_row', '=', 'only')
      .execute()
  return rows.length
}

/** Background job that chains the lines from before the chain, in steps, and each minute those of a node of an earlier version. */
export function chainWork(platform: Platform): Job {
  let nextMs = 0
  return {
    name: 'chain of the audit log',
    async run(stopping) {
      let lines = 0
      while (platform.clock.now() >= nextMs && !stopping()) {
        if (await hasUnchained(platform.db)) lines += await commit(platform, ({ tx }) => chainLines(tx))
        else nextMs = platform.clock.now() + EVERY_MS
        await nextTurn()
      }
      return lines
    },
  }
}

const hasUnchained = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('audit').select('id').where(sql<boolean>`seq is null`).limit(1).executeTakeFirst()) !== undefined

export async function auditHead(db: Db | Tx): Promise<AuditHead> {
  const { seq, hash } = await db
    .selectFrom('audit_head')
    .selectAll()
    .where('only_row', '=', 'only')
    .executeTakeFirstOrThrow()
  return { seq: Number(seq), hash }
}

/**
 * Verifies the chain up to its newest line, while lines are added.
 *
 * @param noted a hash that was read earlier: it must still be in the chain, which shows that nothing up to it was rewritten
 * @returns the newest line, and the first violation in one line; none if the chain is whole
 */
export async function verifyChain(db: Db, noted?: string): Promise<{ head: AuditHead; violation?: string }> {
  const head = await auditHead(db)
  let before: AuditHead = { seq: 0, hash: '' }
  let found = noted === undefined
  while (before.seq < head.seq) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', BigInt(before.seq))
      .where('seq', '<=', BigInt(head.seq))
      .orderBy('seq')
      .limit(LINES_A_READ)
      .execute()
    if (rows.length === 0) break
    for (const row of rows) {
      const seq = before.seq + 1
      if (Number(row.seq) !== seq) return { head, violation: `line ${seq} is missing` }
      if (row.hash !== hashOfLine(before.hash, seq, row)) {
        return { head, violation: `line ${seq} or its hash was changed (${row.act} by ${row.who})` }
      }
      before = { seq, hash: row.hash }
      found ||= row.hash === noted
    }
  }
  if (before.seq < head.seq)
    return { head, violation: `line ${before.seq + 1} is missing, and so are all up to ${head.seq}` }
  if (before.hash !== head.hash) return { head, violation: `the hash of the newest line, ${head.seq}, was changed` }
  if (!found) return { head, violation: `no line has the hash ${noted}: the log was rewritten` }
  return { head }
}
