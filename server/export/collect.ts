import type { PersonalData } from '../../src/api/account/export.ts'
import type { Lang } from '../../src/api/wire/fields.ts'
import { bankCardOf } from '../bank/module.ts'
import { walletsOf } from '../ledger/module.ts'
import { historyOf, kindsOf } from '../orders/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Session } from '../platform/http/route.ts'
import { passkeysOf } from '../security/module.ts'

const ROWS_MAX = 10_000

const seconds = (time: bigint | null | undefined) => (time == null ? null : Number(time))

/**
 * All data stored about the session's user, and nothing of others.
 *
 * @param most number of newest rows per list
 */
export async function collectData(platform: Platform, session: Session, most = ROWS_MAX): Promise<PersonalData> {
  const { db, clock, modules } = platform
  const { userId } = session
  const cut: string[] = []
  // Reads one more than it returns, to detect truncation.
  const list = async (name: string, read: (limit: number) => Promise<readonly unknown[]>) => {
    const rows = await read(most + 1)
    if (rows.length > most) cut.push(name)
    return [name, rows.slice(0, most)] as const
  }
  const lists: (readonly [string, unknown])[] = []
  for (const [name, read] of modules.flatMap(({ exports }) => Object.entries(exports ?? {}))) {
    lists.push(await list(name, (limit) => read(platform, session, limit)))
  }
  const orders: (readonly [string, unknown])[] = []
  for (const kind of kindsOf(modules)) {
    orders.push(await list(kind.name, (limit) => historyOf(platform, kind, userId, limit)))
  }
  return {
    madeAt: nowSeconds(clock),
    ...(await profileOf(platform, userId)),
    bankCard: (await bankCardOf(platform, userId)).card,
    wallets: await walletsOf(db, userId),
    ...(Object.fromEntries(lists) as Pick<PersonalData, KeptList>),
    orders: Object.fromEntries(orders) as PersonalData['orders'],
    cut,
  }
}

/** The lists that modules keep. */
type KeptList =
  | 'entries'
  | 'recordNotes'
  | 'messages'
  | 'chat'
  | 'kyc'
  | 'photographs'
  | 'sessions'
  | 'agreements'
  | 'notifications'
  | 'acts'

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
      timeZone: user.time_zone,
      inviteCode: user.invite_code,
      createdAt: Number(user.created_at),
    },
    security: {
      password: user.password_hash !== null,
      payPasswordSince: seconds(payPassword?.updated_at),
      authenticatorSince: seconds(authenticator?.created_at),
      recoveryCodesLeft: codes.length,
      passkeys: await passkeysOf(db, userId),
    },
  }
}
