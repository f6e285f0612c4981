/** Networks whose addresses look alike, and are checked alike. */
export type AddressFamily = 'evm' | 'bitcoin' | 'tron' | 'solana'

/**
 * A network that carries coins. `confirmations`: how many blocks are counted before what came counts as there. `family`: how
 * its addresses are checked; nothing is sent where they cannot be.
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

/** Which networks carry a currency, the usual one first. A coin that gets a market needs a line here. */
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

/** The networks that carry a currency, the usual one first; none for what is no currency of the platform. */
export const networksOf = (currency: string): readonly Network[] =>
  (Object.hasOwn(carriers, currency) ? (carriers[currency] ?? []) : []).flatMap(
    (code) => networks.find((network) => network.code === code) ?? [],
  )

/** The network of this code, where it carries the currency. */
export const networkOf = (currency: string, code: string): Network | undefined =>
  networksOf(currency).find((network) => network.code === code)

/** A network to which money is sent: one whose addresses are checked. */
export type SendingNetwork = Network & { family: AddressFamily }

const isSending = (network: Network): network is SendingNetwork => network.family !== undefined

/** The networks to which money is sent. */
export const sendingNetworks: readonly SendingNetwork[] = networks.filter(isSending)

/** Those that carry a currency, the usual one first. */
export const sendingNetworksOf = (currency: string): readonly SendingNetwork[] => networksOf(currency).filter(isSending)

/** Whether a currency is sent to addresses of a network. */
export const isSentOn = (currency: string, code: string): boolean =>
  sendingNetworksOf(currency).some((network) => network.code === code)

/** The network of this code to which money is sent, or `undefined`. */
export const findSendingNetwork = (code: string): SendingNetwork | undefined =>
  sendingNetworks.find((network) => network.code === code)
