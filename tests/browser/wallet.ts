import type { Page } from '@playwright/test'
import { Wallet } from 'ethers'

/** How a wallet of a test behaves. */
export type WalletBehaviour = {
  /** Announces itself by EIP-6963 under this name; without it, it is only `window.ethereum`. */
  name?: string
  chainId?: string
  /** Chains that it does not know until they are added. */
  unknownChain?: boolean
  /** Error codes that it answers instead, by method. */
  refuses?: Record<string, { code: number; message?: string; data?: unknown }>
  /** Appears this many ms after the page. */
  lateMs?: number
}

/** A real EIP-1193 provider in the page, which signs with a key that only the test has. Returns the wallet. */
export async function installWallet(page: Page, behaviour: WalletBehaviour = {}): Promise<Wallet> {
  const wallet = new Wallet(Wallet.createRandom().privateKey)
  const binding = `sign_${wallet.address.slice(2, 10)}`
  await page.exposeFunction(binding, (hex: string) => wallet.signMessage(Buffer.from(hex.slice(2), 'hex')))
  await page.addInitScript(
    ({ address, binding, behaviour }) => {
      const listeners: Record<string, ((value: unknown) => void)[]> = {}
      const state = { chainId: behaviour.chainId ?? '0x1', known: !behaviour.unknownChain, accounts: [] as string[] }
      const fail = ({ code, message = 'refused', data }: { code: number; message?: string; data?: unknown }) => {
        throw Object.assign(new Error(message), { code, data })
      }
      const emit = (event: string, value: unknown) => {
        for (const listener of listeners[event] ?? []) listener(value)
      }
      const methods: Record<string, (params: unknown[]) => unknown> = {
        eth_chainId: () => state.chainId,
        eth_accounts: () => state.accounts,
        eth_requestAccounts: () => {
          state.accounts = [address]
          return state.accounts
        },
        wallet_switchEthereumChain: ([chain]) => {
          if (!state.known) fail({ code: 4902, message: 'unknown chain' })
          state.chainId = (chain as { chainId: string }).chainId
          emit('chainChanged', state.chainId)
          return null
        },
        wallet_addEthereumChain: () => {
          state.known = true
          return null
        },
        personal_sign: ([message]) =>
          (window as unknown as Record<string, (hex: unknown) => unknown>)[binding]?.(message),
      }
      const asked: string[] = []
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
          asked.push(method)
          const refusal = behaviour.refuses?.[method]
          if (refusal) fail(refusal)
          const answer = methods[method]
          return answer ? answer(params) : fail({ code: 4200, message: `unsupported ${method}` })
        },
        on: (event: string, listener: (value: unknown) => void) => {
          listeners[event] = [...(listeners[event] ?? []), listener]
        },
        removeListener: (event: string, listener: (value: unknown) => void) => {
          listeners[event] = (listeners[event] ?? []).filter((other) => other !== listener)
        },
      }
      const install = () => {
        const test = window as unknown as { testWallet: unknown; ethereum?: unknown }
        test.testWallet = { asked, emit, state }
        if (!behaviour.name) {
          test.ethereum = provider
          window.dispatchEvent(new Event('ethereum#initialized'))
          return
        }
        const announce = () =>
          window.dispatchEvent(
            new CustomEvent('eip6963:announceProvider', {
              detail: Object.freeze({
                info: {
                  uuid: address,
                  name: behaviour.name,
                  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
                  rdns: `test.${behaviour.name}`,
                },
                provider,
              }),
            }),
          )
        window.addEventListener('eip6963:requestProvider', announce)
        announce()
      }
      if (behaviour.lateMs) setTimeout(install, behaviour.lateMs)
      else install()
    },
    { address: wallet.address, binding, behaviour },
  )
  return wallet
}

/** What the page asked of the wallet, in order. */
export const asked = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { testWallet: { asked: string[] } }).testWallet.asked)

/** Lets the wallet tell the page something, as a person's change in the wallet does. */
export const emitWallet = (page: Page, event: string, value: unknown): Promise<void> =>
  page.evaluate(
    ([event, value]) =>
      (window as unknown as { testWallet: { emit(event: unknown, value: unknown): void } }).testWallet.emit(
        event,
        value,
      ),
    [event, value],
  )
