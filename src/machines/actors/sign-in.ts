import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { login } from '../../api/user.ts'
import type { SignInForm } from '../../rules/credentials.ts'

/** Effect `signIn`: a user name and a password, for a token. */
export const createSignIn = (client: Client) =>
  fromPromise<string, SignInForm>(async ({ input: { username, password }, signal }) =>
    result(await client.call(login, { username, password }, { signal })),
  )
