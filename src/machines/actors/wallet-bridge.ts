/** A browser wallet's own object (EIP-1193), of which nothing is taken for granted. */
export type Eip1193Provider = {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** All that this app ever asks of a wallet: its accounts, its chain, and a signed message. */
export const walletMethods = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
] as const
export type WalletMethod = (typeof walletMethods)[number]

/** All that it listens to. */
export const walletEvents = ['accountsChanged', 'chainChanged', 'disconnect'] as const
export type WalletEventName = (typeof walletEvents)[number]

export type WalletBridge = {
  /** @throws TypeError, before the wallet hears of it, for any other method */
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
 * The only way to a wallet. The wallet's object stays in this closure: no other method, and no older way of sending,
 * can be reached through what is returned.
 */
export function createWalletBridge(provider: Eip1193Provider): WalletBridge {
  return Object.freeze({
    request: async (method: WalletMethod, params: readonly unknown[] = []) => {
      // A set compares by identity: only the very text passes, and nothing that merely becomes it later.
      if (!methods.has(method)) throw new TypeError('a wallet may not be asked for this')
      return provider.request({ method, params: [...params] })
    },
    on: (event: WalletEventName, listener: (value: unknown) => void) => {
      if (!events.has(event)) throw new TypeError('a wallet is not listened to for this')
      const heard = (value: unknown) => listener(value)
      // A wallet that cannot be listened to is not; that is no reason to fail.
      attempt(() => provider.on?.(event, heard))
      return () => attempt(() => provider.removeListener?.(event, heard))
    },
  })
}
