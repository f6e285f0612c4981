import * as v from 'valibot'
import { base64url } from '../../src/api/wire/fields.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'

/** A challenge is valid for five minutes, once. */
export const CHALLENGE_SECONDS = 300

/**
 * Creates and stores a challenge of 256 bits. It is in the database, so that any node can check the answer.
 *
 * @param userId whose passkey it adds; null: it signs in
 */
export async function makeChallenge({ db, random, clock }: Platform, userId: string | null): Promise<string> {
  const challenge = Buffer.from(random.bytes(32)).toString('base64url')
  const expires_at = BigInt(nowSeconds(clock) + CHALLENGE_SECONDS)
  await db.insertInto('passkey_challenges').values({ challenge, user_id: userId, expires_at }).execute()
  return challenge
}

const clientData = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  v.object({ challenge: base64url(43) }),
)

/**
 * Uses up the challenge that an answer is for, right or wrong.
 *
 * @param userId as for `makeChallenge`
 * @throws Refusal `passkeyRefused` if it is unknown, used, expired, or was made for something else
 */
export async function takeChallenge(
  { db, clock }: Platform,
  clientDataJSON: string,
  userId: string | null,
): Promise<string> {
  const read = v.safeParse(clientData, clientDataJSON)
  if (!read.success) throw new Refusal('passkeyRefused')
  const { challenge } = read.output
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.user_id !== userId || taken.expires_at <= BigInt(nowSeconds(clock))) {
    throw new Refusal('passkeyRefused')
  }
  return challenge
}
