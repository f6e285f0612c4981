import { sql } from 'kysely'
import { order as wire } from '../../src/api/trade/microtrade.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { PERIOD_SECONDS_MAX, profit } from '../../src/rules/microtrade/microtrade.ts'
import { amountIn, type Message, pairIn } from '../inbox/module.ts'
import { sinceOldest, type TickNeeds, ticksWithin } from '../market/module.ts'
import { mover, type OrderKind, type Posting, tradedIn } from '../orders/module.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { byTheRecord } from './by-the-record.ts'
import { type MicrotradeRow, toWire } from './order.ts'

const profitOf = ({ amount, payout_bps }: Pick<MicrotradeRow, 'amount' | 'payout_bps'>) =>
  profit(amount, Number(payout_bps))

/** A timed option as the order kernel knows it: its terms, its postings and its decisions. */
export const microtradeKind: OrderKind<MicrotradeRow> = {
  name: 'microtrade',
  table: 'microtrades',
  machine: microtradeMachine,
  wire,
  toWire,
  holds: sql`select id, user_id, currency, amount from microtrades where settled_ms is null`,
  due: byTheRecord,
  postings,
  message,
  ending: (order, step) => ({ payout: payoutOf(order, step.postings) }),
  ticks: ticks(),
  blocksLeaving: 'unfinishedTrades',
  listing: {
    where: ({ market, symbol }) => ({ kind: market && kinds[market], symbol }),
    staked: sql`case when state = 'unexpected' then 0 else amount end`,
    returned: sql`case when state = 'unexpected' then 0 else payout end`,
    turnover: sql`coalesce(turnover, 0)`,
  },
}

/** A user's turnover in options: stakes that were won or lost, in minor units of USDT. */
export const tradedBy = (reads: Reads, userId: string): Promise<bigint> => reads.read(traded, userId)

const traded = tradedIn(microtradeKind)

const kinds = { crypto: 'crypto', forex: 'wh' } as const

function postings(order: MicrotradeRow): Record<string, () => Posting> {
  const { amount } = order
  const move = mover(order)
  return {
    holdStake: () => move({ available: -amount, held: amount }),
    payWinner: () => move({ held: -amount, options: -profitOf(order), available: amount + profitOf(order) }),
    forfeitStake: () => move({ held: -amount, options: amount }),
    returnStake: () => move({ held: -amount, available: amount }),
  }
}

function payoutOf(order: MicrotradeRow, posted: readonly string[]): bigint {
  if (posted.includes('payWinner')) return order.amount + profitOf(order)
  return posted.includes('returnStake') ? order.amount : 0n
}

/** The message to its owner at its end. */
function message({ state, symbol, currency, ...order }: MicrotradeRow): Message | undefined {
  const params = { pair: pairIn(symbol), amount: amountIn(currency, order.amount), currency }
  switch (state) {
    case 'won': {
      const won = { amount: amountIn(currency, order.payout ?? 0n), profit: amountIn(currency, profitOf(order)) }
      return { kind: 'option', key: 'optionWon', params: { ...params, ...won } }
    }
    case 'lost':
      return { kind: 'option', key: 'optionLost', params }
    case 'drawn':
    case 'unexpected':
      return { kind: 'option', key: 'optionReturned', params }
    default:
      return undefined
  }
}

/** The period, in ms, without a tick that could open an option, or, from its opening to its due time, settle it. */
export function timeOfNothing(order: Pick<MicrotradeRow, 'accepted_ms' | 'open_ms' | 'seconds'>): [number, number] {
  const { accepted_ms, open_ms, seconds } = order
  if (open_ms === null) return [Number(accepted_ms), Number(accepted_ms) + STALE_AFTER_MS]
  return [Number(open_ms), Number(open_ms + seconds * 1000n)]
}

/** Retains all ticks since the oldest unsettled option, and those from each option's opening to its closing tick. */
function ticks(): TickNeeds {
  return {
    since: sinceOldest('microtrades', { at: 'accepted_ms' }),
    async stretches(db, symbol, from, to) {
      const rows = await db
        .selectFrom('microtrades')
        .select(['open_seq', 'close_seq'])
        .where('symbol', '=', symbol)
        .where('open_ms', '>=', from - BigInt(PERIOD_SECONDS_MAX * 1_000))
        .where('open_ms', '<=', to)
        .where((eb) => eb(eb('open_ms', '+', eb('seconds', '*', 1_000n)), '>=', from))
        .execute()
      const nothing = await db
        .selectFrom('microtrades')
        .select(['accepted_ms', 'open_ms', 'seconds'])
        .where('symbol', '=', symbol)
        .where('state', '=', 'unexpected')
        .where('accepted_ms', '>=', from - BigInt(PERIOD_SECONDS_MAX * 1_000 + STALE_AFTER_MS))
        .where('accepted_ms', '<=', to)
        .execute()
      const gaps = await Promise.all(nothing.map((order) => ticksWithin(db, symbol, ...timeOfNothing(order))))
      const settled = rows.flatMap(({ open_seq, close_seq }) =>
        open_seq === null ? [] : [{ from: open_seq, to: close_seq ?? open_seq }],
      )
      return [...settled, ...gaps.flat()]
    },
  }
}
