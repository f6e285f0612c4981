import { beforeEach, describe, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { byId, closes, mayTrade, opened, ordered, setsStops, trader } from './support.ts'

const saboteur = createSaboteur()
const stops = { takeProfit: '1.09000', stopLoss: '1.07000' }

describeServer(
  'forex/setstop',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.setStop,
        input: async (_, token) => {
          await mayTrade(server, token)
          return { id: (await opened(server, token)).id, ...stops }
        },
        other: { takeProfit: '1.09500' },
      })
    })

    let token: string
    beforeEach(async () => {
      ;({ token } = await trader(server))
      await price(server, '1.08000', 'EURUSD')
    })
    const set = (id: string, to: Record<string, string>) => setsStops(server, token, id, to)
    const now = (id: string) => byId(server, token, id)
    const expectSound = async () =>
      expect([...(await server.ledger()), ...(await createInvariants().check(server.platform.db))]).toEqual([])

    it('is refused with the reason', async () => {
      const { id: pending } = await ordered(server, token)
      expect(await set(pending, stops)).toMatchObject({ key: 'orderStatusError' })
      const [long, short] = [await opened(server, token), await opened(server, token, { direction: 'short' })]
      expect(await set(long.id, { takeProfit: '0' })).toMatchObject({ key: 'stopZero' })
      // Beside the price and the entry, which is half of the spread away from it.
      expect(await set(long.id, { takeProfit: '1.08004' })).toMatchObject({ key: 'takeProfitTooLow' })
      expect(await set(long.id, { stopLoss: '1.08001' })).toMatchObject({ key: 'stopLossTooHigh' })
      expect(await set(short.id, { takeProfit: '1.07996' })).toMatchObject({ key: 'takeProfitTooHigh' })
      expect(await set(short.id, { stopLoss: '1.07999' })).toMatchObject({ key: 'stopLossTooLow' })
      expect(await set(long.id, stops)).toMatchObject({ message: { state: 'open.changing', status: 0, next: stops } })
      expect(await set(long.id, {})).toMatchObject({ key: 'tradeStatusAbnormal' })
      await closes(server, token, short.id)
      expect(await set(short.id, {})).toMatchObject({ key: 'tradeStatusAbnormal' })
      await hold(server, '1.08000', 2, 'EURUSD')
      expect(await set(short.id, {})).toMatchObject({ key: 'orderGone' })
      await expectSound()
    })

    it('replaces both, and lets the new ones close it', async () => {
      const { id } = await opened(server, token, { stopLoss: '1.07900' })
      await set(id, { takeProfit: '1.08500', stopLoss: '1.07500' })
      await hold(server, '1.08000', 2, 'EURUSD')
      const changed = await now(id)
      expect(changed).toMatchObject({ state: 'open.standing', takeProfit: '1.08500', stopLoss: '1.07500', next: null })
      expect(changed.stopsAt).toBeGreaterThan(changed.openTick?.time ?? Number.POSITIVE_INFINITY)
      await hold(server, '1.07800', 2, 'EURUSD')
      expect(await now(id)).toMatchObject({ state: 'open.standing' })
      await hold(server, '1.07500', 2, 'EURUSD')
      expect(await now(id)).toMatchObject({ state: 'lost', cause: 'stopLoss', closeTick: { price: '1.07500' } })
      await expectSound()
    })

    it('is no option on an earlier tick: the former stops decide it, and the new ones never do', async () => {
      const [escaping, catching] = [await opened(server, token, { stopLoss: '1.07000' }), await opened(server, token)]
      // Ticks that somebody sees before their record is complete.
      server.tick('EURUSD', '1.06900')
      await server.clock.advance(100)
      expect(await set(escaping.id, {})).toMatchObject({ type: 'ok' })
      await server.clock.advance(900)
      await hold(server, '1.09000', 1, 'EURUSD')
      server.tick('EURUSD', '1.09000')
      await server.clock.advance(1_000)
      server.tick('EURUSD', '1.08000')
      await server.clock.advance(100)
      expect(await set(catching.id, { takeProfit: '1.08900' })).toMatchObject({ type: 'ok' })
      await server.clock.advance(900)
      await hold(server, '1.08000', 2, 'EURUSD')
      expect(await now(escaping.id)).toMatchObject({ cause: 'stopLoss', closeTick: { price: '1.06900' }, next: null })
      expect(await now(catching.id)).toMatchObject({ state: 'open.standing', takeProfit: '1.08900' })
      await expectSound()
    })

    it('takes effect before a close that is requested after it, and is void at an earlier end', async () => {
      const [both, ended] = [await opened(server, token), await opened(server, token, { stopLoss: '1.07000' })]
      server.tick('EURUSD', '1.06900')
      await server.clock.advance(100)
      expect(await set(ended.id, { stopLoss: '1.05000' })).toMatchObject({ type: 'ok' })
      expect(await set(both.id, { stopLoss: '1.06000' })).toMatchObject({ type: 'ok' })
      expect(await closes(server, token, both.id)).toMatchObject({ message: { state: 'open.closing' } })
      await server.clock.advance(900)
      await hold(server, '1.06900', 2, 'EURUSD')
      expect(await now(both.id)).toMatchObject({ cause: 'user', stopLoss: '1.06000', next: null })
      expect(await now(ended.id)).toMatchObject({ cause: 'stopLoss', stopLoss: '1.07000', next: null, stopsAt: null })
      await expectSound()
    })

    it('outlives a rollover, and counts while the market is closed', async () => {
      const { id } = await opened(server, token)
      server.clock.jump(nextRollover(server.clock.now()).at - 200 - server.clock.now())
      await set(id, { stopLoss: '1.07500' })
      await server.clock.advance(3_000)
      expect(await now(id)).toMatchObject({ state: 'open.standing', nights: 1, stopLoss: '1.07500' })
      server.clock.jump(Date.parse('2026-01-10T12:00:00Z') - server.clock.now())
      await server.clock.advance(1_000)
      expect(await set(id, { stopLoss: '1.07600' })).toMatchObject({ type: 'ok' })
      await server.clock.advance(3_000)
      expect(await now(id)).toMatchObject({ state: 'open.standing', stopLoss: '1.07600' })
      server.clock.jump(Date.parse('2026-01-11T22:00:00Z') - server.clock.now())
      await hold(server, '1.07550', 3, 'EURUSD')
      expect(await now(id)).toMatchObject({ cause: 'stopLoss', closeTick: { price: '1.07550' } })
      expect(await server.ledger()).toEqual([])
    })
  },
  { plugins: [saboteur.plugin] },
)
