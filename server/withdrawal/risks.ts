import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { nowSeconds } from '../platform/clock.ts'
import { agoInWords, OTHERS_MAX, othersInWords, type RiskRule } from '../platform/risk.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { addressesOf } from './addresses.ts'

const ADDRESS_DAYS = 7

/** What withdrawals and the address book say about a user. */
export const withdrawalRisks: readonly RiskRule[] = [
  {
    name: 'Shared address',
    weight: 'bad',
    clear: 'No address of the address book belongs to another account',
    find: async (platform, userId) => {
      const own = (await addressesOf(readFrom(platform), userId)).map(({ address }) => address)
      if (own.length === 0) return null
      const others = await platform.db
        .selectFrom('withdrawal_addresses')
        .select('user_id')
        .where('address', 'in', own)
        .where('user_id', '<>', userId)
        .limit(OTHERS_MAX)
        .execute()
      const count = new Set(others.map(({ user_id }) => user_id)).size
      return count === 0 ? null : `${othersInWords(count)} saved an address of this address book`
    },
  },
  {
    name: 'New address',
    weight: 'warn',
    clear: `No withdrawal address saved in ${ADDRESS_DAYS} days`,
    find: async (platform, userId) => {
      const now = nowSeconds(platform.clock)
      const [newest] = await addressesOf(readFrom(platform), userId)
      if (!newest || now - newest.addedAt >= ADDRESS_DAYS * DAY_SECONDS) return null
      return `${newest.address.slice(0, 6)}…${newest.address.slice(-4)}, saved ${agoInWords(newest.addedAt, now)}`
    },
  },
  {
    name: 'First withdrawal',
    weight: 'fact',
    clear: 'An earlier withdrawal arrived',
    find: async ({ db }, userId) => {
      const arrived = await db
        .selectFrom('withdrawals')
        .select('id')
        .where('user_id', '=', userId)
        .where('state', '=', 'confirmed')
        .limit(1)
        .executeTakeFirst()
      return arrived ? null : 'none has arrived yet'
    },
  },
]
