import { verifyMessage, Wallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { createRequestAccount, createSignMessage } from '../../../src/machines/actors/wallet-answers.ts'
import { ADDRESS } from '../kit/people.ts'
import { createFakeWallet, type Habits, reasonFor, run, walletError, walletsWith } from './fake-wallet.ts'

const requesting = async (habits: Habits) => {
  const { wallets, walletId } = await walletsWith(createFakeWallet(habits))
  return run(createRequestAccount(wallets), { walletId })
}

describe('requesting a wallet’s account', () => {
  it.each([[ADDRESS], [ADDRESS.toLowerCase()]])('gives the address with its checksum, from %s', async (account) => {
    await expect(requesting({ accounts: [account] })).resolves.toBe(ADDRESS)
  })

  it.each([
    ['the person says no', { throws: { eth_requestAccounts: walletError(4001) } }, 'accountRefused'],
    [
      'the person says no, in words alone',
      { throws: { eth_requestAccounts: new Error('User denied account authorization') } },
      'accountRefused',
    ],
    ['it was not allowed', { throws: { eth_requestAccounts: walletError(4100) } }, 'accountRefused'],
    ['its prompt is open already', { throws: { eth_requestAccounts: walletError(-32_002) } }, 'promptOpen'],
    ['it breaks', { throws: { eth_requestAccounts: new Error('broken') } }, 'walletFailed'],
    ['it gives none', { accounts: [] }, 'accountRefused'],
    ['it gives no list', { accounts: null }, 'accountRefused'],
    ['it gives what is no address', { accounts: ['0x1234'] }, 'walletFailed'],
    ['it gives a wrong checksum', { accounts: [ADDRESS.replace('E', 'e')] }, 'walletFailed'],
  ])('says why where %s', async (_, habits, reason) => {
    await expect(reasonFor(requesting(habits))).resolves.toBe(reason)
  })
})

const signer = Wallet.createRandom()
const message = 'quoin.test wants you to sign in with your Ethereum account:\n“ñ” 数字 ✓'

/** An error nested in this many others. */
const nested = (depth: number, inner: unknown): unknown =>
  depth === 0 ? inner : walletError(-32_603, 'Internal error', nested(depth - 1, inner))

const endless = () => {
  const error: Record<string, unknown> = { code: -32_603 }
  error.cause = error
  return error
}

const signing = async (habits: Habits) => {
  const wallet = createFakeWallet(habits)
  const { wallets, walletId } = await walletsWith(wallet)
  return run<string>(createSignMessage(wallets), { walletId, address: signer.address, message })
}

describe('wallet answers: signing a message', () => {
  it('is signed unchanged, in any characters, by the requested address', async () => {
    const sign = await signing({
      sign: (hex, address) => {
        expect(address).toBe(signer.address)
        return signer.signMessage(Buffer.from(hex.slice(2), 'hex'))
      },
    })
    expect(verifyMessage(message, sign)).toBe(signer.address)
  })

  it.each([
    ['the person says no', { throws: { personal_sign: walletError(4001) } }, 'signatureRefused'],
    ...[
      'MetaMask Message Signature: User denied message signature.',
      'user rejected signing',
      'cancelled',
      'Request rejected',
      'Rejected by the user',
    ].flatMap((said): [string, Habits, string][] => [
      [`it says “${said}” without a code`, { throws: { personal_sign: { message: said } } }, 'signatureRefused'],
      [`it throws “${said}” as a text`, { throws: { personal_sign: said } }, 'signatureRefused'],
      [
        `it says “${said}” within a fault of its own`,
        { throws: { personal_sign: walletError(-32_603, 'Internal error', { message: said }) } },
        'signatureRefused',
      ],
    ]),
    [
      'it says no within five faults of others',
      { throws: { personal_sign: nested(5, walletError(4001)) } },
      'signatureRefused',
    ],
    // An error may contain itself: the search has a depth limit.
    ['it says no within six', { throws: { personal_sign: nested(6, walletError(4001)) } }, 'walletFailed'],
    ['its error holds itself', { throws: { personal_sign: endless() } }, 'walletFailed'],
    [
      'it says that something else was rejected',
      { throws: { personal_sign: new Error('transaction rejected: nonce too low') } },
      'walletFailed',
    ],
    ['its prompt is open already', { throws: { personal_sign: walletError(-32_002) } }, 'promptOpen'],
    ['it breaks', { throws: { personal_sign: walletError(-32_603) } }, 'walletFailed'],
    ['it has no such account', { throws: { personal_sign: walletError(4100) } }, 'signatureRefused'],
    ['it answers nothing', { sign: () => null }, 'walletFailed'],
    ['it answers what is no signature', { sign: () => '0x' }, 'walletFailed'],
  ])('says why where %s', async (_, habits, reason) => {
    await expect(reasonFor(signing(habits))).resolves.toBe(reason)
  })
})
