import { maskedName, REFERRAL_CAUSE } from '../../src/rules/account/referral.ts'
import type { Movement } from '../ledger/module.ts'
import { kindsOf, ownersOf } from '../orders/module.ts'
import type { Platform } from '../platform/context.ts'

/** The order of a referral payment's cause: its id, and which of its days. */
const orderIdOf = ({ causeId }: Pick<Movement, 'causeId'>) => causeId.split(' ', 1)[0] ?? ''

/** Whose income referral payments are a share of: their masked names, by the movement's id. */
export async function sharersOf(
  { db, modules }: Pick<Platform, 'db' | 'modules'>,
  movements: readonly Movement[],
): Promise<ReadonlyMap<string, string>> {
  const shares = movements.filter(({ cause }) => cause === REFERRAL_CAUSE)
  if (shares.length === 0) return new Map()
  const orderIds = [...new Set(shares.map(orderIdOf))]
  const kinds = kindsOf(modules).filter(({ alsoPays }) => alsoPays)
  const owners = new Map((await Promise.all(kinds.map((kind) => ownersOf(db, kind, orderIds)))).flat())
  if (owners.size === 0) return new Map()
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'address'])
    .where('id', 'in', [...new Set(owners.values())])
    .execute()
  const names = new Map(users.map(({ id, username, address }) => [id, maskedName(username ?? address ?? '')]))
  return new Map(
    shares.flatMap((share) => {
      const name = names.get(owners.get(orderIdOf(share)) ?? '')
      return name === undefined ? [] : [[share.id, name] as const]
    }),
  )
}
