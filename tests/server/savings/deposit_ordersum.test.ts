import { expect, it } from 'vitest'
import * as api from '../../../src/api/savings.ts'
import { describeServer } from '../harness.ts'
import { MINUTE_DAYS, pass, place } from './support.ts'

describeServer(
  'lh/deposit/ordersum',
  (server) => {
    it('says what runs, what it will bear, and what was earned', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      expect(await server.ok(api.orderSum, {}, token)).toEqual([])
      await place(server, token)
      await pass(server, 7)
      await place(server, token, { amount: '500' })
      await place(server, token, { amount: '730', product: 'USDT-30' })
      expect(await server.ok(api.orderSum, {}, token)).toEqual([
        // 500 × 2% × 7 / 365 and 730 × 3% × 30 / 365.
        { currency: 'USDT', running: 2, principal: '1230.000000', interest: '1.991781', earned: '0.383562' },
      ])
      expect(await server.ok(api.orderSum, {}, stranger.token)).toEqual([])
      expect(await server.call(api.orderSum)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
