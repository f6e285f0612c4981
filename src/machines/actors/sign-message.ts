import { fromPromise } from 'xstate'
import { WalletRefused } from '../session-reason.ts'
import type { OfWallet } from '../session-types.ts'
import type { Wallets } from './find-wallets.ts'
import { asWalletRefused } from './wallet-error.ts'

const SIGNATURE = /^0x[0-9a-fA-F]{64,}$/

/**
 * Effect `signMessage`: the wallet's signature over a text (EIP-191).
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
