import { fromPromise } from 'xstate'
import type { Client } from '../../api/client.ts'
import { logout } from '../../api/user.ts'

/** Effect `logOut`: ends the session on the server. It is not given up with its actor: it should arrive, if late. */
export const createLogOut = (client: Client) =>
  fromPromise<void>(async () => {
    await client.call(logout, {}, { quiet: true })
  })
