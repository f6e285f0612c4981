import { holdsAddress } from '../../rules/account/network.ts'
import type { OfWallet, WalletEvent } from '../session/session-types.ts'
import type { Wallets } from './browser-wallets.ts'
import type { Watch } from './later.ts'
import { errorCodes } from './wallet-error.ts'

// The wallet is reconnecting to its chain: not a choice of the user.
const TRY_AGAIN_LATER = 1013

/**
 * Effect `watchWallet`: events of the signed-in address's wallet, as events of `walletLink`. After a reload the
 * wallet is unknown: it is found, without a prompt, by the address that it holds.
 */
export const createWatchWallet =
  (wallets: Wallets): Watch<OfWallet & { address: string | null }, WalletEvent> =>
  (input, send) => {
    const { address } = input
    if (address === null) return () => {}
    const endings: (() => void)[] = []
    let ended = false

    const watch = (walletId: string) => {
      const bridge = wallets.bridge(walletId)
      endings.push(
        bridge.on('accountsChanged', (accounts) =>
          send({ type: 'wallet.accountsChanged', accounts: Array.isArray(accounts) ? accounts.map(String) : [] }),
        ),
        bridge.on('chainChanged', (chainId) =>
          send({ type: 'wallet.chainChanged', chainId: String(chainId), walletId }),
        ),
        bridge.on('disconnect', (error) => {
          if (!errorCodes(error).includes(TRY_AGAIN_LATER)) send({ type: 'wallet.disconnected' })
        }),
      )
    }

    const search = async () => {
      for (const { id } of await wallets.find()) {
        const accounts = await wallets
          .bridge(id)
          .request('eth_accounts')
          .catch(() => [])
        if (ended) return
        if (Array.isArray(accounts) && holdsAddress(accounts.map(String), address)) {
          watch(id)
          return
        }
      }
    }

    if (input.walletId) watch(input.walletId)
    else void search()
    return () => {
      ended = true
      for (const end of endings) end()
    }
  }
