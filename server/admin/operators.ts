import type { Selectable } from 'kysely'
import { nowSeconds } from '../platform/clock.ts'
import { OperatorError, type Role, roles } from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { isCommon, newTotpSecret, type Passwords, totpStep, totpUri } from '../security/module.ts'

declare module '../platform/database/tables.ts' {
  interface Tables {
    desk_operators: {
      name: string
      roles: string
      password_hash: string
      sealed: string
      used_step: bigint
      created_at: bigint
    }
  }
}

export type Operator = { name: string; roles: readonly Role[] }
export type OperatorRow = Selectable<Tables['desk_operators']>

const USE = 'desk authenticator'
const NAME = /^[a-z][a-z0-9.-]{1,31}$/
/** An operator's password gives access to every account, so it must be longer than a user's. */
export const PASSWORD_LENGTH_MIN = 12
const PASSWORD_LENGTH_MAX = 128

export const findOperator = (db: Db | Tx, name: string): Promise<OperatorRow | undefined> =>
  db.selectFrom('desk_operators').selectAll().where('name', '=', name).executeTakeFirst()

export const listOperators = (db: Db): Promise<OperatorRow[]> =>
  db.selectFrom('desk_operators').selectAll().orderBy('name').execute()

/** Parses stored roles, ignoring those unknown to this version. */
export const rolesOf = (row: Pick<OperatorRow, 'roles'>): Role[] =>
  roles.filter((role) => row.roles.split(' ').includes(role))

/** @throws OperatorError for an unknown role */
export function readRoles(text: string): Role[] {
  const named = text.split(/[\s,]+/).filter((word) => word !== '')
  const stranger = named.find((word) => !roles.some((role) => role === word))
  if (stranger !== undefined || named.length === 0) throw new OperatorError(`the roles are ${roles.join(', ')}`)
  return roles.filter((role) => named.includes(role))
}

/** @throws OperatorError for an invalid name */
export function readName(text: string): string {
  if (!NAME.test(text)) {
    throw new OperatorError('a name has 2 to 32 lowercase letters, digits, dots and hyphens, and starts with a letter')
  }
  return text
}

/** @throws OperatorError for a weak password */
export function requireGood(password: string, name: string): void {
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) {
    throw new OperatorError(`a password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`)
  }
  const guessed = password.toLowerCase().replaceAll(name, '')
  if (guessed.length < PASSWORD_LENGTH_MIN / 2 || isCommon(guessed) || new Set(guessed).size < 4) {
    throw new OperatorError('this password is too easy to guess')
  }
}

/** New credentials: the password's hash, the encrypted secret, and the authenticator's secret, which is never shown again. */
export async function newProof(
  platform: Pick<Platform, 'random' | 'vault'>,
  passwords: Passwords,
  { name, password }: { name: string; password: string },
): Promise<{ row: Pick<OperatorRow, 'password_hash' | 'sealed' | 'used_step'>; uri: string }> {
  requireGood(password, name)
  const secret = newTotpSecret(platform.random)
  const password_hash = await passwords.hash(password, { account: name })
  return {
    row: { password_hash, sealed: platform.vault.seal(USE, name, secret), used_step: 0n },
    uri: totpUri(secret, { issuer: 'Quoin admin console', label: name }),
  }
}

/** @throws OperatorError if the name is taken */
export async function addOperator(
  { tx, platform }: Unit,
  operator: Operator,
  proof: Pick<OperatorRow, 'password_hash' | 'sealed' | 'used_step'>,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('desk_operators')
    .values({
      name: operator.name,
      roles: operator.roles.join(' '),
      ...proof,
      created_at: BigInt(nowSeconds(platform.clock)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new OperatorError(`${operator.name} is already an operator`)
}

/** Changes an operator, and ends all of their sessions. @throws OperatorError for an unknown name */
export async function changeOperator(
  { tx }: Unit,
  name: string,
  change: Partial<Pick<OperatorRow, 'roles' | 'password_hash' | 'sealed' | 'used_step'>>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('desk_operators')
    .set(change)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new OperatorError(`no operator is called ${name}`)
  await tx.deleteFrom('desk_sessions').where('operator', '=', name).execute()
}

/** @throws OperatorError for an unknown name */
export async function removeOperator({ tx }: Unit, name: string): Promise<void> {
  // SQLite enforces foreign keys only if a connection enables it.
  await tx.deleteFrom('desk_sessions').where('operator', '=', name).execute()
  const { numDeletedRows } = await tx.deleteFrom('desk_operators').where('name', '=', name).executeTakeFirst()
  if (numDeletedRows !== 1n) throw new OperatorError(`no operator is called ${name}`)
}

/** Uses up a code of the authenticator. @returns whether it was valid: each is once, and none older than the newest used one */
export async function takeCode(platform: Platform, row: OperatorRow, code: string): Promise<boolean> {
  const step = totpStep(platform.vault.open(USE, row.name, row.sealed), code, platform.clock.now())
  if (step === undefined) return false
  const { numUpdatedRows } = await platform.db
    .updateTable('desk_operators')
    .set({ used_step: step })
    .where('name', '=', row.name)
    .where('sealed', '=', row.sealed)
    .where('used_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
