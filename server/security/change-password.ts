import type { updatePassword } from '../../src/api/account/safe.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { tellUser } from '../inbox/module.ts'
import type { Handled } from '../platform/http/route.ts'
import { admit } from '../platform/throttle.ts'
import { endOtherSessions } from '../user/module.ts'
import { requireAuthenticatorCode } from './authenticators.ts'
import { limits } from './limits.ts'
import { isCommon, type PasswordDeps } from './passwords.ts'
import { payPasswordHash } from './pay-passwords.ts'
import { requirePassword } from './proof.ts'

/**
 * Changes an account's sign-in password, ends its other sessions, and sends a message.
 *
 * @throws Refusal `passwordsInconsistent`, `passwordTooCommon`, `accountNotCreated` for an account that has only a wallet,
 *   `wrongOldPassword`, `payPasswordSame`, `authenticatorCodeRequired`, `wrongAuthenticatorCode`, `accountLocked`; `tooManyRequests` after
 *   five wrong ones
 */
export async function changePassword(
  deps: PasswordDeps,
  { session, commit, input: { oldPassword, newPassword, confirm, code } }: Handled<typeof updatePassword>,
): Promise<void> {
  const { platform, passwords } = deps
  const { userId } = session
  if (newPassword !== confirm) throw new Refusal('passwordsInconsistent')
  if (isCommon(newPassword)) throw new Refusal('passwordTooCommon')
  const { password_hash: before } = await platform.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (before === null) throw new Refusal('accountNotCreated')
  await requirePassword(deps, userId, { password: oldPassword, hash: before, wrong: 'wrongOldPassword' })
  const payHash = await payPasswordHash(deps, userId)
  if (payHash !== undefined) {
    // It reveals whether a guess is the transaction password, so it counts as one.
    await admit(platform.throttle, limits.payPassword, userId)
    if (await passwords.verify(newPassword, payHash, { account: userId })) throw new Refusal('payPasswordSame')
  }
  const password_hash = await passwords.hash(newPassword, { account: userId })
  await requireAuthenticatorCode(platform, userId, code)
  await commit(async (unit) => {
    const { numUpdatedRows } = await unit.tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('password_hash', '=', before)
      .executeTakeFirst()
    // A concurrent change came first: the old password is no longer valid.
    if (numUpdatedRows !== 1n) throw new Refusal('wrongOldPassword')
    await endOtherSessions(unit, session)
    await tellUser(unit, userId, { kind: 'security', key: 'passwordChanged', params: {} })
  })
}
