/** Networks with the same address format and validation. */
export type AddressFamily = 'evm' | 'bitcoin' | 'tron' | 'solana'

/**
 * A network that transfers coins. `confirmations`: blocks until a deposit is credited. `family`: how its addresses are validated; without
 * it, withdrawals are not possible.
 */
export type Network = { code: string; name: string; confirmations: number; family?: AddressFamily }

/** Every network of the platform. */
export const networks: readonly Network[] = [
  { code: 'arbitrum', name: 'Arbitrum One', confirmations: 12, family: 'evm' },
  { code: 'ethereum', name: 'Ethereum', confirmations: 12, family: 'evm' },
  { code: 'tron', name: 'TRON', confirmations: 19, family: 'tron' },
  { code: 'solana', name: 'Solana', confirmations: 32, family: 'solana' },
  { code: 'bsc', name: 'BNB Smart Chain', confirmations: 15, family: 'evm' },
  { code: 'bitcoin', name: 'Bitcoin', confirmations: 3, family: 'bitcoin' },
  { code: 'bitcoincash', name: 'Bitcoin Cash', confirmations: 6 },
  { code: 'litecoin', name: 'Litecoin', confirmations: 6 },
  { code: 'dogecoin', name: 'Dogecoin', confirmations: 10 },
  { code: 'xrpl', name: 'XRP Ledger', confirmations: 2 },
  { code: 'cardano', name: 'Cardano', confirmations: 15 },
  { code: 'avalanche', name: 'Avalanche C-Chain', confirmations: 12, family: 'evm' },
  { code: 'polkadot', name: 'Polkadot', confirmations: 10 },
  { code: 'cosmos', name: 'Cosmos Hub', confirmations: 5 },
  { code: 'filecoin', name: 'Filecoin', confirmations: 20 },
  { code: 'near', name: 'NEAR', confirmations: 5 },
]

/** The networks of each currency, the default first. A coin with a new market needs a line here. */
const carriers: Readonly<Record<string, readonly string[]>> = {
  USDT: ['arbitrum', 'tron', 'ethereum', 'solana', 'bsc'],
  BTC: ['bitcoin'],
  ETH: ['arbitrum', 'ethereum'],
  SOL: ['solana'],
  XRP: ['xrpl', 'bsc'],
  DOGE: ['dogecoin', 'bsc'],
  BNB: ['bsc'],
  ADA: ['cardano', 'bsc'],
  AVAX: ['avalanche'],
  LINK: ['arbitrum', 'ethereum'],
  DOT: ['polkadot', 'bsc'],
  LTC: ['litecoin', 'bsc'],
  TRX: ['tron'],
  BCH: ['bitcoincash', 'bsc'],
  UNI: ['arbitrum', 'ethereum'],
  ATOM: ['cosmos', 'bsc'],
  FIL: ['filecoin', 'bsc'],
  ARB: ['arbitrum'],
  NEAR: ['near', 'bsc'],
}

/** The networks of a currency, the default first; none for an unknown currency. */
export const networksOf = (currency: string): readonly Network[] =>
  (Object.hasOwn(carriers, currency) ? (carriers[currency] ?? []) : []).flatMap(
    (code) => networks.find((network) => network.code === code) ?? [],
  )

/** The network with this code, if it supports the currency. */
export const networkOf = (currency: string, code: string): Network | undefined =>
  networksOf(currency).find((network) => network.code === code)

/** A network for withdrawals: its addresses can be validated. */
export type SendingNetwork = Network & { family: AddressFamily }

const isSending = (network: Network): network is SendingNetwork => network.family !== undefined

/** The networks for withdrawals. */
export const sendingNetworks: readonly SendingNetwork[] = networks.filter(isSending)

/** The withdrawal networks of a currency, the default first. */
export const sendingNetworksOf = (currency: string): readonly SendingNetwork[] => networksOf(currency).filter(isSending)

/** Whether a currency can be withdrawn to a network. */
export const isSentOn = (currency: string, code: string): boolean =>
  sendingNetworksOf(currency).some((network) => network.code === code)

/** The withdrawal network with this code, or `undefined`. */
export const findSendingNetwork = (code: string): SendingNetwork | undefined =>
  sendingNetworks.find((network) => network.code === code)
