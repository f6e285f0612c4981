import { getAddress } from 'ethers/address'

/** An address in its one checksummed form (EIP-55), however its letters came. */
export const canonicalAddress = (address: string): string => getAddress(address.toLowerCase())
