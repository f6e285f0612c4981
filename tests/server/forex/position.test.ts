import { beforeEach, expect, it } from 'vitest'
import { blocksLeaving, turnoverOf } from '../../../server/leaving.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { messages } from '../../../src/api/account/user.ts'
import * as orders from '../../../src/api/trade/orders.ts'
import { stopOutPrice } from '../../../src/rules/forex/forex.ts'
import { STOP_OUT_BPS } from '../../../src/rules/forex/pairs.ts'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, price } from '../microtrade/support.ts'
import {
  byId,
  closedAt,
  closes,
  figuresOf,
  opened,
  ordered,
  pairOf,
  priceText,
  trader,
  usdt,
  withHeadroom,
} from './support.ts'

describeServer.onSqlite('a position in foreign exchange', (server) => {
  let token: string
  let userId: string
  beforeEach(async () => {
    ;({ token, userId } = await trader(server))
  })
  const now = (id: string) => byId(server, token, id)
  const violations = async () => [...(await server.ledger()), ...(await createInvariants().check(server.platform.db))]
  /** Goes to the moment at which the day ends in New York, and lets the record be complete there. */
  const night = async () => {
    server.clock.jump(nextRollover(server.clock.now()).at - server.clock.now())
    await server.clock.advance(2_000)
  }

  it('is closed at the first tick that leaves at most the least of its margin, and returns the rest', async () => {
    const { id, stopOut } = await opened(server, token)
    const figures = figuresOf()
    const [before, level] = [priceText(figures.stopOut + 1n), priceText(figures.stopOut)]
    const { exit, profit, payout } = closedAt(figures, level)
    const least = (figures.initial * BigInt(STOP_OUT_BPS)) / 10_000n
    expect([payout <= least, closedAt(figures, before).payout > least]).toEqual([true, true])
    expect(stopOut).toBe(level)
    await hold(server, before, 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
    await hold(server, level, 2, 'EURUSD')
    expect(await now(id)).toMatchObject({
      ...{ state: 'lost', cause: 'stopOut', closePrice: priceText(exit), profit: usdt(profit) },
      ...{ returned: usdt(payout), shortfall: '0.000000' },
    })
  })

  it('loses at most its margin in a price jump: the insurance account pays', async () => {
    const { id } = await opened(server, token, { direction: 'short', stopLoss: '1.12000' })
    await hold(server, '1.20000', 2, 'EURUSD')
    // Some 1,200 of its margin. A tick that does both is a stop-out.
    const { profit, payout, shortfall } = closedAt(figuresOf({ direction: 'short' }), '1.20000')
    expect([payout, shortfall > 0n]).toEqual([0n, true])
    expect(await now(id)).toMatchObject({
      ...{ state: 'lost', cause: 'stopOut', profit: usdt(profit), returned: '0.000000', shortfall: usdt(shortfall) },
    })
    expect(await violations()).toEqual([])
  })

  it('closes at the recorded price that reaches its take-profit or its stop-loss', async () => {
    const won = await opened(server, token, { takeProfit: '1.09000', stopLoss: '1.07000' })
    const lost = await opened(server, token, { direction: 'short', takeProfit: '1.07000', stopLoss: '1.08500' })
    await hold(server, '1.09200', 2, 'EURUSD')
    const exits = (['long', 'short'] as const).map((direction) => closedAt(figuresOf({ direction }), '1.09200').exit)
    const [sold, bought] = exits.map((exit) => priceText(exit))
    expect(await now(won.id)).toMatchObject({ state: 'won', cause: 'takeProfit', closePrice: sold })
    expect(await now(lost.id)).toMatchObject({ state: 'lost', cause: 'stopLoss', closePrice: bought })
    expect(await violations()).toEqual([])
  })

  it('in yen is converted at the closing price, and in pounds at the rate recorded at its opening', async () => {
    await price(server, '1.25000', 'GBPUSD')
    const yen = await opened(server, token, { symbol: 'USDJPY' }, '150.000')
    await price(server, '1.25000', 'GBPUSD')
    const pounds = await opened(server, token, { symbol: 'EURGBP', direction: 'short' }, '0.86000')
    const inYen = figuresOf({ symbol: 'USDJPY' }, '150.000')
    const inPounds = figuresOf({ symbol: 'EURGBP', direction: 'short', rate: '1.25000' }, '0.86000')
    const of = ({ initial, night }: typeof inYen) => ({ initial: usdt(initial), night: usdt(night) })
    expect(pounds).toMatchObject({ via: 'GBPUSD', rate: '1.25000', ...of(inPounds) })
    expect(yen).toMatchObject({ via: null, rate: null, ...of(inYen) })
    for (const { id } of [yen, pounds]) await closes(server, token, id)
    await price(server, '1.50000', 'GBPUSD')
    await hold(server, '151.000', 2, 'USDJPY')
    await hold(server, '0.85000', 2, 'EURGBP')
    const ended = ({ profit, payout }: ReturnType<typeof closedAt>) => ({
      profit: usdt(profit),
      returned: usdt(payout),
    })
    const [ofYen, ofPounds] = [closedAt(inYen, '151.000'), closedAt(inPounds, '0.85000')]
    const [yenSpread, poundSpread] = ['USDJPY', 'EURGBP'].map((symbol) => Number(pairOf(symbol).spread))
    expect(Number(ofYen.profit) / 1e6).toBeCloseTo((10_000 * (1 - (yenSpread ?? 0))) / (151 - (yenSpread ?? 0) / 2), 5)
    expect(Number(ofPounds.profit) / 1e6).toBeCloseTo(10_000 * (0.01 - (poundSpread ?? 0)) * 1.25, 5)
    expect(await now(yen.id)).toMatchObject(ended(ofYen))
    expect(await now(pounds.id)).toMatchObject(ended(ofPounds))
    expect(await violations()).toEqual([])
  })

  it('does not open if its conversion rate is stale, or it costs more than is held', async () => {
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '0.86000', 'EURGBP')
    const { id } = await ordered(server, token, { symbol: 'EURGBP' })
    await server.clock.advance(STALE_AFTER_MS - 100)
    await hold(server, '0.86000', 3, 'EURGBP')
    expect(await now(id)).toMatchObject({ state: 'unexpected', returned: '0.000000' })
    await price(server, '1.08000', 'EURUSD')
    const dear = await ordered(server, token)
    await hold(server, '1.09500', 2, 'EURUSD')
    expect(await now(dear.id)).toMatchObject({ state: 'unexpected' })
    expect(await violations()).toEqual([])
  })

  it('rolls over daily at 17:00 New York time, three days’ worth on Wednesdays, and is stopped out sooner for it', async () => {
    const { id, stopOut } = await opened(server, token, { lots: '1' })
    const credited = await opened(server, token, { symbol: 'USDJPY', lots: '0.1' }, '150.000')
    const before = await now(id)
    expect(before.nextNightAt).toBe(Date.parse('2026-01-05T22:00:00Z'))
    const swaps: [number, string, string, string][] = []
    for (const _ of ['Monday', 'Tuesday', 'Wednesday']) {
      await night()
      const { nights, swap, margin } = await now(id)
      swaps.push([nights, swap, margin, (await now(credited.id)).swap])
    }
    const figures = figuresOf({ lots: '1' })
    const other = figuresOf({ symbol: 'USDJPY', lots: '0.1' }, '150.000')
    expect(swaps).toEqual(
      [1n, 2n, 5n].map((nights) => [
        Number(nights),
        usdt(nights * figures.night),
        usdt(figures.initial + nights * figures.night),
        usdt(nights * other.night),
      ]),
    )
    const rolled = { ...figures, margin: figures.initial + 5n * figures.night }
    const level = priceText(stopOutPrice(rolled) ?? 0n)
    expect([stopOut, (await now(id)).stopOut]).toEqual([priceText(figures.stopOut), level])
    expect(Number(level)).toBeGreaterThan(Number(stopOut))
    await server.restart()
    await hold(server, level, 3, 'EURUSD')
    const { payout } = closedAt(rolled, level)
    expect(await now(id)).toMatchObject({ cause: 'stopOut', nights: 5, returned: usdt(payout) })
    expect(await violations()).toEqual([])
  })

  it('that waits for its close is charged the rollover in between', async () => {
    const { id } = await opened(server, token)
    await closes(server, token, id)
    await night()
    const { night: swap, ...figures } = figuresOf()
    expect(await now(id)).toMatchObject({ state: 'open.closing', nights: 1, swap: usdt(swap) })
    await hold(server, '1.08000', 2, 'EURUSD')
    const returned = usdt(closedAt(figures, '1.08000').payout + swap)
    expect(await now(id)).toMatchObject({ state: 'lost', cause: 'user', nights: 1, returned })
    expect(await violations()).toEqual([])
  })

  it('blocks a withdrawal, counts by its margin, and is in the common order list', async () => {
    const { modules } = server.platform
    const reads = readFrom(server.platform)
    const standing = async () => [
      await blocksLeaving(modules, reads, userId),
      (await turnoverOf(modules, reads, userId)).counted,
    ]
    const { id } = await opened(server, token)
    expect(await standing()).toEqual([['openPositionProhibits'], 0n])
    await closes(server, token, id)
    await hold(server, '1.08200', 2, 'EURUSD')
    const { initial, ...figures } = figuresOf()
    expect(await standing()).toEqual([[], initial])
    const gained = usdt(closedAt({ ...figures, initial }, '1.08200').profit)
    const open = await opened(server, token)
    const ids = async (input: Record<string, unknown>) =>
      (await server.ok(orders.list, input, token)).map((each) => [each.kind, each.id])
    expect(await ids({ list: 0, kind: 'forex' })).toEqual([['forex', open.id]])
    expect(await ids({ result: 'won', market: 'forex', symbol: 'EURUSD' })).toEqual([['forex', id]])
    expect(await ids({ market: 'crypto' })).toEqual([])
    expect(await server.ok(orders.totals, { kind: 'forex' }, token)).toMatchObject({
      ...{ won: 1, lost: 0, returned: 0, winRateBps: 10_000 },
      amounts: [{ currency: 'USDT', staked: usdt(initial), gained, lost: '0.000000', net: gained }],
    })
  })

  it('notifies its owner of its end, and of a void order', async () => {
    await opened(server, token, { takeProfit: '1.09000' })
    await hold(server, '1.09200', 2, 'EURUSD')
    await opened(server, token, { stopLoss: '1.07000' })
    await hold(server, '1.06900', 2, 'EURUSD')
    const { id } = await opened(server, token)
    await closes(server, token, id)
    await hold(server, '1.08000', 2, 'EURUSD')
    await opened(server, token)
    await hold(server, '1.00000', 2, 'EURUSD')
    const { id: passed } = await ordered(server, token, { stopLoss: '0.99900' })
    await hold(server, '0.99890', 2, 'EURUSD')
    expect(await byId(server, token, passed)).toMatchObject({
      state: 'unexpected',
      voidReason: 'stops',
      closeTick: null,
    })
    await hold(server, '1.00000', 1, 'EURUSD')
    await ordered(server, token)
    await server.clock.advance(20_000)
    const told = (await server.ok(messages, { limit: 100 }, token)).messages.toReversed()
    const written = (amount: bigint) => usdt(amount).replace(/0{1,4}$/, '')
    const figures = figuresOf()
    const of = { pair: 'EUR/USD', currency: 'USDT', paid: written(figures.initial) }
    const at = (price: string) => ({ ...of, amount: written(closedAt(figures, price).payout) })
    const back = { pair: 'EUR/USD', currency: 'USDT', amount: written(withHeadroom(figuresOf({}, '1.00000').initial)) }
    expect(told.map(({ kind, key, params }) => ({ kind, key, params }))).toEqual([
      { kind: 'settlement', key: 'forexTookProfit', params: at('1.09200') },
      { kind: 'settlement', key: 'forexStopped', params: at('1.06900') },
      { kind: 'settlement', key: 'forexClosed', params: at('1.08000') },
      { kind: 'settlement', key: 'forexStoppedOut', params: { ...of, amount: '0.00' } },
      { kind: 'settlement', key: 'stopPassed', params: back },
      { kind: 'settlement', key: 'forexReturned', params: back },
    ])
  })
})
