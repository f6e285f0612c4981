import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/savings.ts'
import { describeServer } from '../harness.ts'
import { cancel, MINUTE_DAYS, pass, place } from './support.ts'

describeServer.onSqlite(
  'lh/deposit/order',
  (server) => {
    it('lists the user’s own deposits, newest first, in pages, and by whether they are running', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      const first = await place(server, token)
      await pass(server, 7)
      const second = await place(server, token, { amount: '500' })
      const third = await place(server, token, { amount: '730', product: 'USDT-30' })
      await cancel(server, token, second.id)
      const listed = async (input: Record<string, unknown>) =>
        (await server.ok(api.order, input, token)).map(({ id }) => id)
      expect(await listed({})).toEqual([third.id, second.id, first.id])
      expect(await listed({ list: 0 })).toEqual([third.id])
      expect(await listed({ list: 1, limit: 1 })).toEqual([second.id])
      expect(await listed({ before: second.id })).toEqual([first.id])
      expect(await listed({ id: first.id })).toEqual([first.id])
      expect(await server.ok(api.order, {}, stranger.token)).toEqual([])
      expect(await server.call(api.order)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS },
)
