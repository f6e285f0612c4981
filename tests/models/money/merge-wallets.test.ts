import { describe, expect, it } from 'vitest'
import { mergeWallet, mergeWallets } from '../../../src/machines/money/merge-wallets.ts'

const usdt = (version: number) => ({ currency: 'USDT', version })
const btc = (version: number) => ({ currency: 'BTC', version })

describe('mergeWallet', () => {
  it('takes a newer copy, in its place', () => {
    expect(mergeWallet([usdt(1), btc(5)], usdt(2))).toEqual([usdt(2), btc(5)])
  })

  it('leaves a newer copy alone', () => {
    const wallets = [usdt(3)]
    expect(mergeWallet(wallets, usdt(2))).toBe(wallets)
  })

  it('adds a currency that was not there', () => {
    expect(mergeWallet([usdt(1)], btc(1))).toEqual([usdt(1), btc(1)])
  })
})

describe('mergeWallets', () => {
  it('keeps the order of the answer, and the newest copy of each', () => {
    expect(mergeWallets([btc(5), usdt(1)], [usdt(2), btc(4)])).toEqual([usdt(2), btc(5)])
  })

  it('drops what the answer no longer has', () => {
    expect(mergeWallets([btc(5)], [usdt(1)])).toEqual([usdt(1)])
  })
})
