import { expect, it } from 'vitest'
import { modules } from '../../../server/modules.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import * as api from '../../../src/api/trade/orders.ts'
import { describeServer } from '../harness.ts'
import { LEAST_STAKE, order, price, requestId } from '../microtrade/support.ts'
import { cancel, reserve } from './reservation/api.ts'
import { reservation } from './reservation/module.ts'
import { ended } from './support.ts'

describeServer(
  'orders/list',
  (server) => {
    const reserved = (token: string) =>
      server.ok(
        reserve,
        { requestId: requestId(), symbol: 'BTCUSDT', amount: '10', level: '99000.00', seconds: 3_600 },
        token,
      )
    const idsOf =
      (token: string) =>
      async (input: object = {}) =>
        (await server.ok(api.list, { ...input }, token)).map(({ id }) => id)

    it('lists orders of every kind, newest first, by filter', async () => {
      const { token } = await server.person()
      const ids = idsOf(token)
      const won = await ended(server, token, '43001.00')
      const lost = await ended(server, token, '1.07000', { symbol: 'EURUSD' })
      const { id: released } = await reserved(token)
      await server.ok(cancel, { id: released, requestId: requestId() }, token)
      const { id: held } = await reserved(token)
      await price(server, '43000.00')
      const { id: open } = await server.ok(microtrade.submit, order(), token)

      const found = await server.ok(api.list, {}, token)
      expect(found.map(({ kind, id }) => [kind, id])).toEqual([
        ['microtrade', open],
        ['reservation', held],
        ['reservation', released],
        ['microtrade', lost],
        ['microtrade', won],
      ])
      const [whole] = await server.ok(microtrade.lists, { list: 1 }, token)
      expect(found.at(-1)).toEqual({ kind: 'microtrade', ...whole })

      expect(await ids({ list: 0 })).toEqual([open, held])
      expect(await ids({ list: 1 })).toEqual([released, lost, won])
      expect(await ids({ market: 'crypto' })).toEqual([open, held, released, won])
      expect(await ids({ market: 'forex' })).toEqual([lost])
      expect(await ids({ result: 'won' })).toEqual([won])
      expect(await ids({ result: 'lost' })).toEqual([lost])
      expect(await ids({ result: 'returned' })).toEqual([released])
      expect(await ids({ result: 'lost', market: 'crypto' })).toEqual([])
      expect(await ids({ symbol: 'EURUSD' })).toEqual([lost])
    })

    it('pages over all kinds with any filter, without gaps', async () => {
      const { token } = await server.person()
      const ids = idsOf(token)
      const all: string[] = []
      for (let each = 0; each < 3; each++) {
        all.unshift((await reserved(token)).id)
        await price(server, '43000.00')
        all.unshift((await server.ok(microtrade.submit, order({ amount: LEAST_STAKE }), token)).id)
      }
      for (const filter of [{}, { market: 'crypto' }, { list: 0 }]) {
        const walked: string[] = []
        for (let page = await ids({ ...filter, limit: 2 }); page.length > 0; ) {
          walked.push(...page)
          page = await ids({ ...filter, limit: 2, before: page.at(-1) })
        }
        expect(walked).toEqual(all)
      }
    })

    it('lists and pages ended orders by the time of their end, with any filter, without gaps', async () => {
      const { token } = await server.person()
      const ids = idsOf(token)
      const [first, second] = [await reserved(token), await reserved(token)]
      const won = await ended(server, token, '43001.00')
      const cancelIt = ({ id }: { id: string }) => server.ok(cancel, { id, requestId: requestId() }, token)
      await cancelIt(second)
      // At the same time: by id.
      const third = await reserved(token)
      await cancelIt(third)
      await server.clock.advance(1_000)
      await cancelIt(first)
      const live = await reserved(token)
      const all = [first.id, third.id, second.id, won]
      expect(await ids({ list: 1 })).toEqual(all)
      for (const [filter, found] of [
        [{}, all],
        [{ symbol: 'BTCUSDT' }, all],
        [{ result: 'returned' }, all.slice(0, 3)],
        [{ kind: 'reservation', market: 'crypto' }, all.slice(0, 3)],
      ] as const) {
        for (const limit of [1, 2]) {
          const walked: string[] = []
          for (let page = await ids({ ...filter, list: 1, limit }); page.length > 0; ) {
            walked.push(...page)
            page = await ids({ ...filter, list: 1, limit, before: page.at(-1) })
          }
          expect(walked).toEqual(found)
        }
      }
      expect(await ids({ list: 1, before: live.id })).toEqual([])
      expect(await idsOf((await server.person()).token)({ list: 1, before: won })).toEqual([])
    })

    it('shows only the user’s own orders, whatever cursor is given', async () => {
      const [mine, theirs] = [await server.person(), await server.person()]
      await reserved(theirs.token)
      const { id } = await reserved(theirs.token)
      expect(await idsOf(mine.token)()).toEqual([])
      expect(await idsOf(mine.token)({ before: id })).toEqual([])
    })

    it.each([
      { list: '2' },
      { market: 'wh' },
      { result: 'drawn' },
      { symbol: "'; drop table users" },
      { before: "'; drop table users" },
      { limit: '101' },
    ])('refuses %j', async (input) => {
      const { token } = await server.person()
      expect(await server.call(api.list, input, token)).toMatchObject({ http: 422, key: 'parameterError' })
    })

    it('refuses without a token', async () => {
      expect(await server.call(api.list)).toMatchObject({ type: 999, http: 401 })
    })
  },
  { modules: [...modules, reservation] },
)
