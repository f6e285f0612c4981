import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { type Authenticator, google } from '../../api/safe.ts'
import type { ProofForm } from '../../rules/proof.ts'
import type { Prove } from './prove.ts'

/** Effects of `twoFactor`: each one action of `safe/google`. */
export const createTwoFactor = (client: Client, prove: Prove) => ({
  loadAuthenticator: fromPromise<Authenticator>(async ({ signal }) =>
    result(await client.call(google, { action: 'state' }, { signal })),
  ),
  offerAuthenticator: fromPromise<Authenticator, ProofForm>(async ({ input }) =>
    result(await client.call(google, { action: 'offer', proof: await prove(input) })),
  ),
  bindAuthenticator: fromPromise<Authenticator, { code: string }>(async ({ input: { code } }) =>
    result(await client.call(google, { action: 'bind', code })),
  ),
  unbindAuthenticator: fromPromise<Authenticator, ProofForm>(async ({ input }) =>
    result(await client.call(google, { action: 'unbind', proof: await prove(input) })),
  ),
})
