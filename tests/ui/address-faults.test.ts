import { expect, it } from 'vitest'
import { addressFault } from '../../src/ui/pages/withdrawal/address-faults.ts'

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const SEGWIT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'

it.each([
  ['ethereum', EVM, undefined],
  ['ethereum', ` ${EVM} `, undefined],
  // Incomplete, or with a wrong checksum: the wrong character is unknown.
  ['ethereum', '0', undefined],
  ['ethereum', EVM.slice(0, 20), undefined],
  ['ethereum', EVM.replace('0x5a', '0x5A'), undefined],
  ['ethereum', '', undefined],
  ['', EVM, undefined],
  ['ethereum', EVM.replace('C9', 'CH'), { type: 'character', character: 'H', at: 17 }],
  ['ethereum', EVM.slice(2), { type: 'character', character: '5', at: 0 }],
  ['ethereum', TRON, { type: 'otherNetwork', family: 'tron' }],
  ['tron', EVM, { type: 'otherNetwork', family: 'evm' }],
  ['tron', TRON.replace('7', '0'), { type: 'character', character: '0', at: 2 }],
  ['bitcoin', SEGWIT, undefined],
  ['bitcoin', SEGWIT.toUpperCase(), undefined],
  ['bitcoin', SEGWIT.replace('0xl', 'bxl'), { type: 'character', character: 'b', at: 4 }],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNO', { type: 'character', character: 'O', at: 33 }],
  ['solana', SEGWIT, { type: 'otherNetwork', family: 'bitcoin' }],
] as const)('address-faults: of %s, “%s”', (network, typed, fault) => {
  expect(addressFault(network, typed, [])).toEqual(fault)
})

it('address-faults: an address that is in the book, in any writing, and of this network alone', () => {
  const book = [{ network: 'ethereum', address: EVM }]
  expect(addressFault('ethereum', EVM.toLowerCase(), book)).toEqual({ type: 'known' })
  expect(addressFault('arbitrum', EVM, book)).toBeUndefined()
})
