import { Wallet } from 'ethers'
import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { Client } from '../../../src/api/client/client.ts'
import type { Call, Envelope } from '../../../src/api/wire/call.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { once } from '../../../src/machines/actors/later.ts'
import { createSessionStorage } from '../../../src/machines/actors/storage.ts'
import { createWalletSide } from '../../../src/machines/actors/wallet-side.ts'
import { sessionMachine } from '../../../src/machines/session/session.ts'
import {
  announce,
  createFakeWallet,
  createWindow,
  type FakeWallet,
  type Habits,
  methodsOf,
  walletError,
} from '../actors/fake-wallet.ts'
import { purse, vitalia } from '../kit/people.ts'

const signer = Wallet.createRandom()
const TOKEN = 'a-token-of-one-session'
const signsWell: Habits = {
  chainId: '0x1',
  accounts: [signer.address],
  sign: (hex) => signer.signMessage(Buffer.from(hex.slice(2), 'hex')),
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The session with its real effects, wallets in its window, and a server that knows one address. */
function launch(wallets: readonly FakeWallet[], before: Record<string, string> = {}) {
  const items = new Map(Object.entries(before))
  const storage = createSessionStorage({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  })
  const called: { path: string; token: string | null }[] = []
  const answers: Record<string, unknown> = {
    'user/nonce': { nonce: 'nonce-0001', message: 'quoin.test wants you to sign in', expiresAt: 0 },
    'user/addressreg': TOKEN,
    'user/info': { ...vitalia, address: signer.address },
    'wallet/get_info': purse,
  }
  const client = {
    call: async ({ path, token }: Call): Promise<Envelope> => {
      called.push({ path, token: token ? session.getSnapshot().context.token : null })
      return { type: 'ok', code: 1, message: answers[path] ?? null }
    },
  } as Client
  const window = createWindow()
  const returned$ = new Subject<void>()
  for (const [index, wallet] of wallets.entries()) announce(window, wallet, { uuid: `w${index}`, name: `W${index}` })
  inject({
    client,
    walletSide: once(async () => createWalletSide(client, { window, returned$, wait: async () => {} })),
  })
  const session = createActor(sessionMachine.provide({ actions: storage.actions }), { input: storage.read() })
  session.start()
  return { session, called, items, window, comeBack: () => returned$.next() }
}

describe('wallet flow: launching the app', () => {
  it('signs in with the only wallet: its chain, its account, one signature', async () => {
    const wallet = createFakeWallet(signsWell)
    const { session, called, items } = launch([wallet])
    const { context } = await waitFor(session, (now) => now.hasTag('ready'))
    expect(context).toMatchObject({ hasLogin: true, token: TOKEN, method: 'wallet', walletInfo: purse })
    const asked = methodsOf(wallet).filter((method) => method !== 'eth_chainId')
    expect(asked).toEqual(['wallet_switchEthereumChain', 'eth_requestAccounts', 'personal_sign'])
    expect([...items.keys()].sort()).toEqual(['token', 'userInfo'])
    expect(called.filter(({ token }) => token !== null)).toEqual([
      { path: 'user/info', token: TOKEN },
      { path: 'wallet/get_info', token: TOKEN },
    ])
  })

  it('continues as a guest without a wallet', async () => {
    const { session, called } = launch([])
    const { context } = await waitFor(session, (now) => now.matches({ signedOut: 'guest' }))
    expect(context.reason).toBeNull()
    expect(called).toEqual([])
  })

  it('offers a guest a wallet that appears later, without a request, and signs in with it on the tip page', async () => {
    const late = createFakeWallet(signsWell)
    const guest = launch([])
    await waitFor(guest.session, (now) => now.matches({ signedOut: 'guest' }))
    await settle()
    announce(guest.window, late, { uuid: 'late', name: 'Late' })
    expect(guest.session.getSnapshot().hasTag('offering')).toBe(true)
    expect(methodsOf(late)).toEqual([])

    const lacking = launch([])
    await waitFor(lacking.session, (now) => now.matches({ signedOut: 'guest' }))
    lacking.session.send({ type: 'session.connectWallet' })
    const { context } = await waitFor(lacking.session, (now) => now.hasTag('tip'))
    expect(context.reason).toBe('noWallet')
    await settle()
    announce(lacking.window, late, { uuid: 'late', name: 'Late' })
    await waitFor(lacking.session, (now) => now.hasTag('ready'))
  })

  it('asks the user to choose among several wallets before any request', async () => {
    const [one, two] = [createFakeWallet(signsWell), createFakeWallet(signsWell)]
    const { session } = launch([one, two])
    await waitFor(session, (now) => now.hasTag('choosing'))
    expect([...methodsOf(one), ...methodsOf(two)]).toEqual([])
    session.send({ type: 'session.chooseWallet', walletId: 'w1' })
    await waitFor(session, (now) => now.hasTag('ready'))
    expect(methodsOf(one)).toEqual([])
  })

  it('requests only a wallet’s accounts if a session is stored', async () => {
    const wallet = createFakeWallet(signsWell)
    const { session } = launch([wallet], { token: TOKEN, lang: 'en' })
    await waitFor(session, (now) => now.hasTag('ready'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(methodsOf(wallet)).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it.each([
    ['the chain', { wallet_switchEthereumChain: walletError(4001) }, 'chainRefused'],
    ['the account', { eth_requestAccounts: walletError(4001) }, 'accountRefused'],
    ['the signature', { personal_sign: walletError(4001) }, 'signatureRefused'],
    ['everything, with a prompt open', { wallet_switchEthereumChain: walletError(-32_002) }, 'promptOpen'],
  ])('goes to the tip page where %s is refused, and tries again from there', async (_, throws, reason) => {
    const habits: Habits = { ...signsWell, throws }
    const { session } = launch([createFakeWallet(habits)])
    const { context } = await waitFor(session, (now) => now.hasTag('tip'))
    expect(context.reason).toBe(reason)
    for (const method of Object.keys(throws)) Reflect.deleteProperty(throws, method)
    session.send({ type: 'session.connectWallet' })
    await waitFor(session, (now) => now.hasTag('ready'))
  })
})

describe('being signed in by a wallet', () => {
  it('ends when the wallet’s account changes', async () => {
    const wallet = createFakeWallet(signsWell)
    const { session, called, items } = launch([wallet])
    await waitFor(session, (now) => now.hasTag('ready'))
    await expect.poll(() => wallet.emitter.eventNames()).toContain('accountsChanged')
    wallet.emitter.emit('accountsChanged', ['0x0000000000000000000000000000000000000001'])
    const { context } = await waitFor(session, (now) => now.hasTag('tip'))
    expect(context).toMatchObject({ hasLogin: false, token: null, reason: 'accountChanged' })
    expect(called.at(-1)).toEqual({ path: 'user/logout', token: TOKEN })
    expect([...items.keys()]).toEqual([])
  })

  it('ends when the wallet’s account changed while the page was away', async () => {
    const habits: Habits = { ...signsWell }
    const wallet = createFakeWallet(habits)
    const { session, comeBack } = launch([wallet])
    await waitFor(session, (now) => now.hasTag('ready'))
    await expect.poll(() => methodsOf(wallet).slice(-2)).toEqual(['eth_accounts', 'eth_chainId'])
    habits.accounts = ['0x0000000000000000000000000000000000000001']
    comeBack()
    const { context } = await waitFor(session, (now) => now.hasTag('tip'))
    expect(context).toMatchObject({ token: null, reason: 'accountChanged' })
  })

  it('ends when the wallet’s account changed during the signature', async () => {
    const habits: Habits = { ...signsWell }
    habits.sign = (hex) => {
      habits.accounts = ['0x0000000000000000000000000000000000000001']
      return signer.signMessage(Buffer.from(hex.slice(2), 'hex'))
    }
    const { session, called } = launch([createFakeWallet(habits)])
    const { context } = await waitFor(session, (now) => now.hasTag('tip'))
    expect(context).toMatchObject({ token: null, reason: 'accountChanged' })
    expect(called.at(-1)).toEqual({ path: 'user/logout', token: TOKEN })
  })

  it('shows at a return that the wallet’s chain changed meanwhile, without a prompt', async () => {
    const wallet = createFakeWallet(signsWell)
    const { session, comeBack } = launch([wallet])
    await waitFor(session, (now) => now.hasTag('ready'))
    await expect.poll(() => methodsOf(wallet).slice(-2)).toEqual(['eth_accounts', 'eth_chainId'])
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    wallet.asked.length = 0
    comeBack()
    const link = session.getSnapshot().children.walletLink
    if (!link) throw new Error('nobody stands by the wallet')
    await waitFor(link, (now) => now.hasTag('wrongChain'))
    expect(methodsOf(wallet)).toEqual(['eth_accounts', 'eth_chainId'])
    link.send({ type: 'wallet.switchBack' })
    await waitFor(link, (now) => !now.hasTag('wrongChain'))
  })

  it('asks the wallet to switch back from another chain, and shows it until then', async () => {
    const wallet = createFakeWallet(signsWell)
    const { session } = launch([wallet])
    await waitFor(session, (now) => now.hasTag('ready'))
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    wallet.emitter.emit('chainChanged', '0x1')
    const link = session.getSnapshot().children.walletLink
    if (!link) throw new Error('nobody stands by the wallet')
    expect(link.getSnapshot().hasTag('wrongChain')).toBe(true)
    await waitFor(link, (now) => !now.hasTag('wrongChain'))
    await expect(wallet.request({ method: 'eth_chainId' })).resolves.toBe('0xa4b1')
  })
})
