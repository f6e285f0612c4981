import { describe, expect, it } from 'vitest'
import type { AddressFamily } from '../../../src/rules/money/coin-networks.ts'
import { readAddress } from '../../../src/rules/withdrawal/addresses.ts'

/** Public vectors of each network. */
const right: Record<AddressFamily, readonly string[]> = {
  // ERC-55, "Test Cases".
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
  // The genesis block's; BIP-16's kind; BIP-173 and BIP-350, "Test vectors", those of the main network.
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  // The contracts of USDT and of JUST, as developers.tron.network writes them.
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9'],
  // The token program and the mint of USDT, as the Solana documentation writes them.
  solana: ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
}

const wrong: Record<AddressFamily, readonly string[]> = {
  evm: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x0000000000000000000000000000000000000000',
    'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
  ],
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    // Of the test network.
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    // BIP-350, "Test vectors", invalid ones: each checksum by the other's rule, a program of one byte, mixed case.
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1gmk9yu',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  ],
  tron: [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    // The zero address.
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  ],
  solana: [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5D',
    '11111111111111111111111111111111',
    '0OIl1111111111111111111111111111',
  ],
}

const families = Object.keys(right) as AddressFamily[]

describe.each(families)('an address of %s', (family) => {
  it.each(right[family])('is %s', (text) => {
    const read = readAddress(family, ` ${text} `)
    const written = /^BC1/.test(text) ? text.toLowerCase() : text
    expect(read).toEqual({ address: written, checked: family !== 'solana' })
  })

  it.each(wrong[family])('is not %s', (text) => expect(readAddress(family, text)).toBeUndefined())

  it.each(families.filter((other) => other !== family).flatMap((other) => right[other]))(
    'is not one of another network, %s',
    (text) => expect(readAddress(family, text)).toBeUndefined(),
  )
})

it('has no checksum where an EVM address is of one case, and is written with one from then on', () => {
  for (const text of ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED']) {
    const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(readAddress('evm', text)).toEqual({ address: checksummed, checked: false })
  }
})
