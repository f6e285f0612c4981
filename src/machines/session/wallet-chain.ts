/** The chain's description for a wallet that does not know it (EIP-3085). */
export const chain = {
  chainId: '0xa4b1',
  chainName: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://arb1.arbitrum.io/rpc'],
  blockExplorerUrls: ['https://arbiscan.io'],
} as const
