import type { addAddress, WithdrawalAddress } from '../../src/api/money/withdrawal.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { findSendingNetwork } from '../../src/rules/money/coin-networks.ts'
import { readAddress } from '../../src/rules/withdrawal/addresses.ts'
import { tellUser } from '../inbox/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db } from '../platform/database/database.ts'
import { groupedBy, isOneOf, plainRow, toJson } from '../platform/database/rows.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import { lockUsers } from '../platform/unit/group.ts'
import type { Unit } from '../platform/unit/unit.ts'
import type { AddressRow } from './order.ts'

/** Maximum number of addresses in a book. */
const ADDRESSES_MAX = 50

const toWire = ({ user_id: _, checked, ...row }: AddressRow): WithdrawalAddress => ({
  ...plainRow(row),
  checked: checked === 1n,
})

/** A user's address book, newest first. */
export const addressesOf = async (reads: Reads, userId: string): Promise<WithdrawalAddress[]> =>
  (await reads.read(books, userId)).map(toWire)

/** An address of a user's book, as a destination; `undefined` if it is not in the book. */
export async function addressIn(
  reads: Reads,
  userId: string,
  addressId: string,
): Promise<Pick<AddressRow, 'network' | 'address' | 'label'> | undefined> {
  const found = (await reads.read(books, userId)).find(({ id }) => id === addressId)
  return found && { network: found.network, address: found.address, label: found.label }
}

const addressesOfUsers = compiled((db, users: string) =>
  db
    .selectFrom('withdrawal_addresses')
    .selectAll()
    .where(isOneOf(db, 'user_id', users))
    .orderBy('id', 'desc'),
)

const books: Loader<readonly AddressRow[]> = {
  ofUser: true,
  none: [],
  load: async (db, users) => groupedBy(await addressesOfUsers(db, toJson(users)), 'user_id'),
}

/**
 * Adds an address to a user's book, and sends a message. It can be used after the configured time.
 *
 * @throws Refusal `wrongAddress`, `addressExists`, `tooManyAddresses`
 */
export async function addAddressOf(
  unit: Unit,
  userId: string,
  { network, address: typed, label }: Pick<Input<typeof addAddress>, 'network' | 'address' | 'label'>,
): Promise<WithdrawalAddress> {
  const { platform, tx } = unit
  const family = findSendingNetwork(network)?.family
  const read = family && readAddress(family, typed)
  if (!read) throw new Refusal('wrongAddress')
  const { address, checked } = read
  // Of concurrent additions each counts the earlier ones.
  await lockUsers(platform, tx, [userId])
  const known = await addressesOf(unit, userId)
  if (known.length >= ADDRESSES_MAX) throw new Refusal('tooManyAddresses', { limit: String(ADDRESSES_MAX) })
  const now = nowSeconds(platform.clock)
  const row: AddressRow = {
    id: platform.ids(),
    user_id: userId,
    label,
    network,
    address,
    checked: checked ? 1n : 0n,
    added_at: BigInt(now),
    usable_at: BigInt(now + platform.config.ADDRESS_WAIT_SECONDS),
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('withdrawal_addresses')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('addressExists')
  await tellUser(unit, userId, { kind: 'security', key: 'withdrawalAddressAdded', params: { address } })
  return toWire(row)
}

const SAVED_MAX = 50

/** The entries of all address books that have an address, in whatever case it is typed; at most 50. */
export function savedBy(db: Db, typed: string): Promise<AddressRow[]> {
  const families = ['evm', 'bitcoin', 'tron', 'solana'] as const
  const read = families.flatMap((family) => readAddress(family, typed)?.address ?? [])
  return db
    .selectFrom('withdrawal_addresses')
    .selectAll()
    .where('address', 'in', [...new Set([typed, ...read])])
    .limit(SAVED_MAX)
    .execute()
}

/**
 * Deletes an address from its owner's book.
 *
 * @throws Refusal `addressNotYours` if it does not exist or is another user's, without revealing which
 */
export async function deleteAddressOf({ tx }: Unit, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('withdrawal_addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Refusal('addressNotYours')
}
