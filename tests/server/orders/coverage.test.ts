import { expect, it } from 'vitest'
import { info } from '../../../src/api/account/user.ts'
import * as savings from '../../../src/api/money/savings.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import * as api from '../../../src/api/trade/orders.ts'
import { describeServer } from '../harness.ts'
import {
  borrow,
  DUE,
  drain,
  dueAnd,
  dueAtLatest,
  MINUTE_DAYS,
  MOST,
  repay,
  submit,
  usdt,
  wire,
} from '../loan/support.ts'
import { order, price } from '../microtrade/support.ts'
import { wanted as deposit } from '../savings/support.ts'

describeServer.onSqlite(
  'orders/coverage',
  (server) => {
    const of = (token: string) => server.ok(api.coverage, {}, token)
    const owes = async (token: string) => (await server.ok(info, {}, token)).owes

    it('returns what a loan leaves free, and null without a loan', async () => {
      const { token, userId } = await server.person()
      expect(await of(token)).toBeNull()
      expect(await owes(token)).toBe(false)
      await submit(server, token, { amount: MOST })
      expect([await of(token), await owes(token)]).toEqual([null, false])
      await server.clock.advance(32_000)
      await drain(server, token, userId, dueAnd(1_000))
      const id = (await of(token))?.id
      expect(await of(token)).toEqual({
        id: expect.any(String),
        due: wire(usdt(DUE)),
        least: '0.000000',
        coins: '0.000000',
        room: '1000.000000',
        own: '1000.000000',
      })
      expect(await owes(token)).toBe(true)
      // A deposit is returned in full: its amount may be staked, but not hosted again.
      await server.ok(savings.place, deposit({ amount: '400' }), token)
      expect(await of(token)).toMatchObject({ id, least: '400.000000', room: '1000.000000', own: '600.000000' })
      await price(server, '40000.00')
      await server.ok(microtrade.submit, order({ amount: '700' }), token)
      expect(await of(token)).toMatchObject({ room: '300.000000', own: '0.000000' })
    })

    it('names the oldest of several loans, and sums the debt of all', async () => {
      const { token, userId } = await server.person()
      const first = await borrow(server, token, { amount: MOST })
      const second = await borrow(server, token, { amount: '1000' })
      const other = dueAtLatest(usdt('1000'))
      const due = usdt(DUE) + other
      await drain(server, token, userId, wire(due + usdt('417.5')))
      expect(await of(token)).toMatchObject({ id: first.id, due: wire(due), room: '417.500000' })
      await repay(server, token, first.id)
      expect(await of(token)).toMatchObject({ id: second.id, due: wire(other) })
      await repay(server, token, second.id)
      expect([await of(token), await owes(token)]).toEqual([null, false])
    })

    it('ignores a loan under an earlier agreement', async () => {
      const { token } = await server.person()
      const { id } = await borrow(server, token)
      await server.platform.db.updateTable('loans').set({ agreement_version: 3n }).where('id', '=', id).execute()
      expect([await of(token), await owes(token)]).toEqual([null, true])
    })

    it('returns only the user’s own loan, and needs a token', async () => {
      const [{ token }, other] = [await server.person(), await server.person()]
      await borrow(server, other.token)
      expect(await of(token)).toBeNull()
      expect(await server.call(api.coverage, {})).toMatchObject({ type: 999, key: 'signInRequired' })
    })
  },
  { env: MINUTE_DAYS },
)
