import { act } from '../audit/module.ts'
import { type Given, OperatorError, type Rows, reasonOf } from '../platform/command.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { findUser, type UserRow } from './users.ts'

/** A user by name, id, e-mail address, telephone number or wallet address. @throws OperatorError if there is none */
export async function requireUser(db: Db | Tx, name: string): Promise<UserRow> {
  const user = await findUser(db, name)
  if (!user) throw new OperatorError(`there is no user ${name}`)
  return user
}

/** An operator's act on the user named by the command. @throws OperatorError if there is no such user */
export async function actOnUser(
  given: Given,
  name: string,
  work: (unit: Unit, userId: string) => Promise<void>,
): Promise<Rows> {
  const userId = await act(given, { name, reason: reasonOf(given), missing: 'user' }, async (unit, [of = '']) => {
    const user = await requireUser(unit.tx, of)
    await work(unit, user.id)
    return { userId: user.id, result: user.id }
  })
  return [{ user: userId, done: name }]
}
