import { type AddressFamily, findSendingNetwork, sendingNetworks } from '../../../rules/money/coin-networks.ts'
import { readAddress } from '../../../rules/withdrawal/addresses.ts'

/** A fault of a typed address that can be named. `at`: the place of the wrong character. */
export type AddressFault =
  | { type: 'known' }
  | { type: 'otherNetwork'; family: AddressFamily }
  | { type: 'character'; character: string; at: number }

const HEX = '0123456789abcdefABCDEF'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** The characters that an address may have at a place. */
function alphabetAt(family: AddressFamily, text: string, at: number): string {
  if (family === 'evm') return '0x'[at] ?? HEX
  if (family !== 'bitcoin' || !/^bc1/i.test(text)) return BASE58
  return at < 3 ? 'bcBC1' : BECH32 + BECH32.toUpperCase()
}

/**
 * The fault of an address, as soon as it is typed: it is in the book, is another network's, or has a character that no address of this
 * network has. None for one that is not yet complete, or whose checksum is wrong.
 *
 * Source: the alphabets of ERC-55, Base58 and BIP-173.
 */
export function addressFault(
  network: string,
  typed: string,
  book: readonly { network: string; address: string }[],
): AddressFault | undefined {
  const text = typed.trim()
  const family = findSendingNetwork(network)?.family
  if (family === undefined || text === '') return undefined
  const read = readAddress(family, text)
  if (read) {
    return book.some((each) => each.network === network && each.address === read.address)
      ? { type: 'known' }
      : undefined
  }
  const other = sendingNetworks.find((each) => each.family !== family && readAddress(each.family, text))
  if (other) return { type: 'otherNetwork', family: other.family }
  const at = [...text].findIndex((character, place) => !alphabetAt(family, text, place).includes(character))
  return at < 0 ? undefined : { type: 'character', character: [...text][at] ?? '', at }
}
