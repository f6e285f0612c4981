import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/spot.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { askAt, limit, ordered, spotOrder } from './support.ts'

describeServer(
  'coin/preview',
  (server) => {
    it('returns an order’s figures behind the user’s live orders, and its errors, without ordering', async () => {
      const { token } = await server.person()
      await price(server, '40000.00')
      const preview = (change = {}) => server.ok(api.preview, { ...spotOrder(change), requestId: undefined }, token)
      const { errors, summary } = await preview({ quantity: '0.05' })
      expect([errors, summary?.average]).toEqual([{}, askAt('40000.00')])
      await ordered(server, token, { quantity: '0.05', ...limit('40000') })
      // The next level is a ten-thousandth of the reference price away.
      expect((await preview({ quantity: '0.05' })).summary?.average).toBe((Number(askAt('40000.00')) + 4.31).toFixed(2))
      expect((await preview({ quantity: '1' })).errors).toEqual({ quantity: { key: 'insufficientBalance' } })
      expect((await preview({ quantity: undefined })).errors).toMatchObject({ quantity: { key: 'belowMinimum' } })
      expect(await server.ok(api.list, {}, token)).toHaveLength(1)
    })
  },
  { databases: sqliteAlone },
)
