import { type Selectable, sql } from 'kysely'
import { nowSeconds } from '../platform/clock.ts'
import { type Command, OperatorError, type Row, type Words } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Unit } from '../platform/unit/unit.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    desk_proposals: {
      id: string
      operator: string
      command: string
      words: string
      at: bigint
      state: 'waiting' | 'begun' | 'done' | 'failed' | 'declined'
      second: string | null
      outcome: string | null
    }
  }
}

export type Proposal = Selectable<Tables['desk_proposals']>

const LISTED_MAX = 200
/** A proposal expires after this time, and must be made again. */
export const PROPOSAL_SECONDS = 24 * 3600

export const wordsOf = ({ words }: Pick<Proposal, 'words'>): Words => JSON.parse(words)

/** Stores an act for a second person's approval. */
export async function propose(
  { tx, platform }: Unit,
  { operator, command, words }: { operator: string; command: Pick<Command, 'name'>; words: Words },
): Promise<string> {
  const id = platform.ids()
  await tx
    .insertInto('desk_proposals')
    .values({
      ...{ id, operator, command: command.name, words: JSON.stringify(words) },
      ...{ at: BigInt(nowSeconds(platform.clock)), state: 'waiting', second: null, outcome: null },
    })
    .execute()
  return id
}

/** The proposals that wait for a second person, and those begun but not finished, oldest first, at most 200. */
export const openProposals = (db: Db): Promise<Proposal[]> =>
  db
    .selectFrom('desk_proposals')
    .selectAll()
    // Exactly the expression of its index.
    .where(sql<boolean>`state in ('waiting', 'begun')`)
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()

/** Whether a proposal has expired. */
export const isOver = ({ clock }: Pick<Platform, 'clock'>, { at }: Pick<Proposal, 'at'>): boolean =>
  Number(at) + PROPOSAL_SECONDS <= nowSeconds(clock)

/**
 * Claims a waiting proposal, once: of two concurrent approvals one succeeds.
 *
 * @throws OperatorError if none with this id waits
 */
export async function takeProposal(
  { tx }: Pick<Unit, 'tx'>,
  id: string,
  change: Pick<Proposal, 'state' | 'second'> & { outcome?: string },
): Promise<Proposal> {
  const taken = await tx
    .updateTable('desk_proposals')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (!taken) throw new OperatorError('there is no such pending proposal')
  return taken
}

/** Stores the outcome of a begun proposal. */
export const endProposal = (db: Db, id: string, change: { state: 'done' | 'failed'; outcome: string | null }) =>
  db.updateTable('desk_proposals').set(change).where('id', '=', id).where('state', '=', 'begun').execute()

/** The proposer of a queue's row. */
export const isBy = (row: Row, who: string): boolean => row.proposed === who
