import { isAddress } from 'ethers/address'
import { Refusal } from '../../src/api/wire/messages.ts'
import { UTC } from '../../src/rules/time/zone.ts'
import { recordEvent } from '../events/module.ts'
import { grantPaper } from '../ledger/module.ts'
import { nowSeconds } from '../platform/clock.ts'
import { OperatorError } from '../platform/command.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import { readTogether } from '../platform/database/together.ts'
import { randomText } from '../platform/random.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { canonicalAddress } from './address.ts'
import { endSessionsOf } from './sessions.ts'

export type UserRow = Tables['users']

/** Invitation code for users without an inviter, with paper money. */
export const PAPER_INVITE_CODE = 'QUOIN'

/** The given columns of a new user. The rest of the row is generated here. */
export type NewUser = Partial<
  Pick<UserRow, 'username' | 'address' | 'password_hash' | 'email' | 'phone' | 'inviter_id' | 'time_zone'>
> &
  Pick<UserRow, 'lang'>

// Without letters and digits that look alike: I, L, O, U, 0, 1.
const INVITE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const INVITE_LENGTH = 8

const ATTEMPTS_MAX = 5

/**
 * Creates a user with a new invitation code, and credits the initial paper money.
 *
 * @returns its id, or `undefined` if its name, address, e-mail address or telephone is taken
 */
export async function createUser(unit: Unit, user: NewUser): Promise<string | undefined> {
  const { platform, tx } = unit
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const id = platform.ids()
    const invite_code = randomText(platform.random, INVITE_ALPHABET, INVITE_LENGTH)
    const inserted = await tx
      .insertInto('users')
      .values({
        username: null,
        address: null,
        password_hash: null,
        email: null,
        phone: null,
        inviter_id: null,
        time_zone: UTC,
        ...user,
        id,
        username_key: user.username ? usernameKey(user.username) : null,
        status: 'active',
        invite_code,
        event_seq: 0n,
        created_at: BigInt(nowSeconds(platform.clock)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) {
      await grantPaper(unit, id)
      return id
    }
    const sameCode = await tx.selectFrom('users').select('id').where('invite_code', '=', invite_code).executeTakeFirst()
    if (!sameCode) return undefined
  }
  throw new Error('no free invitation code was found')
}

/** Names that differ only by case are the same. */
export const usernameKey = (username: string): string => username.toLowerCase()

export const findByUsername = (db: Db | Tx, username: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst()

export const findByAddress = (db: Db | Tx, address: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('address', '=', address).executeTakeFirst()

/**
 * A user by id, or else by name, e-mail address, telephone number or wallet address.
 *
 * @throws OperatorError if several match
 */
export async function findUser(db: Db | Tx, name: string): Promise<UserRow | undefined> {
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', name.toUpperCase()),
        eb('username_key', '=', usernameKey(name)),
        eb('email', '=', name.toLowerCase()),
        eb('phone', '=', name),
        eb('address', '=', isAddress(name) ? canonicalAddress(name) : ''),
      ]),
    )
    .execute()
  const exact = found.find(({ id }) => id === name)
  if (!exact && found.length > 1) {
    throw new OperatorError(
      `${name} matches more than one user: give the id, ${found.map(({ id }) => id).join(' or ')}`,
    )
  }
  return exact ?? found[0]
}

type Named = Pick<UserRow, 'username' | 'email' | 'phone' | 'address'>

const nameOf = ({ username, email, phone, address }: Named) => username ?? email ?? phone ?? address

/** The names of users for operators, by their ids. */
export async function namesOf(db: Db | Tx, ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  if (ids.length === 0) return {}
  const found = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'phone', 'address'])
    .where('id', 'in', ids)
    .execute()
  return Object.fromEntries(found.map((user): [string, string] => [user.id, nameOf(user) ?? user.id]))
}

/** A user for display to operators: name and id. */
export async function personOf(db: Db | Tx, id: string): Promise<string> {
  const user = await findUser(db, id)
  const name = user && nameOf(user)
  return name ? `${name} (${id})` : id
}

/**
 * The inviter with this code: a user's id, or null for the platform's own paper code.
 *
 * @throws Refusal `wrongInviteCode`; `inviterNotFound` if the inviter's account is frozen
 */
export async function findInviter(db: Db | Tx, inviteCode: string): Promise<string | null> {
  const code = inviteCode.toUpperCase()
  if (code === PAPER_INVITE_CODE) return null
  const inviter = await db
    .selectFrom('users')
    .select(['id', 'status'])
    .where('invite_code', '=', code)
    .executeTakeFirst()
  if (!inviter) throw new Refusal('wrongInviteCode')
  if (inviter.status === 'frozen') throw new Refusal('inviterNotFound')
  return inviter.id
}

const statuses = compiled((db, ids: string) =>
  db
    .selectFrom('users')
    .select(['id', 'status'])
    .where(isOneOf(db, 'id', ids)),
)

const loadStatuses = async (db: Db | Tx, ids: readonly string[]) =>
  new Map((await statuses(db, toJson(ids))).map(({ id, status }) => [id, status]))

const statusBy: Loader<UserRow['status'] | undefined> = { ofUser: true, none: undefined, load: loadStatuses }

/** The status of a user. Concurrent reads share one statement. */
export const statusOf = readTogether(loadStatuses)

/**
 * Refuses an action of a locked or frozen user: within the unit that acts, so that freezing and acting are serialised.
 *
 * @throws Refusal `accountFrozen`, `accountLocked`
 */
export async function requireActive(reads: Reads, userId: string): Promise<void> {
  if ((await requireThawed(reads, userId)) === 'locked') throw new Refusal('accountLocked')
}

/**
 * Refuses an action that a locked user may do, but a frozen one may not.
 *
 * @throws Refusal `accountFrozen`
 */
export async function requireThawed(reads: Reads, userId: string): Promise<'active' | 'locked'> {
  const status = await reads.read(statusBy, userId)
  if (!status) throw new Error(`nobody has the id ${userId}`)
  if (status === 'frozen') throw new Refusal('accountFrozen')
  return status
}

/**
 * Sets a user's status. `locked` may read and not act; `frozen` may do nothing: its sockets go silent at once, and each call returns the
 * reason. Unfreezing ends all earlier sessions.
 *
 * @returns whether the user exists
 */
export async function setStatus(unit: Unit, userId: string, status: UserRow['status']): Promise<boolean> {
  const { tx, platform } = unit
  const before = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst()
  if (!before) return false
  await tx.updateTable('users').set({ status }).where('id', '=', userId).execute()
  if (status === 'frozen') unit.after(() => platform.bus.publish('signedOut', { userId, key: 'accountFrozen' }))
  else if (before.status === 'frozen') await endSessionsOf(unit, userId, 'signInRequired')
  else recordEvent(unit, userId, { kind: 'status', body: { status } })
  return true
}
