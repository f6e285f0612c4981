import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { addressreg } from '../../api/user.ts'

/** Effect `registerAddress`: registers or signs in by a signed address, for a token. */
export const createRegisterAddress = (client: Client) =>
  fromPromise<string, { address: string; sign: string; nonce: string }>(async ({ input, signal }) =>
    result(await client.call(addressreg, input, { signal })),
  )
