import { fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { addressreg } from '../../api/user.ts'
import type { SignedAddress } from '../walletSignIn.ts'

/** Effect `registerAddress`: registers or signs in by a signed address, for a token. `inviteCode`: null without an invitation. */
export const createRegisterAddress = (client: Client) =>
  fromPromise<string, SignedAddress>(async ({ input: { inviteCode, ...signed }, signal }) =>
    result(await client.call(addressreg, { ...signed, ...(inviteCode !== null && { inviteCode }) }, { signal })),
  )
