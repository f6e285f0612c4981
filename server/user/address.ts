import { getAddress } from 'ethers/address'

/** An address in its checksummed form (EIP-55), whatever the case of its letters. */
export const canonicalAddress = (address: string): string => getAddress(address.toLowerCase())
