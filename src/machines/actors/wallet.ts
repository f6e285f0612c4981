import type { Client } from '../../api/client.ts'
import { list } from '../../api/wallet.ts'
import { ask } from './ask.ts'

/** Every wallet of whoever is signed in. */
export const createLoadWallets = (client: Client) => ask(client, list, () => ({}))
