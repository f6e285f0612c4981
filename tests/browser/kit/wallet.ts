import type { Page } from '@playwright/test'
import { Wallet } from 'ethers'

type WalletError = { code: number; message?: string; data?: unknown }

/** How a wallet of a test behaves. */
export type WalletBehaviour = {
  /** Announces itself by EIP-6963 under this name; without it, it is only `window.ethereum`. */
  name?: string
  /** Returns this error for a chain until it is added. */
  unknownChain?: WalletError
  /** Reports a switch to another chain without switching. */
  staysOnChain?: boolean
  /** Errors to return, by method. */
  refuses?: Record<string, WalletError>
  /** Appears this many ms after the page. */
  lateMs?: number
  /** Appears when the test says so. */
  waits?: boolean
  /** Signs something other than what was requested. */
  signsOtherText?: boolean
  /** Methods whose prompt stays open until this changes. */
  holds?: readonly string[]
}

type Asked = { method: string; params: readonly unknown[] }

/** A change in a wallet that the page does not hear of, because it was away. */
type Unheard = { chainId?: string; accounts?: readonly string[] }

/** The page's end of a wallet, which the test reaches as `testWallets[address]`. */
type InPage = {
  asked: Asked[]
  behaviour: WalletBehaviour
  tell(event: string, value: unknown): void
  changeUnheard(change: Unheard): void
  appear(): void
  changeChain(chainId: string): void
}
type WithWallets = { testWallets?: Record<string, InPage>; ethereum?: unknown }

/** The test's end of a wallet in a page. */
export type TestWallet = {
  address: string
  /** Its key, for a test that signs without the page. */
  key: Wallet
  /** The page's requests since it was loaded, in order. */
  asked(): Promise<readonly Asked[]>
  /** The messages it was asked to sign, in order. */
  signed: readonly string[]
  /** Changes its behaviour from now on. */
  behave(behaviour: WalletBehaviour): Promise<void>
  /** Emits an event to the page, as after a change in the wallet. */
  tell(event: 'accountsChanged' | 'disconnect', value: unknown): Promise<void>
  /** Appears in the page. */
  appear(): Promise<void>
  /** The person changes it while the page is away. */
  changeUnheard(change: Unheard): Promise<void>
  /** The person changes to another chain in the wallet itself. */
  changeChain(chainId: string): Promise<void>
}

/**
 * A real EIP-1193 provider in the page, which signs with a key held by the test. It starts on a chain other than the
 * product's, and remembers its chain and its connected accounts across reloads.
 */
export async function installWallet(page: Page, behaviour: WalletBehaviour = {}): Promise<TestWallet> {
  const wallet = new Wallet(Wallet.createRandom().privateKey)
  const { address } = wallet
  const signer = `sign_${address}`
  const signed: string[] = []
  await page.exposeFunction(signer, (hex: string) => {
    const text = Buffer.from(hex.slice(2), 'hex').toString()
    signed.push(text)
    return wallet.signMessage(text)
  })
  await page.addInitScript(runWallet, { address, signer, behaviour })
  return {
    address,
    key: wallet,
    signed,
    asked: () => page.evaluate((id) => (window as WithWallets).testWallets?.[id]?.asked ?? [], address),
    behave: (next) =>
      page.evaluate(
        ([id, behaviour]) => {
          const own = (window as WithWallets).testWallets?.[id]
          if (own) own.behaviour = behaviour
        },
        [address, next] as const,
      ),
    tell: (event, value) =>
      page.evaluate(([id, event, value]) => (window as WithWallets).testWallets?.[id]?.tell(event, value), [
        address,
        event,
        value,
      ] as const),
    appear: () => page.evaluate((id) => (window as WithWallets).testWallets?.[id]?.appear(), address),
    changeUnheard: (change) =>
      page.evaluate(([id, change]) => (window as WithWallets).testWallets?.[id]?.changeUnheard(change), [
        address,
        change,
      ] as const),
    changeChain: (chainId) =>
      page.evaluate(([id, chainId]) => (window as WithWallets).testWallets?.[id]?.changeChain(chainId), [
        address,
        chainId,
      ] as const),
  }
}

/** Runs in the page before its own scripts, so it must be self-contained. */
function runWallet(made: { address: string; signer: string; behaviour: WalletBehaviour }): void {
  const { address, signer } = made
  const page = window as unknown as WithWallets & Record<string, unknown>
  const kept = `wallet ${address}`
  const state = JSON.parse(sessionStorage.getItem(kept) ?? '{"chainId":"0x1","added":[],"accounts":[]}')
  const keep = () => sessionStorage.setItem(kept, JSON.stringify(state))
  const listeners: Record<string, ((value: unknown) => void)[]> = {}
  const own: InPage = {
    asked: [],
    behaviour: made.behaviour,
    tell: (event, value) => {
      for (const listener of listeners[event] ?? []) listener(value)
    },
    appear: () => appear(),
    changeUnheard: (change) => {
      Object.assign(state, change)
      keep()
    },
    changeChain: (chainId) => {
      const isNews = chainId !== state.chainId
      state.chainId = chainId
      keep()
      if (isNews) own.tell('chainChanged', chainId)
    },
  }
  const fail = ({ code, message = 'refused', data }: WalletError): never => {
    throw Object.assign(new Error(message), { code, data })
  }
  const chainOf = ([chain]: readonly unknown[]) => (chain as { chainId: string }).chainId

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => state.chainId,
    eth_accounts: () => state.accounts,
    eth_requestAccounts: () => {
      state.accounts = [address]
      keep()
      return state.accounts
    },
    wallet_switchEthereumChain: (params) => {
      const { unknownChain, staysOnChain = false } = own.behaviour
      if (unknownChain && !state.added.includes(chainOf(params))) fail(unknownChain)
      if (!staysOnChain) own.changeChain(chainOf(params))
      return null
    },
    wallet_addEthereumChain: (params) => {
      state.added.push(chainOf(params))
      keep()
      return null
    },
    personal_sign: ([message]) => {
      const text = own.behaviour.signsOtherText ? '0x6f74686572' : message
      return (page[signer] as (hex: unknown) => Promise<string>)(text)
    },
  }
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      own.asked.push({ method, params })
      while (own.behaviour.holds?.includes(method)) await new Promise((resolve) => setTimeout(resolve, 50))
      const refusal = own.behaviour.refuses?.[method]
      if (refusal) fail(refusal)
      const answer = methods[method]
      return answer ? answer(params) : fail({ code: 4200, message: `unsupported: ${method}` })
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners[event] = [...(listeners[event] ?? []), listener]
    },
    removeListener: (event: string, listener: (value: unknown) => void) => {
      listeners[event] = (listeners[event] ?? []).filter((other) => other !== listener)
    },
  }
  const appear = () => {
    const { name } = made.behaviour
    if (!name) {
      page.ethereum = provider
      return
    }
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    const detail = Object.freeze({ info: { uuid: address, name, icon, rdns: `test.${name}` }, provider })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  page.testWallets = { ...page.testWallets, [address]: own }
  if (made.behaviour.waits) return
  if (made.behaviour.lateMs) setTimeout(appear, made.behaviour.lateMs)
  else appear()
}
