import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { forget } from '../../api/user.ts'
import { targetText } from '../../rules/credentials.ts'
import type { ForgetForm } from '../../rules/proof.ts'

/** Effect `resetPassword`: another password in the place of a forgotten one. */
export const createResetPassword = (client: Client) =>
  fromPromise<null, ForgetForm>(async ({ input }) => {
    const { code, next: password, confirm } = input
    return result(await client.call(forget, { target: targetText(input), code: code.trim(), password, confirm }))
  })
