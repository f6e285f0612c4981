import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import { describeServer } from '../harness.ts'
import { bears, MINUTE_DAYS, pass, place, usdtAnd } from './support.ts'

describeServer.onSqlite(
  'lh/deposit/ordersum',
  (server) => {
    it('returns the running principal, its future interest, and the interest earned', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      expect(await server.ok(api.orderSum, {}, token)).toEqual([])
      await place(server, token)
      await pass(server, 7)
      await place(server, token, { amount: '500' })
      await place(server, token, { amount: '730', product: 'USDT-30' })
      const interest = usdtAnd(0, bears(500) + bears(730, 'USDT-30'))
      expect(await server.ok(api.orderSum, {}, token)).toEqual([
        { currency: 'USDT', running: 2, principal: '1230.000000', interest, earned: usdtAnd(0, bears()) },
      ])
      expect(await server.ok(api.orderSum, {}, stranger.token)).toEqual([])
      expect(await server.call(api.orderSum)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
