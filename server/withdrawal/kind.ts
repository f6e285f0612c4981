import { sql } from 'kysely'
import { withdrawal as wire } from '../../src/api/money/withdrawal.ts'
import { withdrawalMachine } from '../../src/machines/orders/withdrawal.ts'
import { amountIn, type Message } from '../inbox/module.ts'
import type { TickNeeds } from '../market/module.ts'
import { type Move, mover, type OrderKind, type Posting } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { statusOf } from '../user/module.ts'
import { toWire, type WithdrawalRow } from './order.ts'
import { leavingOf } from './paid-out.ts'

/** A withdrawal as the order kernel knows it: its postings, and the due steps of the paper reviewer and the paper network. */
export const withdrawalKind: OrderKind<WithdrawalRow> = {
  name: 'withdrawal',
  table: 'withdrawals',
  machine: withdrawalMachine,
  wire,
  toWire,
  holds: sql`select id, user_id, currency, amount from withdrawals where state = 'underReview'`,
  postings,
  due: onPaper,
  message,
  ticks: ticks(),
}

function postings(order: WithdrawalRow): Record<string, () => Posting> {
  const { amount, fee } = order
  const move = mover(order)
  // The amount is owed to the network until it confirms; the fee is the platform's.
  return {
    holdAmount: () => move({ available: -amount, held: amount }),
    consumeHold: () => move({ held: -amount, withdrawals: amount - fee, fees: fee }),
    releaseHold: () => move({ held: -amount, available: amount }),
    returnAmount: () => move({ withdrawals: fee - amount, fees: -fee, available: amount }),
  }
}

/**
 * The due steps with paper money, unless an operator acts first: the paper reviewer approves, and the network sends and confirms. For a
 * locked or frozen account nothing is approved: the withdrawal waits for an operator, or for the account.
 */
async function onPaper(db: Db | Tx, order: WithdrawalRow): Promise<Move<WithdrawalRow> | undefined> {
  const { state, user_id, due_ms, pace_ms } = order
  const at = due_ms ?? 0n
  switch (state) {
    case 'underReview': {
      if ((await statusOf(db, user_id)) !== 'active') return undefined
      return {
        event: { type: 'withdrawal.approve' },
        change: { approved_ms: at, due_ms: at + pace_ms, ...(await leavingOf(db, order, Number(at))) },
      }
    }
    case 'approved':
      return { event: { type: 'withdrawal.send' }, change: { sent_ms: at, due_ms: at + pace_ms } }
    default:
      return { event: { type: 'withdrawal.confirm' } }
  }
}

/** The message to its owner at its end. */
function message({ state, currency, amount, fee, reason }: WithdrawalRow): Message | undefined {
  switch (state) {
    case 'confirmed':
      return {
        kind: 'funding',
        key: 'withdrawalArrived',
        params: { amount: amountIn(currency, amount - fee), currency },
      }
    case 'refused':
      return {
        kind: 'funding',
        key: 'withdrawalRefused',
        params: { amount: amountIn(currency, amount), currency, reason: reason ?? '' },
      }
    case 'bounced':
      return {
        kind: 'funding',
        key: 'withdrawalBounced',
        params: { amount: amountIn(currency, amount), currency, reason: reason ?? '' },
      }
    default:
      return undefined
  }
}

/** A withdrawal stores the one tick that it was validated by. */
function ticks(): TickNeeds {
  return {
    since: async () => undefined,
    async stretches(db, symbol, from, to) {
      const rows = await db
        .selectFrom('withdrawals')
        .innerJoin('ticks', (join) =>
          join.onRef('ticks.seq', '=', 'withdrawals.price_seq').on('ticks.symbol', '=', symbol),
        )
        .select('ticks.seq')
        .where('withdrawals.currency', '=', symbol.replace(/USDT$/, ''))
        .where('ticks.time_ms', '>=', from)
        .where('ticks.time_ms', '<=', to)
        .execute()
      return rows.map(({ seq }) => ({ from: seq, to: seq }))
    },
  }
}
