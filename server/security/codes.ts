import { createHash, timingSafeEqual } from 'node:crypto'
import type { codePurposes } from '../../src/api/account/user.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { plainRow } from '../platform/database/rows.ts'
import { isDelivered } from '../platform/messengers.ts'
import { digits, secret } from '../platform/random.ts'
import type { Vault } from '../platform/store/vault.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { readTarget, type Target } from './targets.ts'

/** `payPassword`, `emailNew` and `emailOld` can only be requested by a signed-in user. */
export type Purpose = (typeof codePurposes)[number] | 'payPassword' | 'emailNew' | 'emailOld'

const LIFE_SECONDS = 600
const TRIES = 5n

/** Includes the ticket, so that one table of a million hashes does not reveal all codes. */
const hashOf = (ticket: string, code: string) => createHash('sha256').update(`${ticket} ${code}`).digest('hex')

const SEALED = 'verification code'

const sealCode = (vault: Vault, ticket: string, code: string) => vault.seal(SEALED, ticket, code)

/** A code to be sent, by its ticket. */
export const openCode = (vault: Vault, ticket: string, sealed: string): string => vault.open(SEALED, ticket, sealed)

/**
 * Sends a code, which replaces an earlier one for the same target and purpose.
 *
 * Without a configured sender nothing leaves the server: the code stays in the paper outbox for the holder of the ticket. Otherwise it is
 * stored encrypted for `codeDelivery`, and no call waits for it.
 */
export async function sendCode(
  platform: Platform,
  target: Target,
  purpose: Purpose,
  lang: Lang,
): Promise<{ ticket: string; expiresAt: number; paper: boolean }> {
  const ticket = secret(platform.random)
  const code = digits(platform.random)
  const now = nowSeconds(platform.clock)
  const expiresAt = now + LIFE_SECONDS
  const paper = !isDelivered(platform.config, target.kind)
  const row = {
    ticket,
    code_hash: hashOf(ticket, code),
    paper_code: paper ? code : null,
    tries_left: TRIES,
    sent_at: BigInt(now),
    expires_at: BigInt(expiresAt),
    lang,
    sealed_code: paper ? null : sealCode(platform.vault, ticket, code),
    send_at: paper ? null : BigInt(now),
    send_tries: 0n,
  }
  await platform.db
    .insertInto('codes')
    .values({ ...row, target: target.value, purpose })
    .onConflict((conflict) => conflict.columns(['target', 'purpose']).doUpdateSet(row))
    .execute()
  return { ticket, expiresAt, paper }
}

/**
 * Checks a code, and returns the ticket by which `useCode` uses it up.
 *
 * @throws Refusal `wrongVerificationCode` for a wrong, used or old code, and for any code after five wrong ones
 */
export async function checkCode(platform: Platform, target: Target, purpose: Purpose, code: string): Promise<string> {
  const { db, clock } = platform
  // The attempt is counted before the code is checked, in a separate statement, so that concurrent guesses cannot exceed five.
  const row = await db
    .updateTable('codes')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1n) }))
    .where('target', '=', target.value)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', BigInt(nowSeconds(clock)))
    .where('tries_left', '>', 0n)
    .returning(['ticket', 'code_hash'])
    .executeTakeFirst()
  if (!row || !timingSafeEqual(Buffer.from(hashOf(row.ticket, code)), Buffer.from(row.code_hash))) {
    throw new Refusal('wrongVerificationCode')
  }
  // Not counted as a guess: a user who must choose another name repeats the same code.
  await db
    .updateTable('codes')
    .set((eb) => ({ tries_left: eb('tries_left', '+', 1n) }))
    .where('ticket', '=', row.ticket)
    .execute()
  return row.ticket
}

/**
 * Uses up a checked code, in the unit that it authorises.
 *
 * @throws Refusal `wrongVerificationCode` if it was used concurrently
 */
export async function useCode({ tx }: Unit, ticket: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('codes').where('ticket', '=', ticket).executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Refusal('wrongVerificationCode')
}

/**
 * The message with a ticket's code, until the code is used or expires.
 *
 * @param purposes allowed purposes of the code. Never `forget`: anyone may request one for any address, and it opens that account. Only the
 *   operator reads it.
 */
export async function readOutbox(
  platform: Platform,
  ticket: string,
  purposes: readonly Exclude<Purpose, 'forget'>[],
): Promise<{ target: string; code: string; sentAt: number } | null> {
  const row = await platform.db
    .selectFrom('codes')
    .select(['target', 'paper_code', 'sent_at'])
    .where('ticket', '=', ticket)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', BigInt(nowSeconds(platform.clock)))
    .executeTakeFirst()
  return row?.paper_code ? { target: row.target, code: row.paper_code, sentAt: Number(row.sent_at) } : null
}

/**
 * The valid codes of a target, newest first: for the operator, with paper money.
 *
 * @throws Refusal `wrongEmail`, `wrongPhone`
 */
export async function newestCodes({ db, clock }: Platform, target: string) {
  const rows = await db
    .selectFrom('codes')
    .select(['purpose', 'paper_code as code', 'sent_at', 'expires_at'])
    .where('target', '=', readTarget(target).value)
    .where('expires_at', '>', BigInt(nowSeconds(clock)))
    .orderBy('sent_at', 'desc')
    .execute()
  return rows.map(plainRow)
}
