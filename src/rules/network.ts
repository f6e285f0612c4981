/** The chain that wallets sign in on: Arbitrum One. */
export const CHAIN_ID = 42_161

/** What a wallet that does not know the chain is told of it (EIP-3085). */
export const chain = {
  chainId: '0xa4b1',
  chainName: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://arb1.arbitrum.io/rpc'],
  blockExplorerUrls: ['https://arbiscan.io'],
} as const

/** Whether a wallet's chain id, hexadecimal as EIP-695 has it or decimal as some wallets do, is the chain's. */
export const isOurChain = (chainId: string | number): boolean => Number(chainId) === CHAIN_ID

/** Whether an address is among a wallet's accounts, whatever their letters' case. */
export const holdsAddress = (accounts: readonly string[], address: string | null | undefined): boolean =>
  accounts.some((account) => account.toLowerCase() === address?.toLowerCase())
