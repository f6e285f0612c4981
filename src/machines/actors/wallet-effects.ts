import { walletLinkMachine } from '../session/walletLink.ts'
import { walletSignInMachine } from '../session/walletSignIn.ts'
import { later, laterWatch } from './later.ts'
import type { WalletSide } from './wallet-side.ts'

/** The session's wallet effects. Password users never load them. */
export function walletEffects(side: () => Promise<WalletSide>) {
  const switchChain = later(async () => (await side()).switchChain)
  return {
    findWallets: later(async () => (await side()).findWallets),
    walletSignIn: walletSignInMachine.provide({
      actors: {
        switchChain,
        requestAccount: later(async () => (await side()).requestAccount),
        requestChallenge: later(async () => (await side()).requestChallenge),
        signMessage: later(async () => (await side()).signMessage),
        registerAddress: later(async () => (await side()).registerAddress),
      },
    }),
    walletLink: walletLinkMachine.provide({
      actors: {
        switchChain,
        watchWallet: laterWatch(async (of: { walletId: string; address: string | null }) =>
          of.address === null ? () => () => {} : (await side()).watchWallet,
        ),
      },
    }),
  }
}
