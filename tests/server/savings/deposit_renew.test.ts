import { expect, it } from 'vitest'
import { messages } from '../../../src/api/account/user.ts'
import * as api from '../../../src/api/money/savings.ts'
import * as wallet from '../../../src/api/money/wallet.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { bears, MINUTE_DAYS, pass, place, usdtAnd } from './support.ts'

describeServer.onSqlite(
  'lh/deposit/renew',
  (server) => {
    const available = async (token: string) => (await server.ok(wallet.getInfo, { currency: 'USDT' }, token)).available

    it('is renewed each term while enabled, even if unprocessed for days', async () => {
      const invariants = createInvariants()
      const { token } = await server.person()
      const { id, acceptedAt } = await place(server, token, { renew: true })
      await pass(server, 22)
      const [now] = await server.ok(api.order, {}, token)
      expect(now).toMatchObject({ id, state: 'running', term: 4, earned: usdtAnd(0, 3n * bears()), daySeconds: 60 })
      expect(now?.termAt).toBe(acceptedAt + 3 * 7 * 60_000)
      expect(await available(token)).toBe(usdtAnd(9_000, 3n * bears()))
      await server.ok(api.renew, { id, renew: false }, token)
      await pass(server, 7)
      const [ended] = await server.ok(api.order, { list: 1 }, token)
      expect(ended).toMatchObject({ id, state: 'matured', status: 1, earned: usdtAnd(0, 4n * bears()) })
      expect(await available(token)).toBe(usdtAnd(10_000, 4n * bears()))
      expect(await server.call(api.renew, { id, renew: true }, token)).toMatchObject({ key: 'savingsStatusAbnormal' })
      const told = await server.ok(messages, {}, token)
      expect(JSON.stringify(told)).toContain('savingsMatured')
      expect(await invariants.check(server.platform.db)).toEqual([])
    })

    it('is paid out at the end of its term if its product is no longer offered', async () => {
      const invariants = createInvariants()
      const { token } = await server.person()
      const { id } = await place(server, token, { renew: true })
      const { db } = server.platform
      const { amount } = await db.selectFrom('savings').select('amount').where('id', '=', id).executeTakeFirstOrThrow()
      const product = 'USDT-of-before'
      await db.insertInto('savings_taken').values({ product, taken: amount }).execute()
      await db.updateTable('savings').set({ product }).where('id', '=', id).execute()
      await db
        .updateTable('savings_taken')
        .set((eb) => ({ taken: eb('taken', '-', amount) }))
        .where('product', '=', 'USDT-7')
        .execute()
      await pass(server, 8)
      const [ended] = await server.ok(api.order, { list: 1 }, token)
      expect(ended).toMatchObject({ id, state: 'matured', term: 1 })
      expect(await invariants.check(db)).toEqual([])
    })
  },
  { env: MINUTE_DAYS },
)
