import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { updatePassword } from '../../api/safe.ts'
import type { PasswordChange } from '../../rules/proof.ts'

/** Effect `changePassword`: another password to sign in by, in place of the old one. */
export const createChangePassword = (client: Client) =>
  fromPromise<null, PasswordChange>(async ({ input: { old, next, confirm } }) =>
    result(await client.call(updatePassword, { oldPassword: old, newPassword: next, confirm })),
  )
