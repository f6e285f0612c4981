import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { realName, type Verification } from '../../api/kyc.ts'
import type { Submission } from '../kyc.ts'

/** Effect `submitVerification`: who the user is, with photographs that have arrived. */
export const createSubmitVerification = (client: Client) =>
  fromPromise<Verification, Submission>(async ({ input }) => result(await client.call(realName, input)))
