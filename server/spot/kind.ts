import { sql } from 'kysely'
import { spotOrder as wire } from '../../src/api/trade/spot.ts'
import type { Step } from '../../src/machines/orders/life.ts'
import { spotMachine } from '../../src/machines/orders/spot.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { baseAmount, legsOf, QUOTE } from '../../src/rules/spot/spot.ts'
import { amountIn, type Message, pairIn, quantityIn } from '../inbox/module.ts'
import { rangesWithin, sinceOldest, type TickNeeds } from '../market/module.ts'
import { mover, type OrderKind, type Posting, tradedIn } from '../orders/module.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { byTheRecord, onCrossing } from './by-the-record.ts'
import { fillsOf, type SpotRow, timeOfEnd, timesOfFills, toWire } from './order.ts'

/** A spot order as the order kernel knows it. */
export const spotKind: OrderKind<SpotRow> = {
  name: 'spot',
  table: 'spots',
  machine: spotMachine,
  wire,
  toWire,
  holds: sql`select id, user_id, currency, held as amount from spots where settled_ms is null`,
  due: byTheRecord,
  crossed: onCrossing,
  postings,
  message,
  ticks: ticks(),
  blocksLeaving: 'unfinishedTrades',
  listing: {
    where: ({ market, symbol }) => (market === 'forex' ? undefined : { symbol }),
    // A spot order exchanges, and stakes nothing.
    staked: sql`0`,
    returned: sql`0`,
    turnover: sql`worth`,
    traded: {
      bought: sql`case when side = 'buy' then worth else 0 end`,
      sold: sql`case when side = 'sell' then worth else 0 end`,
      fees: sql`fee`,
    },
  },
}

/** A user's turnover in spot: the value of all fills, in minor units of USDT. */
export const tradedBy = (reads: Reads, userId: string): Promise<bigint> => reads.read(traded, userId)

const traded = tradedIn(spotKind)

/** The platform is the counterparty of each fill, on its account `spot`. Fees are in USDT on both sides. */
function postings(order: SpotRow): Record<string, () => Posting> {
  const { symbol, side, held, released } = order
  const move = mover(order)
  const fillOf = () => {
    const fill = fillsOf(order).at(-1)
    if (!fill) throw new Error(`spot ${order.id}: nothing was filled`)
    return { ...fill, base: baseAmount(symbol, fill.quantity) }
  }
  const { receives } = legsOf(symbol, side)
  return {
    holdOrder: () => move({ available: -held, held }),
    giveFill: () => {
      const { worth, fee, freed, base } = fillOf()
      return side === 'buy'
        ? move({ held: -worth - fee - freed, spot: worth, fees: fee, available: freed }, QUOTE)
        : move({ held: -base, spot: base })
    },
    receiveFill: () => {
      const { worth, fee, base } = fillOf()
      return side === 'buy'
        ? move({ spot: -base, available: base }, receives)
        : move({ spot: -worth, fees: fee, available: worth - fee }, QUOTE)
    },
    releaseRest: () => move({ held: -released, available: released }),
  }
}

/**
 * The message to the owner of a resting order: its first fill, and its end. There is none for a market order, which ends while its owner
 * watches, nor for an order that they cancelled unfilled.
 */
function message(order: SpotRow, { postings: steps }: Step): Message | undefined {
  const { symbol, type, side, filled, cause } = order
  if (type !== 'limit') return undefined
  const hasEnded = order.settled_ms !== null
  if (hasEnded && filled === 0n && cause !== 'user') {
    return { kind: 'settlement', key: 'spotReturned', params: { pair: pairIn(symbol) } }
  }
  const isFirstFill = steps.includes('giveFill') && fillsOf(order).length === 1
  if (filled === 0n || !(hasEnded || isFirstFill)) return undefined
  return {
    kind: 'settlement',
    key: side === 'buy' ? 'spotBought' : 'spotSold',
    params: {
      pair: pairIn(symbol),
      filled: quantityIn(symbol, filled),
      quantity: quantityIn(symbol, order.quantity),
      base: instrumentOf(symbol).base,
      // The amount paid from the wallet, or received.
      amount: amountIn(QUOTE, side === 'buy' ? order.worth + order.fee : order.worth - order.fee),
      currency: QUOTE,
    },
  }
}

/** Retains the tick of each fill, and all ticks that undecided orders need. */
function ticks(): TickNeeds {
  return {
    since: sinceOldest('spots'),
    async stretches(db, symbol, from, to) {
      const rows = await db
        .selectFrom('spots')
        .selectAll()
        .where('symbol', '=', symbol)
        .where((eb) => eb.or([eb('filled', '>', 0n), eb('cause', 'in', ['bound', 'postOnly', 'noPrice'])]))
        .where('accepted_ms', '<=', to)
        .where((eb) => eb.or([eb('settled_ms', 'is', null), eb('settled_ms', '>=', from)]))
        .execute()
      const times = await Promise.all(rows.map(async (row) => [...timesOfFills(row), await timeOfEnd(db, row)]))
      return rangesWithin(db, symbol, times.flat(), from, to)
    },
  }
}
