import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { agoInWords, OTHERS_MAX, othersInWords, type RiskRule } from '../platform/risk.ts'
import { sessionsShown } from './devices.ts'

const ACCOUNT_DAYS = 7
const DEVICE_DAYS = 3
/** Maximum number of sessions of others that are read: a network may be shared by a whole town. */
const READ_MAX = 200

/** What accounts and sessions say about a user. Sessions are those that have not ended. */
export const userRisks: readonly RiskRule[] = [
  {
    name: 'New account',
    weight: 'fact',
    clear: `Account older than ${ACCOUNT_DAYS} days`,
    find: async ({ db, clock }, userId) => {
      const { created_at } = await db
        .selectFrom('users')
        .select('created_at')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const [at, now] = [Number(created_at), nowSeconds(clock)]
      return now - at < ACCOUNT_DAYS * DAY_SECONDS ? `created ${agoInWords(at, now)}` : null
    },
  },
  {
    name: 'New device',
    weight: 'warn',
    clear: `No new device in ${DEVICE_DAYS} days`,
    find: async (platform, userId) => {
      const now = nowSeconds(platform.clock)
      const sessions = await sessionsShown(platform, userId)
      const device = ({ browser, system }: (typeof sessions)[number]) =>
        `${browser ?? 'unknown browser'} on ${system ?? 'unknown system'}`
      const newest = sessions.toSorted((one, other) => other.since - one.since)[0]
      if (!newest || now - newest.since >= DEVICE_DAYS * DAY_SECONDS) return null
      const earlier = sessions.filter(({ since }) => since < newest.since)
      if (earlier.length === 0 || earlier.some((each) => device(each) === device(newest))) return null
      return `${device(newest)}, signed in ${agoInWords(newest.since, now)}; no earlier session is of such a device`
    },
  },
  {
    name: 'Shared network',
    weight: 'warn',
    clear: 'No other account signed in from the same network address',
    find: async ({ db }: Platform, userId) => {
      const own = await db.selectFrom('sessions').select('address').where('user_id', '=', userId).execute()
      const addresses = [...new Set(own.map(({ address }) => address))].filter((address) => address !== '')
      if (addresses.length === 0) return null
      const others = await db
        .selectFrom('sessions')
        .select('user_id')
        .where('address', 'in', addresses)
        .where('user_id', '<>', userId)
        .limit(READ_MAX)
        .execute()
      const count = Math.min(new Set(others.map(({ user_id }) => user_id)).size, OTHERS_MAX)
      return count === 0 ? null : `${othersInWords(count)} signed in from the same network address`
    },
  },
]
