import type { PersonalData } from '../../src/api/export.ts'
import type { Lang } from '../../src/api/fields.ts'
import { bankCardOf } from '../bank/index.ts'
import { photosOf, verificationsOf } from '../kyc/index.ts'
import { entriesOf, walletsOf } from '../ledger/index.ts'
import { historyOf } from '../microtrade/index.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Session } from '../platform/route.ts'
import { messagesOf, sessionDataOf } from '../user/index.ts'

const ROWS_MAX = 10_000

const seconds = (time: bigint | null | undefined) => (time == null ? null : Number(time))

/**
 * All that is kept about whoever has this session, and nothing of anybody else.
 *
 * @param most how many of each list, the newest
 */
export async function collectData(platform: Platform, session: Session, most = ROWS_MAX): Promise<PersonalData> {
  const { db, clock } = platform
  const { userId } = session
  // One more than goes out: it tells whether there is more.
  const found = {
    entries: await entriesOf(db, userId, most + 1),
    orders: await historyOf(db, userId, most + 1),
    messages: await messagesOf(db, userId, undefined, most + 1),
    verifications: await verificationsOf(platform, userId, most + 1),
    photographs: await photosOf(platform, userId, most + 1),
    sessions: await sessionDataOf(platform, session),
    acts: await actsOn(platform, userId, most + 1),
  }
  const lists = Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, rows.slice(0, most)]))
  return {
    madeAt: nowSeconds(clock),
    ...(await profileOf(platform, userId)),
    bankCard: (await bankCardOf(platform, userId)).card,
    wallets: await walletsOf(db, userId),
    ...(lists as typeof found),
    cut: Object.entries(found).flatMap(([name, rows]) => (rows.length > most ? [name] : [])),
  }
}

async function profileOf({ db }: Platform, userId: string): Promise<Pick<PersonalData, 'profile' | 'security'>> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const payPassword = await db
    .selectFrom('pay_passwords')
    .select('updated_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const authenticator = await db
    .selectFrom('authenticators')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('state', '=', 'bound')
    .executeTakeFirst()
  const codes = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute()
  const { id, username, address, email, phone, status } = user
  return {
    profile: {
      ...{ id, username, address, email, phone, status },
      lang: user.lang as Lang,
      inviteCode: user.invite_code,
      createdAt: Number(user.created_at),
    },
    security: {
      password: user.password_hash !== null,
      payPasswordSince: seconds(payPassword?.updated_at),
      authenticatorSince: seconds(authenticator?.created_at),
      recoveryCodesLeft: codes.length,
    },
  }
}

/** What was done, and when. Who did it is another person, and why may name one. */
async function actsOn({ db }: Platform, userId: string, limit: number): Promise<PersonalData['acts']> {
  const rows = await db
    .selectFrom('audit')
    .select(['act', 'at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ act, at }) => ({ act, at: Number(at) }))
}
