import { sql } from 'kysely'
import type { Kyc, realName } from '../../src/api/account/kyc.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { advance, can, metaOf } from '../../src/machines/orders/life.ts'
import { kycMachine } from '../../src/machines/reviews/kyc.ts'
import { documentNumber, maskedNumber } from '../../src/rules/account/kyc.ts'
import { recordEvent } from '../events/module.ts'
import { type Message, tellUser } from '../inbox/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, plainRow, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import { commit, type Unit } from '../platform/unit/unit.ts'
import { claimPhoto } from '../uploads/module.ts'

type Row = Tables['kyc']
type Submission = Input<typeof realName>
/** The encrypted part: the user's identity. */
type Person = Pick<Submission, 'firstName' | 'lastName' | 'number'>

// The name of the vault's use, unchanged since the first release.
const USE = 'verification'

/** Of the number alone, so that the same number under another country or document type is found. */
const hashOf = (vault: Platform['vault'], number: string) => vault.fingerprint(USE, documentNumber(number))

/** The newest submission of a user. */
const newestOf = (tx: Db | Tx, userId: string): Promise<Row | undefined> =>
  tx.selectFrom('kyc').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Who a user is, as its owner may see it. */
export const kycOf = async ({ vault }: Pick<Platform, 'vault'>, tx: Db | Tx, userId: string) =>
  toWire(vault, await newestOf(tx, userId))

function toWire(vault: Platform['vault'], row: Row | undefined): Kyc {
  const state = row?.state ?? 'notSubmitted'
  const person = row && (JSON.parse(vault.open(USE, row.user_id, row.sealed)) as Person)
  return {
    state,
    status: metaOf(kycMachine, state).review,
    country: row?.country ?? null,
    firstName: person?.firstName ?? null,
    lastName: person?.lastName ?? null,
    certificate: row?.certificate ?? null,
    number: person ? maskedNumber(person.number) : null,
    reason: row?.reason ?? null,
    submittedAt: row ? Number(row.submitted_at) : null,
    decidedAt: row?.decided_at == null ? null : Number(row.decided_at),
  }
}

/** Every submission of a user, newest first, at most `limit`; the numbers in full: for their owner, after a proof. */
export async function kycHistoryOf({ vault, db }: Pick<Platform, 'vault' | 'db'>, userId: string, limit: number) {
  const rows = await db
    .selectFrom('kyc')
    .select(['state', 'country', 'sealed', 'certificate', 'reason', 'submitted_at', 'decided_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ sealed, ...row }) => ({
    ...plainRow(row),
    ...(JSON.parse(vault.open(USE, userId, sealed)) as Person),
  }))
}

/**
 * Submits who a user is, for review.
 *
 * @throws Refusal `alreadyApplied` while it is under review or verified, `idNumberUsed` where someone's is or was under
 *   this number, `dataNotFound` for photographs that are not the user's to submit
 */
export async function submitKyc(unit: Unit, userId: string, input: Submission): Promise<Kyc> {
  const { platform, tx } = unit
  const before = (await newestOf(tx, userId))?.state ?? 'notSubmitted'
  if (!can(kycMachine, before, { type: 'review.submit' })) throw new Refusal('alreadyApplied')
  const { state } = advance(kycMachine, before, { type: 'review.submit' })
  const { country, certificate, firstName, lastName, number, front, back } = input
  const now = nowSeconds(platform.clock)
  const person: Person = { firstName, lastName, number }
  const row: Row = {
    id: platform.ids(),
    user_id: userId,
    state: state as Row['state'],
    country,
    certificate,
    sealed: platform.vault.seal(USE, userId, JSON.stringify(person)),
    number_hash: hashOf(platform.vault, number),
    number_of: 'document',
    front_id: front,
    back_id: back,
    reason: null,
    submitted_at: BigInt(now),
    due_at: BigInt(now + platform.config.REVIEW_SECONDS),
    decided_at: null,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('kyc')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) {
    // Two submissions at the same moment: the other one was first.
    throw new Refusal((await newestOf(tx, userId))?.state === 'pendingReview' ? 'alreadyApplied' : 'idNumberUsed')
  }
  await claimPhoto(unit, userId, front, { purpose: 'identityFront' })
  await claimPhoto(unit, userId, back, { purpose: 'identityBack' })
  const wire = toWire(platform.vault, row)
  recordEvent(unit, userId, { kind: 'kyc', body: wire })
  return wire
}

const REHASHED_MAX = 100

/**
 * Rehashes numbers by the document's number alone, which were hashed by the whole input before. If two users have the same one, the first
 * keeps it, and the log names both.
 *
 * @returns how many
 */
export async function rehashNumbers(platform: Platform): Promise<number> {
  const { db, vault, log } = platform
  const rows = await db
    .selectFrom('kyc')
    .selectAll()
    .where('number_of', '=', 'entered')
    .orderBy('id')
    .limit(REHASHED_MAX)
    .execute()
  for (const { id, user_id, state, sealed } of rows) {
    const { number } = JSON.parse(vault.open(USE, user_id, sealed)) as Person
    const number_hash = hashOf(vault, number)
    await commit(platform, async ({ tx }) => {
      const live = tx.selectFrom('kyc').select('user_id').where('number_hash', '=', number_hash)
      const holder = await live.where('state', '<>', 'refused').executeTakeFirst()
      const isTaken = holder !== undefined && state !== 'refused'
      if (isTaken) log.warn({ users: [holder.user_id, user_id] }, 'two users have the same ID number')
      const set = { number_of: 'document' as const, ...(!isTaken && { number_hash }) }
      await tx.updateTable('kyc').set(set).where('id', '=', id).execute()
    })
  }
  return rows.length
}

/** The decision of a review. `reason`: for the user. */
export type Decision = { verified: true } | { verified: false; reason: string }

/**
 * Decides a submission that is under review, once: of two deciders the first.
 *
 * @returns its user; `undefined` if none with this id is under review
 */
export async function decideKyc(unit: Unit, id: string, decision: Decision): Promise<string | undefined> {
  const { platform, tx } = unit
  const type = decision.verified ? 'review.accept' : 'review.refuse'
  const { state } = advance(kycMachine, 'pendingReview', { type })
  const row = await tx
    .updateTable('kyc')
    .set({
      state: state as Row['state'],
      reason: decision.verified ? null : decision.reason,
      due_at: null,
      decided_at: BigInt(nowSeconds(platform.clock)),
    })
    .where('id', '=', id)
    .where('state', '=', sql.lit('pendingReview'))
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  recordEvent(unit, row.user_id, { kind: 'kyc', body: toWire(platform.vault, row) })
  const message: Message = decision.verified
    ? { kind: 'review', key: 'realNamePassed', params: {} }
    : { kind: 'review', key: 'realNameRefused', params: { reason: decision.reason } }
  await tellUser(unit, row.user_id, message)
  return row.user_id
}

/**
 * Refuses an unverified user.
 *
 * @throws Refusal `verifyNameFirst`, `realNameFailed` after a rejection
 */
export async function requireKnown(reads: Reads, userId: string): Promise<void> {
  const newest = await reads.read(newestState, userId)
  if (newest === 'verified') return
  throw new Refusal(newest === 'refused' ? 'realNameFailed' : 'verifyNameFirst')
}

const states = compiled((db, userIds: string) =>
  db
    .selectFrom('kyc')
    .select(['user_id', 'state'])
    .where(isOneOf(db, 'user_id', userIds))
    .orderBy('id'),
)

/** The state of a user's newest submission. */
const newestState: Loader<Row['state'] | undefined> = {
  ofUser: true,
  none: undefined,
  load: async (db, ids) => new Map((await states(db, toJson(ids))).map(({ user_id, state }) => [user_id, state])),
}

/** What waits for a review, oldest first, at most 200. */
export async function listKyc({ db }: Pick<Platform, 'db'>) {
  const rows = await db
    .selectFrom('kyc')
    .select(['id', 'user_id', 'country', 'certificate', 'submitted_at'])
    // Its index is of this state alone: as a parameter it could be any.
    .where('state', '=', sql.lit('pendingReview'))
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(plainRow)
}

/** A verification by its id, without the identity. */
export async function findKyc(db: Db, id: string) {
  const found = db.selectFrom('kyc').select(['id', 'user_id', 'state', 'submitted_at', 'decided_at'])
  const row = await found.where('id', '=', id).executeTakeFirst()
  return row && plainRow(row)
}

/** A user's submitted identity in full, and their photographs by their names in the store: for reviewers only. */
export async function showKyc({ platform, tx }: Unit, id: string) {
  const row = await tx.selectFrom('kyc').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const photos = await tx
    .selectFrom('uploads')
    .select(['purpose', 'name', 'hash', 'likeness'])
    .where('id', 'in', [row.front_id, row.back_id])
    .orderBy('purpose')
    .execute()
  const { firstName, lastName, number } = JSON.parse(platform.vault.open(USE, row.user_id, row.sealed)) as Person
  const { country, certificate, state, reason } = row
  return {
    id,
    userId: row.user_id,
    state,
    country,
    certificate,
    firstName,
    lastName,
    number,
    reason,
    photos,
  }
}
