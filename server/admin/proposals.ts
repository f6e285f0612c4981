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

/** Keeps an act for a second person to agree to. */
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

/** What waits for a second person, and what was begun and never ended, the oldest first, at most 200. */
export const openProposals = (db: Db): Promise<Proposal[]> =>
  db
    .selectFrom('desk_proposals')
    .selectAll()
    // As its index says, to the letter.
    .where(sql<boolean>`state in ('waiting', 'begun')`)
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()

/** Whether a proposal is too old to be carried out. */
export const isOver = ({ clock }: Pick<Platform, 'clock'>, { at }: Pick<Proposal, 'at'>): boolean =>
  Number(at) + PROPOSAL_SECONDS <= nowSeconds(clock)

/**
 * Takes a proposal that waits, once: of two who agree at the same time one does.
 *
 * @throws OperatorError where none of this id waits
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
  if (!taken) throw new OperatorError('there is no such proposal that waits')
  return taken
}

/** Writes down how a proposal that was begun has ended. */
export const endProposal = (db: Db, id: string, change: { state: 'done' | 'failed'; outcome: string | null }) =>
  db.updateTable('desk_proposals').set(change).where('id', '=', id).where('state', '=', 'begun').execute()

/** Whose proposal a row of the queue is. */
export const isBy = (row: Row, who: string): boolean => row.proposed === who
