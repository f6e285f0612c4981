import { passkeyChallenge } from '../../api/account/passkeys.ts'
import type { Assertion } from '../../api/account/user.ts'
import { dep, send } from './call.ts'

/** Asks the server for a challenge, and the user for a passkey that signs it. */
export const signByPasskey = async (): Promise<Assertion> => dep('passkeys').sign(await send(passkeyChallenge, {}))
