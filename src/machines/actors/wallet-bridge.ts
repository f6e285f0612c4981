/** A browser wallet's own object (EIP-1193), untrusted. */
export type Eip1193Provider = {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** The only wallet methods this app calls: accounts, chain, and a signed message. */
export const walletMethods = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
] as const
export type WalletMethod = (typeof walletMethods)[number]

/** The only events it listens to. */
export const walletEvents = ['accountsChanged', 'chainChanged', 'disconnect'] as const
export type WalletEventName = (typeof walletEvents)[number]

export type WalletBridge = {
  /** @throws TypeError for any other method, without calling the wallet */
  request(method: WalletMethod, params?: readonly unknown[]): Promise<unknown>
  /**
   * @returns a function that ends the subscription
   * @throws TypeError for any other event
   */
  on(event: WalletEventName, listener: (value: unknown) => void): () => void
}

const attempt = (work: () => unknown): void => {
  try {
    work()
  } catch {}
}

const methods: ReadonlySet<unknown> = new Set(walletMethods)
const events: ReadonlySet<unknown> = new Set(walletEvents)

/**
 * The only access to a wallet. The wallet's object stays in this closure: no other or legacy method
 * can be reached through the result.
 */
export function createWalletBridge(provider: Eip1193Provider): WalletBridge {
  return Object.freeze({
    request: async (method: WalletMethod, params: readonly unknown[] = []) => {
      // A set compares by identity: only the exact string passes, not an object that converts to it later.
      if (!methods.has(method)) throw new TypeError('a wallet may not be asked for this')
      return provider.request({ method, params: [...params] })
    },
    on: (event: WalletEventName, listener: (value: unknown) => void) => {
      if (!events.has(event)) throw new TypeError('a wallet is not listened to for this')
      const heard = (value: unknown) => listener(value)
      // A wallet without events is not subscribed to, without an error.
      attempt(() => provider.on?.(event, heard))
      return () => attempt(() => provider.removeListener?.(event, heard))
    },
  })
}
