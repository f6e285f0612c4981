import { verifyMessage, Wallet } from 'ethers'
import { EMPTY } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../../src/api/client/client.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { prove } from '../../../src/machines/actors/prove.ts'
import { createWalletSide } from '../../../src/machines/actors/wallet-side.ts'
import { refusalKey } from '../../../src/machines/parts/refusal.ts'
import { unanswered } from '../kit/answers.ts'
import { OTHER_ADDRESS } from '../kit/people.ts'
import {
  announce,
  createFakeWallet,
  createWindow,
  type FakeWallet,
  type Habits,
  methodsOf,
  walletError,
} from './fake-wallet.ts'

const signer = Wallet.createRandom()
const challenge = { nonce: 'nonce-0001', message: 'sign this: “ñ” 数字 ✓', expiresAt: 1 }
const signing: Habits = {
  accounts: [signer.address.toLowerCase()],
  sign: (hex) => signer.signMessage(Buffer.from(hex.slice(2), 'hex')),
}

/** Runs the proof in a browser with these wallets; `asked` collects the server's requests. */
function proving(wallets: readonly FakeWallet[] = [], answer: unknown = challenge) {
  const window = createWindow()
  for (const [at, wallet] of wallets.entries())
    announce(window, wallet, { uuid: `wallet-${at}`, name: `Keyring ${at}` })
  const asked: unknown[] = []
  const client = {
    call: async ({ path }: { path: string }, input: unknown) => {
      asked.push([path, input])
      if (answer instanceof Error) throw answer
      return { type: 'ok', code: 1, message: answer }
    },
  } as unknown as Client
  inject({
    client,
    walletSide: async () => createWalletSide(client, { window, returned$: EMPTY, wait: async () => {} }),
  })
  return { prove, asked }
}

const byWallet = { address: signer.address, password: '', code: '' }

describe('prove: re-authentication', () => {
  it.each([
    ['', {}],
    ['123456', { code: '123456' }],
  ])('takes the password, and the code “%s” of an authenticator where there is one', async (code, more) => {
    const { prove, asked } = proving([createFakeWallet(signing)])
    await expect(prove({ address: null, password: ' Analytical 1', code })).resolves.toEqual({
      password: ' Analytical 1',
      ...more,
    })
    expect(asked).toEqual([])
  })

  it('has a wallet sign the server’s message unchanged', async () => {
    const wallet = createFakeWallet(signing)
    const { prove, asked } = proving([wallet])
    const { nonce, sign = '', ...rest } = await prove({ ...byWallet, code: '123456' })
    expect(asked).toEqual([['user/nonce', { address: signer.address, purpose: 'change' }]])
    expect([nonce, verifyMessage(challenge.message, sign), rest]).toEqual([
      challenge.nonce,
      signer.address,
      { code: '123456' },
    ])
    expect(methodsOf(wallet)).toEqual(['eth_accounts', 'personal_sign'])
  })

  it('skips a wallet with another account, and asks the next after a rejection', async () => {
    const stranger = createFakeWallet({ ...signing, accounts: [OTHER_ADDRESS] })
    const refusing = createFakeWallet({ ...signing, throws: { personal_sign: walletError(4001) } })
    const willing = createFakeWallet(signing)
    const { sign = '' } = await proving([stranger, refusing, willing]).prove(byWallet)
    expect(verifyMessage(challenge.message, sign)).toBe(signer.address)
    expect([stranger, refusing].map(methodsOf)).toEqual([['eth_accounts'], ['eth_accounts', 'personal_sign']])
  })

  it.each<[string, Habits[]]>([
    ['there is no wallet', []],
    ['its owner says no', [{ ...signing, throws: { personal_sign: walletError(4001) } }]],
    ['it shows no account', [{ ...signing, accounts: [] }]],
    ['it answers no list', [{ ...signing, accounts: null }]],
    ['it does not tell its accounts', [{ ...signing, throws: { eth_accounts: walletError(4100) } }]],
    ['it answers what is no signature', [{ ...signing, sign: () => null }]],
  ])('is refused by its key where %s', async (_, habits) => {
    const failing = proving(habits.map(createFakeWallet)).prove(byWallet)
    expect(await failing.catch(refusalKey)).toBe('walletSignInFailed')
  })

  it('fails with the network error without an answer, and asks no wallet', async () => {
    const wallet = createFakeWallet(signing)
    await expect(proving([wallet], unanswered).prove(byWallet)).rejects.toBe(unanswered)
    expect(wallet.asked).toEqual([])
  })
})
