import { fromPromise } from 'xstate'
import { addressreg, nonce } from '../../api/account/user.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { deviceZone, type Zone } from '../../rules/time/zone.ts'
import type { Challenge, SignedAddress } from '../session/session-types.ts'
import { createWallets, type WalletsOptions } from './browser-wallets.ts'
import { createSwitchChain } from './switch-chain.ts'
import { createFindWallets, createRequestAccount, createSignMessage, createWatchForWallet } from './wallet-answers.ts'
import { createWatchWallet } from './watch-wallet.ts'

/** The message for a wallet to sign. */
export const createRequestChallenge = (client: Client) =>
  fromPromise<Challenge, { address: string }>(async ({ input: { address }, signal }) => {
    const challenge = result(await client.call(nonce, { address }, { signal }))
    return { nonce: challenge.nonce, message: challenge.message }
  })

/** Registers or signs in by a signed address, for a token. `inviteCode`: null without an invitation. */
export const createRegisterAddress = (client: Client, deviceZone: () => Zone) =>
  fromPromise<string, SignedAddress>(async ({ input: { inviteCode, ...signed }, signal }) => {
    const sent = { ...signed, ...(inviteCode !== null && { inviteCode }), timeZone: deviceZone() }
    return result(await client.call(addressreg, sent, { signal }))
  })

/** The browser's wallets and the session's wallet effects: one chunk, after the first screen. */
export function createWalletSide(client: Client, options: WalletsOptions) {
  const wallets = createWallets(options)
  return {
    wallets,
    findWallets: createFindWallets(wallets),
    watchForWallet: createWatchForWallet(wallets),
    switchChain: createSwitchChain(wallets, options.wait),
    requestAccount: createRequestAccount(wallets),
    requestChallenge: createRequestChallenge(client),
    signMessage: createSignMessage(wallets),
    registerAddress: createRegisterAddress(client, deviceZone),
    watchWallet: createWatchWallet(wallets, options.returned$),
  }
}

export type WalletSide = ReturnType<typeof createWalletSide>
