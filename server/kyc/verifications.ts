import type { Input } from '../../src/api/call.ts'
import type { realName, Verification } from '../../src/api/kyc.ts'
import { Refusal } from '../../src/api/messages.ts'
import { advance, metaOf } from '../../src/machines/orders/life.ts'
import { verificationMachine } from '../../src/machines/orders/verification.ts'
import { maskedNumber, plainNumber } from '../../src/rules/identity.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import type { Unit } from '../platform/unit.ts'
import { type Message, recordEvent, requireActive, tellUser } from '../user/index.ts'
import { claimPhoto } from './uploads.ts'

type Row = Tables['verifications']
type Submission = Input<typeof realName>
/** What is sealed: who the person is. */
type Person = Pick<Submission, 'firstName' | 'lastName' | 'number'>

const USE = 'verification'

/** The newest submission of a user. */
const newestOf = (tx: Db | Tx, userId: string): Promise<Row | undefined> =>
  tx
    .selectFrom('verifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Who a user is, as its owner may see it. */
export const verificationOf = async ({ vault }: Pick<Platform, 'vault'>, tx: Db | Tx, userId: string) =>
  toWire(vault, await newestOf(tx, userId))

function toWire(vault: Platform['vault'], row: Row | undefined): Verification {
  const state = row?.state ?? 'notSubmitted'
  const person = row && (JSON.parse(vault.open(USE, row.user_id, row.sealed)) as Person)
  return {
    state,
    status: metaOf(verificationMachine, state).review,
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
export async function verificationsOf({ vault, db }: Pick<Platform, 'vault' | 'db'>, userId: string, limit: number) {
  const rows = await db
    .selectFrom('verifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    state: row.state,
    country: row.country,
    ...(JSON.parse(vault.open(USE, userId, row.sealed)) as Person),
    certificate: row.certificate,
    reason: row.reason,
    submittedAt: Number(row.submitted_at),
    decidedAt: row.decided_at === null ? null : Number(row.decided_at),
  }))
}

/**
 * Submits who a user is, for review.
 *
 * @throws Refusal `alreadyApplied` while it is under review or verified, `idNumberUsed` where someone's is or was under
 *   this number, `dataNotFound` for photographs that are not the user's to submit
 */
export async function submitVerification(unit: Unit, userId: string, input: Submission): Promise<Verification> {
  const { platform, tx } = unit
  await requireActive(tx, userId)
  const before = (await newestOf(tx, userId))?.state ?? 'notSubmitted'
  if (!canMove(before, 'verification.submit')) throw new Refusal('alreadyApplied')
  const { state } = advance(verificationMachine, before, { type: 'verification.submit' })
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
    // The same number may be two people's, under two countries or as two kinds of certificate.
    number_hash: platform.vault.fingerprint(USE, `${country} ${certificate} ${plainNumber(number)}`),
    front_id: front,
    back_id: back,
    reason: null,
    submitted_at: BigInt(now),
    due_at: BigInt(now + platform.config.REVIEW_SECONDS),
    decided_at: null,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('verifications')
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
  await recordEvent(unit, userId, { kind: 'verification', body: wire })
  return wire
}

const canMove = (state: string, type: 'verification.submit' | 'verification.accept') =>
  verificationMachine.resolveState({ value: state, context: {} }).can({ type })

/** How a review ends. `reason`: what the person is told. */
export type Decision = { verified: true } | { verified: false; reason: string }

/**
 * Decides a submission that is under review, once: of two deciders the first.
 *
 * @returns whose it was; `undefined` where there is none of this id under review
 */
export async function decideVerification(unit: Unit, id: string, decision: Decision): Promise<string | undefined> {
  const { platform, tx } = unit
  const type = decision.verified ? 'verification.accept' : 'verification.refuse'
  const { state } = advance(verificationMachine, 'pendingReview', { type })
  const row = await tx
    .updateTable('verifications')
    .set({
      state: state as Row['state'],
      reason: decision.verified ? null : decision.reason,
      due_at: null,
      decided_at: BigInt(nowSeconds(platform.clock)),
    })
    .where('id', '=', id)
    .where('state', '=', 'pendingReview')
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await recordEvent(unit, row.user_id, { kind: 'verification', body: toWire(platform.vault, row) })
  const message: Message = decision.verified
    ? { key: 'realNamePassed', params: {} }
    : { key: 'realNameRefused', params: { reason: decision.reason } }
  await tellUser(unit, row.user_id, message)
  return row.user_id
}

/**
 * Refuses whoever is not known by name yet.
 *
 * @throws Refusal `verifyNameFirst`, `realNameFailed` where it was refused
 */
export async function requireVerified(tx: Db | Tx, userId: string): Promise<void> {
  const newest = await newestOf(tx, userId)
  if (newest?.state === 'verified') return
  throw new Refusal(newest?.state === 'refused' ? 'realNameFailed' : 'verifyNameFirst')
}

/** What waits for a review, oldest first, at most 200. */
export async function listVerifications({ db }: Pick<Platform, 'db'>) {
  const rows = await db
    .selectFrom('verifications')
    .select(['id', 'user_id', 'country', 'certificate', 'submitted_at'])
    .where('state', '=', 'pendingReview')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ id, user_id, country, certificate, submitted_at }) => ({
    id,
    userId: user_id,
    country,
    certificate,
    submittedAt: Number(submitted_at),
  }))
}

/** Who someone says to be, in full, and the names of the photographs in the store: for whoever reviews. */
export async function showVerification({ platform, tx }: Unit, id: string) {
  const row = await tx.selectFrom('verifications').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const photos = await tx
    .selectFrom('uploads')
    .select(['purpose', 'name'])
    .where('id', 'in', [row.front_id, row.back_id])
    .orderBy('purpose')
    .execute()
  const { firstName, lastName, number } = JSON.parse(platform.vault.open(USE, row.user_id, row.sealed)) as Person
  const { country, certificate, state, reason } = row
  return { id, userId: row.user_id, state, country, certificate, firstName, lastName, number, reason, photos }
}
