import { afterAll, describe, expect, it } from 'vitest'
import { hearing } from '../../../server/market/live/tape.ts'
import { spotKind } from '../../../server/spot/kind.ts'
import { fillsOf, type SpotRow } from '../../../server/spot/order.ts'
import { isCancellable } from '../../../server/spot/trade.ts'
import { advance } from '../../../src/machines/orders/life.ts'
import { spotMachine } from '../../../src/machines/orders/spot.ts'
import { bestOf } from '../../../src/rules/market/book.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { pairOf, SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { marketBound, metBy, type SpotSide } from '../../../src/rules/spot/spot.ts'
import { createTally, createWorlds, follow, knownAt, linesFor, type Served } from '../market/ahead.ts'
import type { Line, Moment } from '../market/listen.ts'

/*
 * Someone knows each price of the exchange before the server does, and sees the book that the server shows fall behind it. They order when that
 * promises most, and take back what no longer does. The server's own decisions are asked, of the record that it makes as it hears. Each fill is
 * calculated by the price that the attacker knows at its time: what comes later nobody knows, and it is as likely to help as to hurt.
 */

const SYMBOL = 'BTCUSDT'
const ROUNDS = process.env.TEST_LONG ? 10_000 : 500
/** How far the shown price must lag for the attacker to trade, in its smallest unit. */
const BEHIND_MIN = 300
/** How long an order rests unless its owner cancels it, in ms. */
const STANDS_MS = 5_000
const { scale, quantityScale } = instrumentOf(SYMBOL)
const QUANTITY = parseMoney(pairOf(SYMBOL).unit, quantityScale) ?? 0n
const PPM = 1_000_000n

type Asked = Pick<SpotRow, 'side' | 'type' | 'time_in_force' | 'bound' | 'price'>
/**
 * `behindMin`: how far the shown price must be behind, in its smallest unit. `goesBad`: whether the attacker would rather not have it any more, by
 * the price that they know; they take it back once that was so for `patienceMs`.
 */
type Strategy = {
  behindMin: number
  asks(side: SpotSide, shown: bigint): Asked
  goesBad?(asked: Asked, known: number): boolean
  patienceMs?: number
}

const limit = (side: SpotSide, price: bigint, time_in_force: SpotRow['time_in_force']): Asked => ({
  ...{ side, type: 'limit', time_in_force, price, bound: price },
})
/** The price penalty for a resting order, in millionths. */
const off = (side: SpotSide, price: bigint, ppm: bigint) => (price * (PPM + (side === 'buy' ? -ppm : ppm))) / PPM
const ranThrough = ({ side, bound }: Asked, known: number) => (side === 'buy' ? known < bound : known > bound)
const ranAway = ({ side, bound }: Asked, known: number) =>
  side === 'buy' ? known > off('sell', bound, 300n) : known < off('buy', bound, 300n)

const strategies: Record<string, Strategy> = {
  'takes the book that fell behind': {
    behindMin: BEHIND_MIN,
    asks: (side, shown) => ({
      ...{ side, type: 'market', time_in_force: 'gtc', price: null, bound: marketBound(SYMBOL, side, shown) },
    }),
  },
  'takes it at the price that is shown, or not at all': {
    behindMin: BEHIND_MIN,
    asks: (side, shown) => limit(side, bestOf(SYMBOL, metBy(side), shown), 'ioc'),
  },
  'takes it at that price, and takes back what the price ran through': {
    behindMin: BEHIND_MIN,
    asks: (side, shown) => limit(side, bestOf(SYMBOL, metBy(side), shown), 'gtc'),
    goesBad: ranThrough,
  },
  'waits at the other side’s best, and takes back what the price ran through': {
    behindMin: 0,
    asks: (side, shown) => limit(side, bestOf(SYMBOL, side === 'buy' ? 'bid' : 'ask', shown), 'postOnly'),
    goesBad: ranThrough,
  },
  'waits further off, and takes back what the price ran through': {
    behindMin: 0,
    asks: (side, shown) => limit(side, off(side, shown, 100n), 'gtc'),
    goesBad: ranThrough,
  },
  'waits further off, and takes back only what the price stayed beyond': {
    behindMin: 0,
    asks: (side, shown) => limit(side, off(side, shown, 100n), 'gtc'),
    goesBad: ranThrough,
    patienceMs: 2_000,
  },
  'waits further off, and takes back what the price ran away from': {
    behindMin: 0,
    asks: (side, shown) => limit(side, off(side, shown, 100n), 'gtc'),
    goesBad: ranAway,
  },
}

const rowOf = (asked: Asked, acceptedMs: number): SpotRow => ({
  ...asked,
  ...{ id: 'order-0001', user_id: 'user-0001', version: 1n, state: 'pending', currency: 'USDT', symbol: SYMBOL },
  ...{ quantity: QUANTITY, level: 0n, fee_bps: BigInt(SPOT_FEE_BPS), filled: 0n, worth: 0n, fee: 0n, held: 0n },
  ...{ released: 0n, fills: '[]', asked: 0n, cause: null, strategy_id: null, strategy_step: null },
  ...{ accepted_ms: BigInt(acceptedMs), due_ms: BigInt(acceptedMs), settled_ms: null },
})

/** `takesBack`: how it handles a cancelled order. */
type Server = Served & { takesBack: (order: SpotRow, nowMs: number, delayMs: number) => SpotRow }

/** As the server does: it takes effect by the record, at a time whose price nobody has seen yet. */
const byRecord: Server['takesBack'] = (order, now, delayMs) => {
  if (!isCancellable(order)) return order
  const { state } = advance(spotMachine, order.state, { type: 'order.cancel' })
  return { ...order, state, due_ms: BigInt(now + delayMs) }
}

/** Its owner's request: cancelled as soon as wanted and allowed. */
function taking({ takesBack, delayMs }: Server, { asked, goesBad, patienceMs = 0 }: Attacker, begun: number) {
  let goodAt = begun
  return (order: SpotRow, { now, known }: Moment): SpotRow => {
    if (!goesBad?.(asked, known)) goodAt = now
    const isUnwanted = goodAt < now && now - goodAt >= patienceMs
    if (order.asked !== 0n || !(isUnwanted || now > begun + STANDS_MS)) return order
    const next = takesBack(order, now, delayMs)
    return next === order ? order : { ...next, asked: 1n }
  }
}

type Attacker = { asked: Asked } & Pick<Strategy, 'goesBad' | 'patienceMs'>

/** `laterMs`: a fill is valued at the price the attacker knows this long after it. */
type Attack = { name: string; line: Line; server: Server; laterMs?: number }

const worlds = createWorlds()
afterAll(worlds.drop)

/** Their gain with its standard error, and their fees, as shares of the traded amount. `rounds`: the number of orders. */
async function attack({ name, line, server, laterMs = 0 }: Attack) {
  const strategy = strategies[name]
  if (!strategy) throw new Error(`${name}: no strategy`)
  const world = await worlds.of(line)
  const { moments } = world
  const tally = createTally()
  let [rounds, sentAt] = [0, 0]
  for (let at = 10; at < moments.length - 200 && rounds < ROUNDS; at++) {
    const { now, known, shown } = moments[at] ?? { now: 0, known: 0, shown: undefined }
    if (shown === undefined || now - sentAt < 900 || Math.abs(known - shown) < strategy.behindMin) continue
    sentAt = now
    rounds++
    const asked = strategy.asks(known > shown ? 'buy' : 'sell', BigInt(shown))
    const sent = { at, order: rowOf(asked, now + server.delayMs), armed: [] }
    const acts = taking(server, { asked, ...strategy }, now)
    const order = await follow(world, server, spotKind, sent, acts)
    for (const { worth, fee, quantity, tick } of fillsOf(order)) {
      const then = knownAt(world, Number(tick.time_ms) + laterMs)
      const real = (then * Number(quantity) * 1e6) / 10 ** (scale + quantityScale)
      tally.add((asked.side === 'buy' ? 1 : -1) * (real - Number(worth)) - Number(fee), Number(fee), Number(worth))
    }
  }
  const { count, ...result } = tally.result()
  return { rounds, fills: count, ...result }
}

const lines = linesFor(ROUNDS)
/** A normal server, and one that reads its record three seconds late. */
const served = (slowMs: number): Server => ({ slowMs, delayMs: hearing.delayMs, takesBack: byRecord })

describe('spot: a latency advantage in spot orders', () => {
  const cases = Object.keys(strategies).flatMap((name) =>
    Object.entries(lines)
      // Every day the two by which most is known.
      .filter(([ahead]) => process.env.TEST_LONG || ['250 ms ahead', 'up to 2 s ahead'].includes(ahead))
      .map(([ahead, line]) => [name, ahead, line] as const),
  )
  it.each(cases)('%s, %s, and pays the fees at least', async (name, _, line) => {
    for (const slowMs of [0, 3_000]) {
      const { rounds, fills, gained, fees, error } = await attack({ name, line, server: served(slowMs) })
      expect(rounds).toBe(ROUNDS)
      // Few rounds say it within chance.
      const chance = process.env.TEST_LONG ? 0 : 3 * error
      if (fills > 1) expect(gained - chance, `${slowMs} ms slow`).toBeLessThanOrEqual(-fees)
    }
  })

  it('would gain if the server filled orders at the price of acceptance', async () => {
    const server = { ...served(0), delayMs: 0 }
    const name = 'takes the book that fell behind'
    const { gained, fees } = await attack({ name, line: lines['250 ms ahead'], server })
    expect(gained).toBeGreaterThan(-fees)
  })

  it('would gain if the server cancelled an order as soon as requested', async () => {
    const server: Server = { ...served(3_000), takesBack: (order) => ({ ...order, state: 'returned' }) }
    const name = 'waits further off, and takes back only what the price stayed beyond'
    const { gained, fees, error } = await attack({ name, line: lines['250 ms ahead'], server, laterMs: 2_000 })
    expect(gained - 2 * error).toBeGreaterThan(-fees)
  })
})
