import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/loan.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { borrow, MINUTE_DAYS, operate, repay, submit } from './support.ts'

describeServer(
  'lh/loan/order',
  (server) => {
    it('lists the user’s own, newest first, in pages and by whether they have ended', async () => {
      const { token } = await server.person()
      const stranger = await server.person()
      const first = await borrow(server, token)
      await repay(server, token, first.id)
      const second = await submit(server, token)
      await operate(server, 'loan refuse', [second.id], { why: 'No income' })
      const third = await submit(server, token, { amount: '500' })
      const listed = async (input: Record<string, unknown>) =>
        (await server.ok(api.order, input, token)).map(({ id }) => id)
      expect(await listed({})).toEqual([third.id, second.id, first.id])
      expect(await listed({ list: 0 })).toEqual([third.id])
      expect(await listed({ list: 1, limit: 1 })).toEqual([second.id])
      expect(await listed({ before: second.id })).toEqual([first.id])
      expect(await server.ok(api.order, {}, stranger.token)).toEqual([])
      expect(await server.call(api.order)).toMatchObject({ type: 999 })
    })
  },
  { env: MINUTE_DAYS, databases: sqliteAlone },
)
