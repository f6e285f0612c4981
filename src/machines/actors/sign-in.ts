import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { login } from '../../api/user.ts'
import type { SignInTyped } from '../signIn.ts'

/** Effect `signIn`: a user name and a password, with the code of an authenticator where one was asked for; for a token. */
export const createSignIn = (client: Client) =>
  fromPromise<string, SignInTyped>(async ({ input: { username, password, code }, signal }) =>
    result(await client.call(login, { username, password, ...(code !== '' && { code }) }, { signal })),
  )
