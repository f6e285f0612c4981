import { fromPromise } from 'xstate'
import { WalletRefused } from '../session-reason.ts'
import type { OfWallet } from '../session-types.ts'
import type { Wallets } from './find-wallets.ts'
import { asWalletRefused } from './wallet-error.ts'

/**
 * Effect `requestAccount`: the wallet's account, as a checksummed address. A wallet that granted it before answers
 * without asking.
 *
 * @throws WalletRefused
 */
export const createRequestAccount = (wallets: Wallets) =>
  fromPromise<string, OfWallet>(async ({ input }) => {
    const accounts = await wallets
      .bridge(input.walletId)
      .request('eth_requestAccounts')
      .catch((error: unknown) => {
        throw asWalletRefused(error, 'accountRefused')
      })
    const [account] = Array.isArray(accounts) ? accounts : []
    if (account === undefined) throw new WalletRefused('accountRefused')
    const { getAddress } = await import('ethers/address')
    try {
      return getAddress(String(account))
    } catch (error) {
      throw new WalletRefused('walletFailed', error)
    }
  })
