import { fromPromise } from 'xstate'
import { isOurChain } from '../../rules/network.ts'
import { chain } from '../../rules/wallet-chain.ts'
import { WalletRefused } from '../session/session-reason.ts'
import type { OfWallet } from '../session/session-types.ts'
import type { Wallets } from './browser-wallets.ts'
import type { WalletBridge } from './wallet-bridge.ts'
import { asWalletRefused } from './wallet-error.ts'

/** How often, and how far apart in ms, a wallet is looked at that said yes and is not there yet. */
const LOOKS_MAX = 5
const LOOK_MS = 200

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Effect `switchChain`: asks a wallet to change to the product's chain, where it is on another. What a wallet answers
 * says little (null, nothing, an error after it switched): its chain afterwards decides.
 *
 * @throws WalletRefused
 */
export const createSwitchChain = (wallets: Wallets, wait = pause) =>
  fromPromise<void, OfWallet>(async ({ input }) => {
    const bridge = wallets.bridge(input.walletId)
    if (await isThere(bridge)) return
    try {
      await ask(bridge)
    } catch (error) {
      const refused = asWalletRefused(error, 'chainRefused')
      if (refused.reason === 'promptOpen' || !(await isThere(bridge))) throw refused
    }
    for (let look = 1; !(await isThere(bridge)); look++) {
      if (look === LOOKS_MAX) throw new WalletRefused('chainRefused')
      await wait(LOOK_MS)
    }
  })

/**
 * Asks for the chain. A wallet that may not know it is told of it, and most switch by themselves then: what says that is
 * 4902 in one wallet, 4901 or -32603 in others, and nothing at all in some.
 */
async function ask(bridge: WalletBridge): Promise<void> {
  const { chainId } = chain
  try {
    await bridge.request('wallet_switchEthereumChain', [{ chainId }])
  } catch (error) {
    const { reason } = asWalletRefused(error, 'chainRefused')
    if (reason === 'chainRefused' || reason === 'promptOpen' || (await isThere(bridge))) throw error
    await bridge.request('wallet_addEthereumChain', [chain])
    if (!(await isThere(bridge))) await bridge.request('wallet_switchEthereumChain', [{ chainId }])
  }
}

async function isThere(bridge: WalletBridge): Promise<boolean> {
  const chainId = await bridge.request('eth_chainId').catch(() => undefined)
  return (typeof chainId === 'string' || typeof chainId === 'number') && isOurChain(chainId)
}
