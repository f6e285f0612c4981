import { describe, expect, it } from 'vitest'
import { chain } from '../../../src/machines/session/wallet-chain.ts'
import { CHAIN_ID, holdsAddress, isOurChain } from '../../../src/rules/account/network.ts'

describe('network: the chain that wallets sign in on', () => {
  it('is Arbitrum One by either of its names', () => {
    expect(CHAIN_ID).toBe(42_161)
    expect(Number(chain.chainId)).toBe(CHAIN_ID)
  })

  it.each([['0xa4b1'], ['0xA4B1'], ['0x00a4b1'], ['42161'], [42_161]])('is known as %s', (id) => {
    expect(isOurChain(id)).toBe(true)
  })

  it.each([['0x1'], ['1'], [1], [''], ['arbitrum'], ['0x'], [Number.NaN]])('is not %s', (id) => {
    expect(isOurChain(id)).toBe(false)
  })
})

describe('network: an address among accounts', () => {
  it('is found whatever the letters’ case, and not where there is none', () => {
    expect(holdsAddress(['0xAB', '0xcd'], '0xab')).toBe(true)
    expect(holdsAddress(['0xcd'], '0xab')).toBe(false)
    expect(holdsAddress([], '0xab')).toBe(false)
    expect(holdsAddress(['0xab'], null)).toBe(false)
    expect(holdsAddress(['0xab'], undefined)).toBe(false)
  })
})
