import { describe, expect, it } from 'vitest'
import { mover } from '../../../server/orders/module.ts'

const move = mover({ user_id: 'user-0001', currency: 'USDT' })

describe('orders: postings', () => {
  it('name the accounts of the user and of the platform, in the currency of the order or another one', () => {
    const accounts = [
      { account: { user: 'user-0001', kind: 'held' }, amount: -10n },
      { account: { platform: 'fees' }, amount: 3n },
      { account: { user: 'user-0001', kind: 'available' }, amount: 7n },
    ]
    expect(move({ held: -10n, fees: 3n, available: 7n })).toEqual({ currency: 'USDT', lines: accounts })
    expect(move({ held: -10n, fees: 3n, available: 7n }, 'BTC')).toEqual({ currency: 'BTC', lines: accounts })
  })

  it('leave out an account that receives nothing', () => {
    expect(move({ held: -10n, fees: 0n, available: 10n }).lines).toHaveLength(2)
  })
})
