import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { equity, getInfo } from '../../../src/api/money/wallet.ts'
import * as api from '../../../src/api/trade/forex.ts'
import { checkForexReceipt } from '../../../src/machines/receipts/forex.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { PARTS_MAX } from '../../../src/rules/lever/acts.ts'
import { gainAt, unrealisedAt } from '../../../src/rules/money/equity.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { hold, price } from '../microtrade/support.ts'
import { createSaboteur } from '../sabotage.ts'
import { byId, closedAt, closes, figuresOf, mayTrade, opened, priceText, setsStops, trader, usdt } from './support.ts'

const saboteur = createSaboteur()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Figures of a tenth of a lot of EUR/USD bought at 1.08000. */
const tenth = figuresOf()
const { initial, night } = tenth
/** The share of some hundredths of a lot in an amount of the tenth, in minor units. */
const partOf = (amount: bigint, hundredths: bigint) => (amount * hundredths) / tenth.lots

describeServer(
  'forex/close of a part',
  (server) => {
    describe('as a call that moves money', () => {
      testMoneyCall(server, saboteur, {
        call: api.close,
        input: async (_, token) => {
          await mayTrade(server, token)
          return { id: (await opened(server, token)).id, lots: '0.04' }
        },
        other: { lots: '0.05' },
      })
    })

    let token: string
    beforeEach(async () => {
      ;({ token } = await trader(server))
      await price(server, '1.08000', 'EURUSD')
    })
    const part = (id: string, lots: string) => closes(server, token, id, lots)
    const asked = async (id: string, lots?: string) =>
      expect(await closes(server, token, id, lots)).toMatchObject({ type: 'ok' })
    const now = (id: string) => byId(server, token, id)
    const trade = (at: string, seconds = 2) => hold(server, at, seconds, 'EURUSD')
    const verdict = async (id: string) => checkForexReceipt(await server.ok(api.receipt, { id }, token), null, sha256)
    const jumpTo = (at: number) => server.clock.jump(at - server.clock.now())
    const expectSound = async (id: string) => {
      expect(await verdict(id)).toBe('verified')
      expect([...(await server.ledger()), ...(await createInvariants().check(server.platform.db))]).toEqual([])
    }

    it('is refused with the reason: lots in steps, at most the open ones', async () => {
      const { id } = await opened(server, token)
      for (const lots of ['0.11', '1', '0']) expect(await part(id, lots)).toMatchObject({ key: 'wrongLots' })
      for (const lots of ['0.005', '0.011']) expect(await part(id, lots)).toMatchObject({ key: 'parameterError' })
      await asked(id, '0.04')
      expect(await part(id, '0.04')).toMatchObject({ key: 'cannotClose' })
      await trade('1.08000')
      expect(await part(id, '0.07')).toMatchObject({ key: 'wrongLots' })
      await asked(id, '0.06')
      await trade('1.08000')
      expect(await now(id)).toMatchObject({ list: 1, cause: 'user', parts: [{ lots: '0.04' }] })
      expect(await part(id, '0.01')).toMatchObject({ key: 'orderGone' })
      await expectSound(id)
    })

    it('takes the next tick for its lots alone, and the rest keeps its terms and its stop-out price', async () => {
      const { id, stopOut } = await opened(server, token, { takeProfit: '1.09000' })
      await asked(id, '0.03')
      expect(await now(id)).toMatchObject({ state: 'open.closing', status: 1, closing: '0.03', openLots: '0.10' })
      await trade('1.08200')
      const { profit } = closedAt({ ...tenth, lots: 3n }, '1.08200')
      const { profit: rest } = closedAt({ ...tenth, lots: 7n }, '1.08200')
      const { profit: taken } = closedAt({ ...tenth, lots: 7n }, '1.09000')
      const [freed, kept] = [partOf(initial, 3n), partOf(initial, 7n)]
      expect(await now(id)).toMatchObject({
        ...{ state: 'open.standing', status: 0, lots: '0.10', openLots: '0.07', closing: null, closingAt: null },
        ...{
          initial: usdt(initial),
          margin: usdt(kept),
          night: usdt(partOf(night, 7n)),
          takeProfit: '1.09000',
          stopOut,
        },
        ...{ profit: usdt(profit), returned: usdt(freed + profit), shortfall: '0.000000', cause: null },
        parts: [
          {
            ...{ lots: '0.03', initial: usdt(freed), margin: usdt(freed) },
            ...{ profit: usdt(profit), returned: usdt(freed + profit) },
            ...{
              closePrice: priceText(closedAt(tenth, '1.08200').exit),
              shortfall: '0.000000',
              limited: '0.000000',
              tick: { price: '1.08200' },
            },
          },
        ],
      })
      const { positions } = await server.ok(equity, {}, token)
      expect(positions.map((each) => [gainAt(each, '1.08200'), unrealisedAt(each, '1.08200')])).toEqual([
        [rest, rest + profit],
      ])
      await expectSound(id)
      await trade('1.09000')
      expect(await now(id)).toMatchObject({
        ...{ state: 'won', cause: 'takeProfit', openLots: '0.00', margin: '0.000000' },
        ...{ profit: usdt(profit + taken), returned: usdt(initial + profit + taken) },
      })
      await expectSound(id)
    })

    it('divides margin, rollover and turnover exactly: in parts it returns no more than at once', async () => {
      await price(server, '149.997', 'USDJPY')
      const pair = { symbol: 'USDJPY', lots: '0.07' }
      const [whole, parted] = [
        await opened(server, token, pair, '149.997'),
        await opened(server, token, pair, '149.997'),
      ]
      jumpTo(nextRollover(server.clock.now()).at)
      await server.clock.advance(2_000)
      for (const lots of ['0.01', '0.03', '0.02']) {
        await asked(parted.id, lots)
        await hold(server, '150.123', 2, 'USDJPY')
      }
      await asked(parted.id)
      await asked(whole.id)
      await hold(server, '150.123', 2, 'USDJPY')
      const [one, many] = [await now(whole.id), await now(parted.id)]
      const micros = (amount: string) => Math.round(Number(amount) * 1e6)
      expect(many.parts).toHaveLength(3)
      expect(micros(one.returned) - micros(many.returned)).toBeGreaterThanOrEqual(0)
      expect(micros(one.returned) - micros(many.returned)).toBeLessThanOrEqual(6)
      expect(many).toMatchObject({ initial: one.initial, swap: one.swap, nights: 1 })
      const { turnover } = await server.platform.db
        .selectFrom('forex_positions')
        .select('turnover')
        .where('id', '=', parted.id)
        .executeTakeFirstOrThrow()
      expect(usdt(turnover)).toBe(one.initial)
      for (const id of [whole.id, parted.id]) await expectSound(id)
      expect(await server.ok(getInfo, { currency: 'USDT' }, token)).toMatchObject({ frozen: '0.000000' })
    })

    it('happens once of several requests at the same time, and never beyond the open lots', async () => {
      const { id } = await opened(server, token)
      const answers = await Promise.all(['0.06', '0.06', '0.06', '0.10'].map((lots) => part(id, lots)))
      expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
      const keys = answers.flatMap((answer) => ('key' in answer ? [answer.key] : []))
      expect(keys.every((key) => key === 'closeFailed' || key === 'cannotClose')).toBe(true)
      await trade('1.08000')
      const { openLots, parts } = await now(id)
      expect(parts.reduce((sum, { lots }) => sum + Number(lots), Number(openLots))).toBeCloseTo(
        answers[3]?.type === 'ok' ? 0 : 0.1,
      )
      await expectSound(id)
    })

    it('is no option on an earlier tick, nor on the rest: what stops the position out closes all of it', async () => {
      const [stopped, dry] = [await opened(server, token, { stopLoss: '1.07000' }), await opened(server, token)]
      // A tick that somebody sees before its record is complete.
      server.tick('EURUSD', '1.06900')
      await asked(stopped.id, '0.05')
      await server.clock.advance(1_000)
      await trade('1.08000')
      expect(await now(stopped.id)).toMatchObject({ cause: 'stopLoss', parts: [], closeTick: { price: '1.06900' } })
      await asked(dry.id, '0.09')
      await server.clock.advance(100)
      await trade('1.02000')
      await trade('1.09000')
      expect(await now(dry.id)).toMatchObject({
        ...{ cause: 'stopOut', parts: [], closing: null, closeTick: { price: '1.02000' }, returned: '0.000000' },
        shortfall: usdt(closedAt(tenth, '1.02000').shortfall),
      })
      for (const { id } of [stopped, dry]) await expectSound(id)
    })

    it('pays a rollover before it for all lots, and one after it for the rest: none is skipped', async () => {
      const [before, after] = [await opened(server, token), await opened(server, token)]
      const { at } = nextRollover(server.clock.now())
      jumpTo(at - 3_000)
      await trade('1.08000', 1)
      await asked(after.id, '0.05')
      await trade('1.08000', 1)
      // Requested before it, and closed by the first tick after it.
      jumpTo(at - 200)
      await asked(before.id, '0.05')
      await server.clock.advance(1_200)
      await trade('1.08000', 3)
      const nights = nextRollover(at - 1).nights
      const swap = night * BigInt(nights)
      expect(await now(before.id)).toMatchObject({ nights, swap: usdt(swap), openLots: '0.05' })
      expect((await now(before.id)).parts).toMatchObject([{ margin: usdt(partOf(initial + swap, 5n)) }])
      expect(await now(after.id)).toMatchObject({ nights, swap: usdt(partOf(swap, 5n)), openLots: '0.05' })
      expect((await now(after.id)).parts).toMatchObject([{ margin: usdt(partOf(initial, 5n)) }])
      for (const { id } of [before, after]) await expectSound(id)
    })

    it('leaves a rollover at the very moment of its tick to the rest', async () => {
      const { id } = await opened(server, token)
      const { at, nights } = nextRollover(server.clock.now())
      jumpTo(at - 1_500)
      await asked(id, '0.04')
      jumpTo(at - 1_000)
      server.tick('EURUSD', '1.08000')
      await server.clock.advance(1_000)
      await trade('1.08000')
      const order = await now(id)
      expect(order.parts).toMatchObject([{ margin: usdt(partOf(initial, 4n)), tick: { time: at } }])
      expect(order).toMatchObject({ nights, swap: usdt(partOf(night, 6n) * BigInt(nights)) })
      await expectSound(id)
    })

    it('waits for the market to open, and has its share of what a gap deducts', async () => {
      const { id } = await opened(server, token)
      jumpTo(Date.parse('2026-01-10T12:00:00Z'))
      await server.clock.advance(1_000)
      const opensAt = Date.parse('2026-01-11T22:00:00Z')
      expect(await part(id, '0.03')).toMatchObject({ message: { state: 'open.closing', closingAt: opensAt } })
      expect(await part(id, '0.03')).toMatchObject({ key: 'cannotClose' })
      await server.clock.advance(2_000)
      expect(await now(id)).toMatchObject({ state: 'open.closing', openLots: '0.10' })
      jumpTo(opensAt)
      await trade('1.18000', 3)
      const order = await now(id)
      const [gap] = order.gaps ?? []
      expect(order).toMatchObject({ state: 'open.standing', openLots: '0.07', gaps: [{ after: { price: '1.18000' } }] })
      const limited = Math.round(Number(gap?.limited) * 1e6)
      const [of] = order.parts
      expect(Math.round(Number(of?.limited) * 1e6)).toBe(Math.ceil((limited * 3) / 10))
      expect(Math.round(Number(order.limited) * 1e6)).toBe(limited - Math.ceil((limited * 3) / 10))
      await expectSound(id)
      await setsStops(server, token, id, { takeProfit: '1.19000' })
      await trade('1.18000')
      await trade('1.19000')
      expect(await now(id)).toMatchObject({ state: 'won', cause: 'takeProfit', parts: [{ lots: '0.03' }] })
      await expectSound(id)
    })

    it('is possible twenty times, and then for all of the rest', async () => {
      const { id } = await opened(server, token, { lots: '0.30' })
      for (let number = 0; number < PARTS_MAX; number++) {
        await asked(id, '0.01')
        await trade('1.08000', 1)
        await server.clock.advance(1_000)
      }
      expect((await now(id)).parts).toHaveLength(PARTS_MAX)
      expect(await part(id, '0.01')).toMatchObject({ key: 'cannotClose' })
      await asked(id, '0.10')
      await trade('1.08000')
      expect(await now(id)).toMatchObject({ list: 1, cause: 'user' })
      await expectSound(id)
    })
  },
  { plugins: [saboteur.plugin] },
)
