import { createActor } from 'xstate'
import { walletsMachine } from '../../../machines/money/wallets.ts'
import type { Deps } from '../../app/deps.ts'

export const compose = ({ inspection }: Deps) => ({
  /** The signed-in user's wallets. A page that shows them sends `wallets.open`. */
  wallets: createActor(walletsMachine, inspection).start(),
})
