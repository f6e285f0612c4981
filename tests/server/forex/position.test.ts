import { beforeEach, expect, it } from 'vitest'
import { blocksLeaving, turnoverOf } from '../../../server/leaving.ts'
import { readFrom } from '../../../server/platform/unit/later.ts'
import * as orders from '../../../src/api/orders.ts'
import { messages } from '../../../src/api/user.ts'
import { nextRollover } from '../../../src/rules/rollover.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold, price } from '../microtrade/support.ts'
import { byId, closes, opened, ordered, trader } from './support.ts'

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

  it('is closed at the first tick that leaves at most a fifth of its margin, and returns the rest', async () => {
    const { id, stopOut } = await opened(server, token)
    expect(stopOut).toBe('1.03689')
    await hold(server, '1.03690', 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ state: 'open.standing' })
    await hold(server, '1.03689', 2, 'EURUSD')
    expect(await now(id)).toMatchObject({
      ...{ state: 'lost', cause: 'stopOut', closePrice: '1.03684', profit: '-432.100000' },
      ...{ returned: '107.925000', shortfall: '0.000000' },
    })
  })

  it('loses at most its margin in a price jump: the insurance account pays', async () => {
    const { id } = await opened(server, token, { direction: 'short', stopLoss: '1.12000' })
    await hold(server, '1.20000', 2, 'EURUSD')
    // Dealt at 1.07995, and closed at 1.20005: 1,201 of a margin of 539.975. A tick that does both is a stop-out.
    expect(await now(id)).toMatchObject({
      ...{ state: 'lost', cause: 'stopOut', profit: '-1201.000000', returned: '0.000000', shortfall: '661.025000' },
    })
    expect(await violations()).toEqual([])
  })

  it('closes at the recorded price that reaches its take-profit or its stop-loss', async () => {
    const won = await opened(server, token, { takeProfit: '1.09000', stopLoss: '1.07000' })
    const lost = await opened(server, token, { direction: 'short', takeProfit: '1.07000', stopLoss: '1.08500' })
    await hold(server, '1.09200', 2, 'EURUSD')
    expect(await now(won.id)).toMatchObject({ state: 'won', cause: 'takeProfit', closePrice: '1.09195' })
    expect(await now(lost.id)).toMatchObject({ state: 'lost', cause: 'stopLoss', closePrice: '1.09205' })
    expect(await violations()).toEqual([])
  })

  it('in yen is converted at the closing price, and in pounds at the rate recorded at its opening', async () => {
    await price(server, '1.25000', 'GBPUSD')
    const yen = await opened(server, token, { symbol: 'USDJPY' }, '150.000')
    await price(server, '1.25000', 'GBPUSD')
    const pounds = await opened(server, token, { symbol: 'EURGBP', direction: 'short' }, '0.86000')
    // 10,000 × 0.85993 × 1.25, of which a twentieth.
    expect(pounds).toMatchObject({ via: 'GBPUSD', rate: '1.25000', initial: '537.456250', night: '-0.125000' })
    expect(yen).toMatchObject({ via: null, rate: null, initial: '500.000000', night: '0.199993' })
    for (const { id } of [yen, pounds]) await closes(server, token, id)
    await price(server, '1.50000', 'GBPUSD')
    await hold(server, '151.000', 2, 'USDJPY')
    await hold(server, '0.85000', 2, 'EURGBP')
    // 10,000 × (150.994 − 150.006) / 150.994, and 10,000 × (0.85993 − 0.85007) × 1.25.
    expect(await now(yen.id)).toMatchObject({ profit: '65.433064', returned: '565.433064' })
    expect(await now(pounds.id)).toMatchObject({ profit: '123.250000', returned: '660.706250' })
    expect(await violations()).toEqual([])
  })

  it('does not open if its conversion rate is stale, or it costs more than is held', async () => {
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '0.86000', 'EURGBP')
    const { id } = await ordered(server, token, { symbol: 'EURGBP' })
    await server.clock.advance(4_900)
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
    expect(swaps).toEqual([
      [1, '-7.000000', '5393.250000', '0.199993'],
      [2, '-14.000000', '5386.250000', '0.399986'],
      [5, '-35.000000', '5365.250000', '0.999965'],
    ])
    // 35 dollars of 100,000 euro are three and a half pips.
    expect([stopOut, (await now(id)).stopOut]).toEqual(['1.03689', '1.03724'])
    await server.restart()
    await hold(server, '1.03724', 3, 'EURUSD')
    expect(await now(id)).toMatchObject({ cause: 'stopOut', nights: 5, returned: '1079.250000' })
    expect(await violations()).toEqual([])
  })

  it('that waits for its close is charged the rollover in between', async () => {
    const { id } = await opened(server, token)
    await closes(server, token, id)
    await night()
    expect(await now(id)).toMatchObject({ state: 'open.closing', nights: 1, swap: '-0.700000' })
    await hold(server, '1.08000', 2, 'EURUSD')
    expect(await now(id)).toMatchObject({ state: 'lost', cause: 'user', nights: 1, returned: '538.325000' })
    expect(await violations()).toEqual([])
  })

  it('blocks a withdrawal, counts by its margin, and is in the common order list', async () => {
    const { capabilities } = server.platform
    const reads = readFrom(server.platform)
    const standing = async () => [
      await blocksLeaving(capabilities, reads, userId),
      (await turnoverOf(capabilities, reads, userId)).counted,
    ]
    const { id } = await opened(server, token)
    expect(await standing()).toEqual([['openPositionProhibits'], 0n])
    await closes(server, token, id)
    await hold(server, '1.08200', 2, 'EURUSD')
    expect(await standing()).toEqual([[], 540_025_000n])
    const open = await opened(server, token)
    const ids = async (input: Record<string, unknown>) =>
      (await server.ok(orders.list, input, token)).map((each) => [each.kind, each.id])
    expect(await ids({ list: 0, kind: 'forex' })).toEqual([['forex', open.id]])
    expect(await ids({ result: 'won', market: 'forex', symbol: 'EURUSD' })).toEqual([['forex', id]])
    expect(await ids({ market: 'crypto' })).toEqual([])
    expect(await server.ok(orders.totals, { kind: 'forex' }, token)).toMatchObject({
      ...{ won: 1, lost: 0, returned: 0, winRateBps: 10_000 },
      amounts: [{ currency: 'USDT', staked: '540.025000', gained: '19.000000', lost: '0.000000', net: '19.000000' }],
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
    const of = { pair: 'EUR/USD', currency: 'USDT', paid: '540.02' }
    expect(told.map(({ kind, key, params }) => ({ kind, key, params }))).toEqual([
      { kind: 'settlement', key: 'forexTookProfit', params: { ...of, amount: '659.02' } },
      { kind: 'settlement', key: 'forexStopped', params: { ...of, amount: '429.02' } },
      { kind: 'settlement', key: 'forexClosed', params: { ...of, amount: '539.02' } },
      { kind: 'settlement', key: 'forexStoppedOut', params: { ...of, amount: '0.00' } },
      { kind: 'settlement', key: 'stopPassed', params: { pair: 'EUR/USD', currency: 'USDT', amount: '505.02' } },
      { kind: 'settlement', key: 'forexReturned', params: { pair: 'EUR/USD', currency: 'USDT', amount: '505.02' } },
    ])
  })
})
