import { expect, it } from 'vitest'
import * as api from '../../../src/api/money/withdrawal.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { leaver, madeReady, operate, requestId, withdrawal } from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'withdrawal/cancel',
  (server) => {
    const ready = madeReady(server)
    testMoneyCall(server, saboteur, {
      call: api.cancel,
      input: async (_, token) => ({ id: (await server.ok(api.out, withdrawal(await ready(token)), token)).id }),
      other: { id: 'another-withdrawal' },
    })

    it('is refused after a decision, and for an unknown withdrawal', async () => {
      const { token, addressId } = await leaver(server)
      const cancel = (id: string) => server.call(api.cancel, { id, requestId: requestId() }, token)
      expect(await cancel('no-such-withdrawal')).toMatchObject({ key: 'dataNotFound' })
      expect(await server.call(api.cancel, { requestId: requestId() }, token)).toMatchObject({
        key: 'missingParameters',
      })
      const { id } = await server.ok(api.out, withdrawal(addressId), token)
      await operate(server, 'withdrawal approve', id, 'looked at')
      expect(await cancel(id)).toMatchObject({ key: 'orderNotCancellable' })
      await expect(operate(server, 'withdrawal approve', id, 'looked at')).rejects.toThrow(
        'there is no such withdrawal to approve',
      )
      const acts = await server.platform.db.selectFrom('audit').select(['act', 'who', 'why']).execute()
      expect(acts).toEqual([{ act: 'withdrawal approve', who: 'tester', why: 'looked at' }])
    })
  },
  { plugins: [saboteur.plugin] },
)
