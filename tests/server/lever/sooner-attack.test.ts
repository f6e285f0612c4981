import { afterAll, describe, expect, it } from 'vitest'
import { triggersOf } from '../../../server/lever/by-the-record.ts'
import { leverKind } from '../../../server/lever/kind.ts'
import { fillsOf, type LeverRow, nextStepOf, withTiers } from '../../../server/lever/order.ts'
import { hearing } from '../../../server/market/live/tape.ts'
import { askedAt } from '../../../server/orders/module.ts'
import { leverMachine } from '../../../src/machines/orders/lever.ts'
import { advance, can, hasEnded } from '../../../src/machines/orders/life.ts'
import { costOf } from '../../../src/rules/lever/form.ts'
import {
  type LeverDirection,
  liquidationPrice,
  marginOf,
  notionalOf,
  profitOf,
} from '../../../src/rules/lever/lever.ts'
import { findContract, LEVER_FEE_BPS, LIQUIDATION_FEE_BPS } from '../../../src/rules/lever/terms.ts'
import { instrumentOf } from '../../../src/rules/market/instruments.ts'
import { parseMoney } from '../../../src/rules/money/money.ts'
import { createTally, createWorlds, follow, knownAt, linesFor, type Sent, type Served } from '../market/ahead.ts'
import type { Line, Moment } from '../market/listen.ts'

/*
 * Someone knows each price of the exchange before the server does. They open contracts, move stops, add margin, close and take back when that
 * promises most. The server's own decisions are asked, of the record that it makes as it hears. What a contract brings is calculated beside one
 * that is bought and sold at the prices that they know at the times of its ticks: those are as likely to rise as to fall.
 */

const SYMBOL = 'BTCUSDT'
const ROUNDS = process.env.TEST_LONG ? 10_000 : 200
/** How far the shown price must lag for the attacker to open, in its smallest unit. */
const BEHIND_MIN = 300
/** How long a contract stays open unless its owner closes it, in ms. */
const STANDS_MS = 5_000
const LEVERAGE = 50
const { tiers } = findContract(SYMBOL) ?? expect.fail('no contract')
const { quantityScale } = instrumentOf(SYMBOL)
const QUANTITY = parseMoney('0.1', quantityScale) ?? 0n
const PPM = 1_000_000n

type Event = { type: 'order.close' | 'order.cancel' | 'order.change' | 'order.add' }
/** A request on a contract. */
type Ask = { event: Event; change: Partial<LeverRow> }
const close: Ask = { event: { type: 'order.close' }, change: { close_quantity: QUANTITY } }
const takeBack: Ask = { event: { type: 'order.cancel' }, change: {} }
const letGo: Ask = { event: { type: 'order.change' }, change: { next_take_profit: null, next_stop_loss: null } }
const addMargin: Ask = { event: { type: 'order.add' }, change: { adding: 100_000_000n } }

/** The attacker's start: an ordered contract, or one long open. */
type Beginning = { direction: LeverDirection; known: bigint; shown: bigint }
/**
 * `behindMin`: how far the shown price must lag, in its smallest unit. `asks`: the request given the price they know;
 * none to keep the position. What is still open after a while is closed.
 */
type Strategy = {
  behindMin: number
  begins(beginning: Beginning): Partial<LeverRow>
  asks?(order: LeverRow, known: bigint): Ask | undefined
}

/** A price worse for this direction by this many millionths. */
const against = (direction: LeverDirection, price: bigint, ppm: bigint) =>
  (price * (PPM + (direction === 'long' ? -ppm : ppm))) / PPM
const isBeyond = (direction: LeverDirection, level: bigint | null, price: bigint) =>
  level !== null && (direction === 'long' ? price <= level : price >= level)
const opposite = { long: 'short', short: 'long' } as const

const atMarket = () => ({ type: 'market' as const })
const atLimit = ({ direction, shown }: Beginning) => ({
  type: 'limit' as const,
  price: against(direction, shown, 100n),
})
/** An open one, with the figures derived from its margin. */
const standing = (order: Pick<LeverRow, 'direction'> & { open_price: bigint }, stops: Partial<LeverRow> = {}) => {
  const margin = marginOf(notionalOf(SYMBOL, QUANTITY, order.open_price), LEVERAGE)
  const liquidation_price = liquidationPrice({
    ...{ symbol: SYMBOL, quantity: QUANTITY, entry: order.open_price, margin, tiers },
    direction: order.direction,
  })
  return {
    ...order,
    ...stops,
    state: 'open.standing' as const,
    margin,
    initial: margin,
    paid: margin,
    liquidation_price,
  }
}
/** A position whose liquidation price is a ten-thousandth away. */
const almostLost = ({ direction, known }: Beginning) =>
  standing({ direction, open_price: against(opposite[direction], known, 14_900n) })
const ranThrough = ({ direction, liquidation_price }: LeverRow, known: bigint) =>
  isBeyond(direction, liquidation_price, known)

const strategies: Record<string, Strategy> = {
  'opens where the price fell behind, and closes at once': {
    behindMin: BEHIND_MIN,
    begins: atMarket,
    asks: () => close,
  },
  'opens where it fell behind, and keeps it for a while': { behindMin: BEHIND_MIN, begins: atMarket },
  'waits at a price, and takes back what it ran through': {
    behindMin: 0,
    begins: atLimit,
    asks: ({ direction, price }, known) => (isBeyond(direction, price, known) ? takeBack : undefined),
  },
  'waits at a price, and takes back what it ran away from': {
    behindMin: 0,
    begins: atLimit,
    asks: ({ direction, price }, known) =>
      price !== null && isBeyond(opposite[direction], against(opposite[direction], price, 300n), known)
        ? takeBack
        : undefined,
  },
  'takes a stop away that the price ran through': {
    behindMin: 0,
    begins: ({ direction, known }) =>
      standing({ direction, open_price: known }, { stop_loss: against(direction, known, 100n) }),
    asks: ({ direction, stop_loss }, known) => (isBeyond(direction, stop_loss, known) ? letGo : undefined),
  },
  'takes away the price for its profit that the price ran through': {
    behindMin: 0,
    begins: ({ direction, known }) =>
      standing({ direction, open_price: known }, { take_profit: against(opposite[direction], known, 100n) }),
    asks: ({ direction, take_profit }, known) =>
      isBeyond(opposite[direction], take_profit, known) ? letGo : undefined,
  },
  'adds margin where the price ran through the liquidation': {
    behindMin: 0,
    begins: almostLost,
    asks: (order, known) => (ranThrough(order, known) ? addMargin : undefined),
  },
  'closes where the price ran through the liquidation': {
    behindMin: 0,
    begins: almostLost,
    asks: (order, known) => (ranThrough(order, known) ? close : undefined),
  },
}

const rowOf = (beginning: Beginning, nowMs: number, delayMs: number, begun: Partial<LeverRow>): LeverRow => {
  const accepted_ms = BigInt(nowMs + (begun.open_price === undefined ? delayMs : 0))
  const { margin, fee } = costOf(SYMBOL, QUANTITY, against('short', beginning.shown, 10_000n), LEVERAGE)
  return {
    ...{ id: 'order-0001', user_id: 'user-0001', version: 1n, state: 'pending', currency: 'USDT', market: 'crypto' },
    ...{ symbol: SYMBOL, direction: beginning.direction, type: 'market', price: null, leverage: BigInt(LEVERAGE) },
    ...{ fee_bps: BigInt(LEVER_FEE_BPS), ordered: QUANTITY, quantity: QUANTITY, reserve: margin + fee },
    ...{ open_seq: null, open_ms: null, open_price: null, open_hash: null, open_fee: 0n, margin: 0n, initial: 0n },
    ...{ adding: 0n, liquidation_price: null, take_profit: null, stop_loss: null, next_take_profit: null },
    ...{ next_stop_loss: null, close_quantity: null, fills: '[]', paid: 0n, profit: 0n, close_fee: 0n, returned: 0n },
    ...{ turnover: 0n, asked: 0n, cause: null, void_reason: null, void_ms: null, delivery_ms: null, settled_ms: null },
    ...{
      liquidation_fee_bps: BigInt(LIQUIDATION_FEE_BPS),
      tiers: withTiers(tiers),
      worth: 0n,
      exposure: 0n,
      asked_ms: null,
      close_ms: null,
      funding: 0n,
      funded: 0n,
    },
    ...{ funding_hours: null, funding_ppm: null, funding_ms: null, gaps: null, limited: 0n, fresh: 0n },
    ...{ accepted_ms, due_ms: begun.type === 'market' ? accepted_ms : null },
    ...begun,
  } as LeverRow
}

const armedOf = (order: LeverRow): Sent<LeverRow>['armed'] => {
  const { symbol, direction, price: level } = order
  if (order.open_price !== null) return triggersOf(order)
  return level === null
    ? []
    : [{ name: 'limit', symbol, side: direction === 'long' ? 'atOrBelow' : 'atOrAbove', level }]
}

type Server = Served & { takes: (order: LeverRow, ask: Ask, nowMs: number, delayMs: number) => LeverRow }

/** As the server does: a request takes effect by the record, at a time whose price nobody has seen yet. */
const byRecord: Server['takes'] = (order, { event, change }, now, delayMs) => {
  const isTaken = can(leverMachine, order.state, event) && !(order.type === 'market' && event.type === 'order.cancel')
  if (!isTaken) return order
  const { state } = advance(leverMachine, order.state, event)
  const times = askedAt(order, event.type, BigInt(now + delayMs))
  const due_ms = nextStepOf({ ...order, ...times })
  return { ...order, ...change, ...times, due_ms, state, asked: order.asked + 1n } as LeverRow
}

const worlds = createWorlds()
afterAll(worlds.drop)

/** Excess return of contracts over the known prices, with its standard error, and their fees: as shares of their notional. */
async function attack(name: string, line: Line, server: Server) {
  const strategy = strategies[name]
  if (!strategy) throw new Error(`${name}: no strategy`)
  const world = await worlds.of(line)
  const { moments } = world
  const tally = createTally()
  let [rounds, sentAt] = [0, 0]
  for (let at = 10; at < moments.length - 400 && rounds < ROUNDS; at++) {
    const { now, known, shown } = moments[at] ?? { now: 0, known: 0, shown: undefined }
    if (shown === undefined || now - sentAt < 900 || Math.abs(known - shown) < strategy.behindMin) continue
    sentAt = now
    rounds++
    const direction = known > shown ? 'long' : 'short'
    const beginning = { direction, known: BigInt(known), shown: BigInt(shown) } as const
    const begun = rowOf(beginning, now, server.delayMs, strategy.begins(beginning))
    const acts = (order: LeverRow, moment: Moment): LeverRow => {
      const old = moment.now > now + STANDS_MS ? (order.open_price === null ? takeBack : close) : undefined
      const ask = order.asked === 0n ? strategy.asks?.(order, BigInt(moment.known)) : undefined
      const wanted = ask ?? old
      return wanted ? server.takes(order, wanted, moment.now, server.delayMs) : order
    }
    const end = await follow(world, server, leverKind, { at, order: begun, armed: armedOf(begun) }, acts)
    if (!hasEnded(leverMachine, end.state)) throw new Error(`a contract is still ${end.state}`)
    const [fill] = fillsOf(end)
    if (!fill || end.open_price === null) continue
    const from = BigInt(begun.open_price === null ? knownAt(world, Number(end.open_ms)) : known)
    const to = BigInt(knownAt(world, Number(fill.tick.time_ms)))
    const position = { symbol: SYMBOL, direction, quantity: QUANTITY } as const
    // Its initial notional at the known price, and its hypothetical result.
    const before =
      begun.open_price === null ? end.paid : end.paid + profitOf({ ...position, entry: end.open_price }, from)
    const gain = end.returned - before - profitOf({ ...position, entry: from }, to)
    tally.add(Number(gain), Number(end.open_fee + end.close_fee), Number(notionalOf(SYMBOL, QUANTITY, from)))
  }
  return { rounds, ...tally.result() }
}

const lines = linesFor(ROUNDS)
/** A normal server, and one that reads its record three seconds late. */
const served = (slowMs: number): Server => ({ slowMs, delayMs: hearing.delayMs, takes: byRecord })

describe('lever: a latency advantage in contracts', () => {
  const cases = Object.keys(strategies).flatMap((name) =>
    Object.entries(lines)
      // Every day the two by which most is known.
      .filter(([ahead]) => process.env.TEST_LONG || ['250 ms ahead', 'up to 2 s ahead'].includes(ahead))
      .map(([ahead, line]) => [name, ahead, line] as const),
  )
  it.each(cases)('%s, %s, and pays the fees at least', async (name, _, line) => {
    for (const slowMs of [0, 3_000]) {
      const { rounds, count, gained, fees, error } = await attack(name, line, served(slowMs))
      expect(rounds).toBe(ROUNDS)
      expect(count).toBeGreaterThan(ROUNDS / 20)
      // A contract has no spread: its result differs from its fees by chance alone. Contracts open at the same time share it.
      expect(gained - 3 * error, `${slowMs} ms slow`).toBeLessThanOrEqual(-0.99 * fees)
    }
  })

  it('would gain if the server opened at the price of acceptance', async () => {
    const name = 'opens where the price fell behind, and closes at once'
    const { gained, fees, error } = await attack(name, lines['250 ms ahead'], { ...served(0), delayMs: 0 })
    expect(gained - 3 * error).toBeGreaterThan(-fees)
  })

  it('would lose less in a liquidation if a slow server applied requests before recorded ticks', async () => {
    const name = 'adds margin where the price ran through the liquidation'
    const late = served(3_000)
    const before: Server['takes'] = (order, ask, now) => byRecord(order, ask, now, -2_500)
    const is = await attack(name, lines['250 ms ahead'], late)
    const would = await attack(name, lines['250 ms ahead'], { ...late, takes: before })
    expect(would.gained - is.gained).toBeGreaterThan(3 * (would.error + is.error))
  })
})
