import { describe, expect, it } from 'vitest'
import { heldParts, ownedOf } from '../../src/ui/pages/wallet/holdings.ts'

const usdt = { currency: 'USDT', balance: '1000', available: '250', frozen: '750', version: 1 }
const term = { currency: 'USDT', amount: '500' }
const plan = { currency: 'USDT', amount: '100', total: '2.5' }

describe('holdings: what fixed terms and plans hold is apart from its currency', () => {
  it('and the parts sum up to the balance', () => {
    expect(ownedOf([usdt], [term], [plan])).toEqual([
      { id: 'USDT', kind: 'currency', currency: 'USDT', balance: '397.500000', available: '250', count: 0 },
      { id: 'savings USDT', kind: 'savings', currency: 'USDT', balance: '500.000000', available: '0', count: 1 },
      { id: 'plans USDT', kind: 'plans', currency: 'USDT', balance: '102.500000', available: '0', count: 1 },
    ])
  })

  it('not while the lists say more than the wallet holds', () => {
    const older = { ...usdt, available: '900', frozen: '100' }
    expect(ownedOf([older], [term], [plan])).toEqual([
      { id: 'USDT', kind: 'currency', currency: 'USDT', balance: '1000', available: '900', count: 0 },
    ])
  })

  it('and other currencies stay whole', () => {
    const bitcoin = { currency: 'BTC', balance: '0.5', available: '0.5', frozen: '0', version: 1 }
    expect(ownedOf([bitcoin], [term], [])).toHaveLength(1)
  })
})

it('holdings: what a wallet holds is what its orders reserve and what is invested, and they sum up to it', () => {
  const order = (kind: string, amount: string) => ({ kind, id: kind, amount })
  const held = [order('spot', '50'), order('savings', '600'), order('plan', '100.5'), order('withdrawal', '20')]
  expect(heldParts({ currency: 'USDT', frozen: '770.5', held })).toEqual({
    inOrders: '70.000000',
    invested: '700.500000',
  })
})
