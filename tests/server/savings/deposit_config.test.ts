import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import { savingsOffer } from '../../models/kit/savings.ts'
import { describeServer } from '../harness.ts'
import { MINUTE_DAYS, place } from './support.ts'

describeServer.onSqlite(
  'lh/deposit/config',
  (server) => {
    it('returns the products, their free quota, the balance, and the length of a day', async () => {
      const { token } = await server.person()
      await place(server, token)
      const { products, ...rest } = await server.ok(api.config, {}, token)
      expect(rest).toEqual({ daySeconds: 60, available: [{ currency: 'USDT', available: '9000.000000' }] })
      expect(products.map(({ id }) => id)).toEqual(['USDT-7', 'USDT-30', 'USDT-90', 'USDT-180', 'USDT-365'])
      expect(products[0]).toEqual(savingsOffer.products[0])
      expect(await server.call(api.config)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
