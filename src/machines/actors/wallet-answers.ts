import { fromPromise } from 'xstate'
import { WalletRefused } from '../session/session-reason.ts'
import type { FoundWallet, OfWallet, WalletAppeared } from '../session/session-types.ts'
import type { Wallets } from './browser-wallets.ts'
import type { Watch } from './later.ts'
import { asWalletRefused } from './wallet-error.ts'

/** The wallets of this browser. */
export const createFindWallets = (wallets: Wallets) => fromPromise<readonly FoundWallet[]>(() => wallets.find())

/** Effect `watchForWallet`: tells the session of the first wallet in a browser that had none. */
export const createWatchForWallet =
  (wallets: Wallets): Watch<undefined, WalletAppeared> =>
  (_, send) => {
    const watching = wallets.appeared$.subscribe((found) => send({ type: 'session.walletAppeared', wallets: found }))
    return () => watching.unsubscribe()
  }

/**
 * The wallet's account, as a checksummed address. A wallet that granted it before does not prompt.
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

const SIGNATURE = /^0x[0-9a-fA-F]{64,}$/

/**
 * The wallet's signature over a text (EIP-191).
 *
 * @throws WalletRefused
 */
export const createSignMessage = (wallets: Wallets) =>
  fromPromise<string, OfWallet & { address: string; message: string }>(async ({ input }) => {
    const { hexlify, toUtf8Bytes } = await import('ethers/utils')
    const sign = await wallets
      .bridge(input.walletId)
      .request('personal_sign', [hexlify(toUtf8Bytes(input.message)), input.address])
      .catch((error: unknown) => {
        throw asWalletRefused(error, 'signatureRefused')
      })
    if (typeof sign !== 'string' || !SIGNATURE.test(sign)) throw new WalletRefused('walletFailed')
    return sign
  })
