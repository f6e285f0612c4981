import { fromPromise } from 'xstate'
import { isOurChain } from '../../rules/account/network.ts'
import { WalletRefused } from '../session/session-reason.ts'
import type { OfWallet } from '../session/session-types.ts'
import { chain } from '../session/wallet-chain.ts'
import type { Wallets } from './browser-wallets.ts'
import type { WalletBridge } from './wallet-bridge.ts'
import { asWalletRefused } from './wallet-error.ts'

/** How often, and at which interval in ms, to check the chain of a wallet that accepted the switch. */
const LOOKS_MAX = 5
const LOOK_MS = 200

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Effect `switchChain`: asks a wallet on another chain to switch to the product's. Its answer is unreliable (null,
 * nothing, an error after it switched): the chain afterwards decides.
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
 * Requests the chain, and adds it if the wallet does not know it, after which most switch by themselves. An unknown
 * chain is error 4902 in one wallet, 4901 or -32603 in others, and no error in some.
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
