import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { describeServer } from '../harness.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import {
  byId,
  closedAt,
  closes,
  figuresOf,
  mayTrade,
  opened,
  ordered,
  pairOf,
  priceText,
  trader,
  usdt,
} from './support.ts'

const saboteur = createSaboteur()

describeServer.onSqlite(
  'forex/close',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.close,
        input: async (_, token) => {
          await mayTrade(server, token)
          return { id: (await opened(server, token)).id }
        },
        other: { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      })
    })

    let token: string
    beforeEach(async () => {
      ;({ token } = await trader(server))
    })

    it('takes the first tick after it, is refused with the reason, and done once of several', async () => {
      await price(server, '1.08000', 'EURUSD')
      const { id } = await ordered(server, token)
      expect(await closes(server, token, id)).toMatchObject({ key: 'cannotClose' })
      await hold(server, '1.08000', 2, 'EURUSD')
      const answers = await Promise.all(Array.from({ length: 5 }, () => closes(server, token, id)))
      expect(answers.filter(({ type }) => type === 'ok')).toMatchObject([
        { message: { state: 'open.closing', status: 1, list: 0, closingAt: server.clock.now() } },
      ])
      const keys = answers.flatMap((answer) => ('key' in answer ? [answer.key] : []))
      expect(keys.every((key) => key === 'closeFailed' || key === 'cannotClose')).toBe(true)
      await hold(server, '1.08200', 2, 'EURUSD')
      const { exit, profit, payout } = closedAt(figuresOf(), '1.08200')
      // 200 points on a tenth of a lot, less its spread.
      expect(profit).toBe(20_000_000n - BigInt(Math.round(Number(pairOf().spread) * 10_000 * 1e6)))
      expect(await byId(server, token, id)).toMatchObject({
        ...{ state: 'won', status: 2, list: 1, cause: 'user', closePrice: priceText(exit) },
        ...{ closeTick: { price: '1.08200' }, profit: usdt(profit), returned: usdt(payout) },
        ...{ margin: '0.000000', stopOut: null },
      })
      expect(await closes(server, token, id)).toMatchObject({ key: 'orderGone' })
    })

    it('decides an earlier tick by the terms of that time: no request escapes a stop', async () => {
      const { id } = await opened(server, token, { stopLoss: '1.07000' })
      server.tick('EURUSD', '1.06000')
      expect(await closes(server, token, id)).toMatchObject({ type: 'ok' })
      await server.clock.advance(1_000)
      await hold(server, '1.08000', 2, 'EURUSD')
      expect(await byId(server, token, id)).toMatchObject({ cause: 'stopLoss', closeTick: { price: '1.06000' } })
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite(
  'forex/close over a weekend',
  (server) => {
    it('waits for the first tick after the market opens, however far from the last one', async () => {
      const { token } = await trader(server)
      const [asked, left, stopped] = [
        await opened(server, token),
        await opened(server, token, { direction: 'short' }),
        await opened(server, token, { stopLoss: '1.07900' }),
      ]
      const friday = server.clock.now()
      server.clock.jump(Date.parse('2026-01-09T22:00:01Z') - friday)
      await server.clock.advance(1_000)
      expect(
        await server.call(
          api.submit,
          { requestId: 'a-request-of-a-weekend', symbol: 'EURUSD', direction: 'long', lots: '0.1' },
          token,
        ),
      ).toMatchObject({ key: 'marketClosed' })
      expect(await server.ok(api.pair, { symbol: 'EURUSD' }, token)).toMatchObject({ closed: 'marketClosed' })
      const opensAt = Date.parse('2026-01-11T22:00:00Z')
      expect(await closes(server, token, asked.id)).toMatchObject({
        message: { state: 'open.closing', closingAt: opensAt },
      })
      await server.clock.advance(2_000)
      const { night, ...position } = figuresOf()
      // Friday's rollover was charged as the market closed; there is none at a weekend.
      expect(await byId(server, token, asked.id)).toMatchObject({ state: 'open.closing', nights: 1, swap: usdt(night) })
      server.clock.jump(opensAt - server.clock.now())
      await hold(server, '1.06000', 3, 'EURUSD')
      // At the gap for the stop too: it crossed 1.07900 there.
      const { exit, profit, payout } = closedAt(position, '1.06000')
      const closePrice = priceText(exit)
      expect(await byId(server, token, asked.id)).toMatchObject({
        ...{ state: 'lost', cause: 'user', profit: usdt(profit), nights: 1, closePrice },
        returned: usdt(payout + night),
      })
      expect(await byId(server, token, stopped.id)).toMatchObject({ cause: 'stopLoss', closePrice })
      const swap = usdt(figuresOf({ direction: 'short' }).night)
      expect(await byId(server, token, left.id)).toMatchObject({ state: 'open.standing', swap })
      expect(await server.ledger()).toEqual([])
    })
  },
  { start: Date.parse('2026-01-09T21:50:00Z') },
)
