/** The chain that wallets sign in on: Arbitrum One. */
export const CHAIN_ID = 42_161

/** Whether a wallet's chain id, hexadecimal as in EIP-695 or decimal as in some wallets, is the chain's. */
export const isOurChain = (chainId: string | number): boolean => Number(chainId) === CHAIN_ID

/** Whether an address is among a wallet's accounts, ignoring case. */
export const holdsAddress = (accounts: readonly string[], address: string | null | undefined): boolean =>
  accounts.some((account) => account.toLowerCase() === address?.toLowerCase())
