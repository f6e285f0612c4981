import { describe, expect, it } from 'vitest'
import { closeAllLevers } from '../../../server/lever/acts.ts'
import { leverKind } from '../../../server/lever/kind.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { copyOrder } from '../kit/copies.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { byId, contract, opened } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'lever/close_all',
  (server) => {
    const position = async (token: string) => (await opened(server, token)).id

    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.closeAll,
        input: async (_, token) => {
          await position(token)
          await position(token)
          return {}
        },
        other: { symbol: 'ETHUSDT' },
      })
    })

    it('closes each as a single close would, only on its symbol', async () => {
      const { token } = await server.person()
      const now = (id: string) => byId(server, token, id)
      const pair = [await opened(server, token), await opened(server, token, { direction: 'short', quantity: '0.2' })]
      const other = await opened(server, token, { symbol: 'ETHUSDT', quantity: '1' }, '2000.00')
      await price(server, '40000.00')
      const all = await server.ok(api.closeAll, { requestId: 'close-all-of-bitcoin', symbol: 'BTCUSDT' }, token)
      expect(all.map(({ id, state }) => [id, state]).sort()).toEqual(pair.map(({ id }) => [id, 'open.closing']).sort())
      await hold(server, '40200.00', 2)
      const [long, short] = [await now(pair[0]?.id ?? ''), await now(pair[1]?.id ?? '')]
      expect([long.profit, short.profit]).toEqual(['20.000000', '-40.000000'])
      expect(await now(other.id)).toMatchObject({ state: 'open.standing' })
      expect(await server.ok(api.closeAll, { requestId: 'close-all-of-bitcoin', symbol: 'BTCUSDT' }, token)).toEqual(
        all,
      )
    })

    it('closes a bounded number, newest first, and the rest when repeated', async () => {
      const { token, userId } = await server.person()
      const [older, newer] = [await position(token), await position(token)]
      const limit = await server.ok(
        api.submit,
        contract({ type: 'limit', price: '30000.00', direction: 'long' }),
        token,
      )
      const some = () =>
        commit(server.platform, (unit) => closeAllLevers(unit, server.app.market, userId, undefined, 1))
      expect((await some()).map(({ id }) => id)).toEqual([newer])
      expect((await some()).map(({ id }) => id)).toEqual([older])
      expect(await some()).toEqual([])
      expect((await byId(server, token, limit.id)).state).toBe('pending')
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite('lever/close_all of very many', (server) => {
  it('closes the newest 200, and who asks again the others', async () => {
    const { token } = await server.person()
    const { id } = await opened(server, token)
    await copyOrder(server.platform, leverKind, id, 201)
    const asked = async (requestId: string) =>
      (await server.ok(api.closeAll, { requestId }, token)).map((each) => each.id)
    const first = await asked('close-the-newest-200')
    expect(first).toHaveLength(200)
    expect(first).not.toContain(id)
    const second = await asked('close-the-others-too')
    expect(second).toHaveLength(2)
    expect(second).toContain(id)
  })
})
