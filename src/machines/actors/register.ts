import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { register } from '../../api/user.ts'
import type { Registration } from '../register.ts'

/** Effect `register`: a new user, for a token. */
export const createRegister = (client: Client) =>
  fromPromise<string, Registration>(async ({ input }) => result(await client.call(register, input)))
