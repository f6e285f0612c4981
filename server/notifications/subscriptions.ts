import { sql } from 'kysely'
import type { PushSubscriptionKeys } from '../../src/api/account/notifications.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Session } from '../platform/http/route.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { isSealable, readEndpoint } from './endpoint.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    push_subscriptions: {
      token_hash: string
      user_id: string
      endpoint_hash: string
      sealed: string
      push_key: string
      at: bigint
    }
  }
}

/** Anyone who knows a browser's endpoint and keys can show notifications on its screen. */
const USE = 'push subscription'

/**
 * Stores a browser's subscription for the duration of this session: replaces an earlier one of this session, and of any user previously
 * signed in on that browser.
 *
 * @param key the server's, which the browser subscribed with
 * @throws Refusal `parameterError` for another service, or an invalid key
 */
export async function subscribe(
  { platform: { config, clock, vault }, tx }: Unit,
  { userId, tokenHash }: Session,
  subscription: PushSubscriptionKeys,
  key: string,
): Promise<void> {
  if (!readEndpoint(subscription.endpoint, config.PUSH_HOSTS))
    throw new Refusal('parameterError', { field: 'endpoint' })
  if (!isSealable(subscription.keys)) throw new Refusal('parameterError', { field: 'p256dh' })
  const hash = vault.fingerprint(USE, subscription.endpoint)
  await tx
    .deleteFrom('push_subscriptions')
    .where((eb) => eb.or([eb('token_hash', '=', tokenHash), eb('endpoint_hash', '=', hash)]))
    .execute()
  await tx
    .insertInto('push_subscriptions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      endpoint_hash: hash,
      sealed: vault.seal(USE, tokenHash, JSON.stringify(subscription)),
      push_key: key,
      at: BigInt(nowSeconds(clock)),
    })
    .execute()
}

/** Deletes the subscription of this session's browser, with its pending deliveries. */
export const unsubscribe = (db: Db | Tx, tokenHash: string) =>
  db.deleteFrom('push_subscriptions').where('token_hash', '=', tokenHash).execute()

/** Deletes an ended subscription, but not one that has replaced it since. */
export const forgetSubscription = (db: Db | Tx, { token_hash, sealed }: { token_hash: string; sealed: string }) =>
  db.deleteFrom('push_subscriptions').where('token_hash', '=', token_hash).where('sealed', '=', sealed).execute()

type Browser = Pick<Tables['push_subscriptions'], 'user_id' | 'token_hash' | 'push_key'>

const browsersOf = compiled(
  (db: Db | Tx, ids: string) =>
    sql<Browser>`select user_id, token_hash, push_key from push_subscriptions where ${isOneOf(db, 'user_id', ids)}`,
)

/** Users' browsers with push, under any server key. */
const browsersIn: Loader<readonly Browser[]> = {
  ofUser: true,
  none: [],
  load: async (db, ids) => Map.groupBy(await browsersOf(db, toJson(ids)), ({ user_id }) => user_id),
}

/** The sessions with push, under the server's current key. */
export const subscribed = async (reads: Reads, userId: string, key: string): Promise<string[]> =>
  (await reads.read(browsersIn, userId)).flatMap(({ push_key, token_hash }) => (push_key === key ? [token_hash] : []))

/** The endpoint of a session's browser. */
export const openSubscription = (
  { vault }: Pick<Platform, 'vault'>,
  { token_hash, sealed }: { token_hash: string; sealed: string },
): PushSubscriptionKeys => JSON.parse(vault.open(USE, token_hash, sealed))

/** A user's browsers with push, by the host of their push service. */
export async function subscriptionsOf(platform: Platform, userId: string) {
  const rows = await platform.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('token_hash')
    .execute()
  return rows.map((row) => ({ host: new URL(openSubscription(platform, row).endpoint).host, since: Number(row.at) }))
}
