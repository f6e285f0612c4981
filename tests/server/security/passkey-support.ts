import { passkeyChallenge, passkeySignIn } from '../../../src/api/account/passkeys.ts'
import { info } from '../../../src/api/account/user.ts'
import type { TestServer } from '../harness.ts'
import type { Changes, SoftwarePasskey } from '../kit/software-passkey.ts'
import { registered, withPasskey } from './support.ts'

/** A user with a passkey. */
export async function holder(server: TestServer, username: string, name = 'My phone') {
  const token = await registered(server, username)
  const { passkey, id } = await withPasskey(server, token, name)
  return { token, passkey, id, userId: (await server.ok(info, {}, token)).id }
}

/** Signs in by a passkey alone. */
export const enter = async (server: TestServer, passkey: SoftwarePasskey, changes?: Changes) =>
  server.call(passkeySignIn, passkey.sign(await server.ok(passkeyChallenge, {}), changes))
