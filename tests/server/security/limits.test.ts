import { expect, it } from 'vitest'
import { limits, SLOW_MS } from '../../../server/security/limits.ts'

it('security limits: match docs/design/limits-and-abuse.md', () => {
  const all = Object.values(limits).map(({ name, per, points, seconds }) => [name, per, points, seconds])
  expect(all).toEqual([
    ['login free', 'account and address', 3, 900],
    ['login pair', 'account and address', 10, 900],
    ['login account', 'account', 30, 3_600],
    ['login address', 'address', 100, 900],
    ['login every', 'address', 300, 900],
    ['register address', 'address', 20, 3_600],
    ['register target', 'target', 20, 3_600],
    ['forget address', 'address', 20, 3_600],
    ['forget target', 'target', 20, 3_600],
    ['code target minute', 'target', 1, 60],
    ['code target hour', 'target', 5, 3_600],
    ['code address', 'address', 20, 3_600],
    ['nonce address', 'address', 60, 600],
    ['wallet address', 'address', 60, 600],
    ['contract wallets', 'server', 300, 600],
    ['passkey address', 'address', 60, 600],
    ['authenticator', 'user', 5, 900],
    ['password again', 'user', 5, 900],
    ['pay password', 'user', 5, 3_600],
  ])
  expect(SLOW_MS).toBe(3_000)
})
