/** Arbitrum One: the chain that a wallet is asked to switch to, and the one that a sign-in message names. */
export const CHAIN_ID = 42_161
