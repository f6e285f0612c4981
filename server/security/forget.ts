import type { forget } from '../../src/api/account/user.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { tellUser } from '../inbox/module.ts'
import { admit } from '../platform/throttle.ts'
import { commit } from '../platform/unit/unit.ts'
import { endSessionsOf, requireActive } from '../user/module.ts'
import { checkCode, useCode as takeCode } from './codes.ts'
import { limits } from './limits.ts'
import { isCommon, type PasswordDeps } from './passwords.ts'
import { payPasswordHash } from './pay-passwords.ts'
import { readTarget } from './targets.ts'

/**
 * Replaces a forgotten password, ends every session of the account, and sends a message.
 *
 * Without the correct code, an unknown target gets the same answer as a known one. Other refusals are visible only to the holder of the
 * code, who owns the target.
 *
 * @throws Refusal `passwordsInconsistent`, `passwordTooCommon`, `wrongEmail`, `wrongPhone`, `wrongVerificationCode`, `userNotFound`,
 *   `accountNotCreated` for an account that has only a wallet, `payPasswordSame`, `accountFrozen`, `accountLocked`, `tooManyRequests`
 */
export async function resetPassword(
  deps: PasswordDeps,
  { target: text, code, password, confirm }: Input<typeof forget>,
): Promise<void> {
  const { platform, passwords } = deps
  const { throttle, db } = platform
  const target = readTarget(text)
  if (password !== confirm) throw new Refusal('passwordsInconsistent')
  if (isCommon(password)) throw new Refusal('passwordTooCommon')
  const ticket = await checkCode(platform, target, 'forget', code)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(target.kind, '=', target.value)
    .executeTakeFirst()
  if (!user) throw new Refusal('userNotFound')
  if (user.password_hash === null) throw new Refusal('accountNotCreated')
  const payHash = await payPasswordHash(deps, user.id)
  if (payHash !== undefined) {
    // It reveals whether a guess is the transaction password, so it counts as one.
    await admit(throttle, limits.payPassword, user.id)
    if (await passwords.verify(password, payHash, { account: user.id })) throw new Refusal('payPasswordSame')
  }
  const password_hash = await passwords.hash(password, { account: user.id })
  await commit(platform, async (unit) => {
    await requireActive(unit, user.id)
    await takeCode(unit, ticket)
    const { numUpdatedRows } = await unit.tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user.id)
      .where(target.kind, '=', target.value)
      .executeTakeFirst()
    // The account was concurrently bound to another target.
    if (numUpdatedRows !== 1n) throw new Refusal('wrongVerificationCode')
    await endSessionsOf(unit, user.id, 'signInRequired')
    await tellUser(unit, user.id, { kind: 'security', key: 'passwordChanged', params: {} })
  })
  await throttle.clear(limits.passwordAgain, user.id)
}
