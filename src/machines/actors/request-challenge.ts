import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { nonce } from '../../api/user.ts'
import type { Challenge } from '../walletSignIn.ts'

/** Effect `requestChallenge`: the message that a wallet is to sign. */
export const createRequestChallenge = (client: Client) =>
  fromPromise<Challenge, { address: string }>(async ({ input: { address }, signal }) => {
    const challenge = result(await client.call(nonce, { address }, { signal }))
    return { nonce: challenge.nonce, message: challenge.message }
  })
