import { describe, expect, it } from 'vitest'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as forex from '../../../src/api/trade/forex.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import * as spot from '../../../src/api/trade/spot.ts'
import * as strategy from '../../../src/api/trade/strategy.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { callsOf } from '../calls.ts'
import * as lots from '../forex/support.ts'
import { describeServer, type TestServer } from '../harness.ts'
import * as contracts from '../lever/support.ts'
import { hold, requestId } from '../microtrade/support.ts'
import * as coins from '../spot/support.ts'
import * as strategies from '../strategy/support.ts'

/** `npm run test:faults` runs every pair at every price and moment; otherwise those that affect an order's outcome. */
const LONG = process.env.TEST_LONG !== undefined

/*
 * Two acts on one order that are asked before the first has taken effect: what comes of them is what would have come of them one after the
 * other, or the second is refused and the first stands alone. Every ordered pair of acts on every kind of order, before prices that fall
 * between what they change.
 */

type Act = { call: Call; input?: Record<string, unknown> }
type Subject = {
  symbol: string
  /** The initial price. */
  at: string
  list: Call
  /** Places an order for a user. @returns its id */
  place(server: TestServer, token: string): Promise<string>
  /** The steps up to the two acts. */
  before?: readonly Act[]
  acts: Readonly<Record<string, Act>>
  /** Those of them that are tried each day; by default all. */
  daily?: readonly string[]
  /** Prices after the acts, each for three seconds. */
  after: Readonly<Record<string, readonly string[]>>
}

const contractActs = {
  'close all': { call: lever.closeAll, input: { id: undefined } },
  close: { call: lever.close },
  'close half': { call: lever.close, input: { quantity: '0.05' } },
  'add margin': { call: lever.addMargin, input: { amount: '100' } },
  'set near stops': { call: lever.setStop, input: { takeProfit: '40200', stopLoss: '39800' } },
  'set far stops': { call: lever.setStop, input: { takeProfit: '45000', stopLoss: '36000' } },
  cancel: { call: lever.cancel },
} as const satisfies Subject['acts']
const dailyActs = [
  'close',
  'close half',
  'add margin',
  'set near stops',
] as const satisfies (keyof typeof contractActs)[]

// A long of 0.1 BTC at 20x is liquidated at 38,200, with 100 USDT of added margin at 37,200, and half of it with the same
// addition as far away.
const contractPrices = {
  'a calm market': ['40000.00'],
  'beyond the old liquidation price': ['37800.00', '40000.00'],
  'beyond every liquidation price': ['35000.00', '40000.00'],
  'beyond a near stop': ['39700.00', '40000.00'],
  'beyond a near target': ['40300.00', '40000.00'],
} as const

const lotActs = {
  close: { call: forex.close },
  'close a part': { call: forex.close, input: { lots: '0.04' } },
  'set near stops': { call: forex.setStop, input: { takeProfit: '1.10200', stopLoss: '1.09850' } },
  'set far stops': { call: forex.setStop, input: { takeProfit: '1.12000', stopLoss: '1.07000' } },
} as const satisfies Subject['acts']

const strategyActs = {
  pause: { call: strategy.pause },
  resume: { call: strategy.resume },
  stop: { call: strategy.stop },
} as const satisfies Subject['acts']

const subjects: Readonly<Record<string, Subject>> = {
  'an open contract': {
    ...{ symbol: 'BTCUSDT', at: '40000.00', list: lever.myTrade, acts: contractActs, daily: dailyActs },
    after: contractPrices,
    place: async (server, token) =>
      (await contracts.ordered(server, token, { takeProfit: '42000', stopLoss: '30000' })).id,
  },
  'a limit order of a contract': {
    ...{ symbol: 'BTCUSDT', at: '40000.00', list: lever.myTrade, acts: contractActs, daily: ['cancel', ...dailyActs] },
    place: async (server, token) => (await contracts.ordered(server, token, { type: 'limit', price: '39000' })).id,
    after: { 'a calm market': ['40000.00'], 'its limit': ['38900.00', '40000.00'] },
  },
  'a position in lots': {
    ...{ symbol: 'EURUSD', at: '1.10000', list: forex.list, acts: lotActs },
    place: async (server, token) => {
      await lots.mayTrade(server, token)
      return (await lots.ordered(server, token)).id
    },
    after: { 'a price further down': ['1.09000'], 'beyond a near stop': ['1.09800', '1.10000'] },
  },
  'a limit order in lots': {
    ...{ symbol: 'EURUSD', at: '1.10000', list: forex.list, acts: { ...lotActs, cancel: { call: forex.cancel } } },
    daily: ['cancel'],
    place: async (server, token) => {
      await lots.mayTrade(server, token)
      return (await lots.ordered(server, token, { type: 'limit', price: '1.09500' })).id
    },
    after: { 'a calm market': ['1.10000'], 'its limit': ['1.09400', '1.10000'] },
  },
  'a limit order on the spot': {
    ...{ symbol: 'BTCUSDT', at: '40000.00', list: spot.list, acts: { cancel: { call: spot.cancel } } },
    place: async (server, token) => (await coins.ordered(server, token, coins.limit('39000.00'))).id,
    after: { 'a calm market': ['40000.00'], 'its limit': ['38000.00'] },
  },
  'a grid that runs': {
    ...{ symbol: 'BTCUSDT', at: '40000.00', list: strategy.list, acts: strategyActs },
    place: async (server, token) => (await server.ok(strategy.submit, strategies.grid(), token)).id,
    after: { 'a calm market': ['40000.00'], 'a step of it': ['37900.00', '40100.00'] },
  },
  'a paused grid': {
    ...{ symbol: 'BTCUSDT', at: '40000.00', list: strategy.list, acts: strategyActs },
    place: async (server, token) => (await server.ok(strategy.submit, strategies.grid(), token)).id,
    before: [strategyActs.pause],
    after: { 'a calm market': ['40000.00'], 'a step of it': ['37900.00', '40100.00'] },
  },
}

/** Acts that take effect at once, so that nothing stays pending. */
const atOnce = new Set([
  'lh/deposit/cancel',
  'project/terminate',
  'lh/loan/repayment',
  'withdrawal/cancel',
  'wallet/flashAgainst',
])

/** When the second act is requested: with the first or, for a contract, after a price whose record is not complete yet. */
const moments = ['at once', 'after a price'] as const

type Way = 'together' | 'apart' | 'alone'
type Played = { way: Way; pair: readonly [string, string]; token: string; id: string; second?: string }

describeServer.onSqlite('two acts on one order', (server) => {
  const ask = async ({ call, input = {} }: Act, { token, id }: Pick<Played, 'token' | 'id'>) => {
    const answer = await server.call(call, { requestId: requestId(), id, ...input }, token)
    if (answer.type !== 'ok') return String(answer.key)
    // For "close all" without any open position.
    return Array.isArray(answer.message) && answer.message.length === 0 ? 'nothing to do' : 'ok'
  }
  /** The owner's view of it and its triggers, without unique fields. */
  const seen = async ({ list }: Subject, { token, id }: Played) => {
    const all = (await server.ok(list, { limit: 100 }, token)) as { id: string; version: number }[]
    const found = all.find((order) => order.id === id)
    if (!found) throw new Error(`no order ${id}`)
    const { id: _, version: __, ...order } = found
    const { available, frozen } = await server.ok(getInfo, { currency: 'USDT' }, token)
    const triggers = await server.platform.db
      .selectFrom('triggers')
      .select(['name', 'side', 'level'])
      .where('order_id', '=', id)
      .orderBy('name')
      .execute()
    return { order: withoutTimes(order), available, frozen, triggers }
  }

  describe.each(Object.entries(subjects))('on %s', (_, subject) => {
    const { symbol, at, list, acts, daily, after, before = [] } = subject
    const names = Object.keys(acts).filter((name) => LONG || !daily || daily.includes(name))
    const pairs = names.flatMap((first) => names.map((second) => [first, second] as const))
    const cases = Object.entries(after).flatMap(([name, prices], place) =>
      moments
        .slice(0, list === lever.myTrade ? 2 : 1)
        .filter((_, index, all) => LONG || index === place % all.length)
        .map((moment) => [name, moment, prices] as const),
    )

    it.each(cases)('come to the same as one after the other: %s, %s', async (_name, moment, prices) => {
      const played: Played[] = []
      await hold(server, at, 2, symbol)
      const play = async (way: Way, pair: Played['pair']) => {
        const { token } = await server.person()
        played.push({ way, pair, token, id: await subject.place(server, token) })
      }
      for (const name of names) await play('alone', [name, name])
      for (const pair of pairs) for (const way of ['together', 'apart'] as const) await play(way, pair)
      await hold(server, at, 5, symbol)
      for (const act of before) {
        for (const each of played) expect(await ask(act, each)).toBe('ok')
        await hold(server, at, 5, symbol)
      }
      const those = (...ways: Way[]) => played.filter(({ way }) => ways.includes(way))
      const act = (name: string): Act => acts[name] ?? { call: lever.close }
      for (const each of those('apart')) await ask(act(each.pair[0]), each)
      await hold(server, at, 4, symbol)
      for (const each of those('together', 'alone')) await ask(act(each.pair[0]), each)
      const [next = at, ...others] = prices
      // A tick at the exact time of a request is decided by the state before it.
      await server.clock.advance(10)
      if (moment === 'after a price') {
        server.tick(symbol, next)
        await server.clock.advance(200)
      }
      for (const each of those('together', 'apart')) each.second = await ask(act(each.pair[1]), each)
      // The next price is one of another second: of each, the last is recorded.
      if (moment === 'after a price') await server.clock.advance(790)
      for (const value of [next, ...others]) await hold(server, value, 3, symbol)
      for (const together of those('together')) {
        const [first, second] = together.pair
        const like = played.find(({ way, pair }) =>
          together.second === 'ok'
            ? way === 'apart' && pair[0] === first && pair[1] === second
            : way === 'alone' && pair[0] === first,
        )
        if (!like) throw new Error(`nothing to compare with: ${first}, ${second}`)
        const said = `${first}, then ${second}: ${together.second}`
        expect(await seen(subject, together), said).toEqual(await seen(subject, like))
      }
      expect(await server.ledger()).toEqual([])
    })
  })

  it('are covered for every act on an order that waits for the record', () => {
    const onOrders = server.platform.modules
      .filter(({ orders = [] }) => orders.length > 0)
      .flatMap(callsOf)
      .filter((call) => isAct(call))
      .map(({ path }) => path)
    const tried = Object.values(subjects).flatMap(({ acts }) => Object.values(acts).map(({ call }) => call.path))
    expect(onOrders.filter((path) => !tried.includes(path) && !atOnce.has(path))).toEqual([])
  })
})

/** Whether a call asks something of an order that is there, by its id. */
const isAct = ({ input }: Call): boolean => {
  const entries = (input as { entries?: Record<string, unknown> }).entries ?? {}
  return 'requestId' in entries && 'id' in entries
}

const withoutTimes = (order: object): object =>
  JSON.parse(JSON.stringify(order, (key, value) => (/(At|Ms)$|^since$/.test(key) ? undefined : value)))
