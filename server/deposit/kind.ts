import { sql } from 'kysely'
import { deposit as wire } from '../../src/api/money/deposit.ts'
import { depositMachine } from '../../src/machines/orders/deposit.ts'
import { turnoverFor } from '../../src/rules/money/turnover.ts'
import { amountIn, type Message } from '../inbox/module.ts'
import { valueAt } from '../market/module.ts'
import { type Move, mover, type OrderKind } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Reads } from '../platform/unit/defer.ts'
import { sumsOf } from '../platform/unit/sums.ts'
import { type DepositRow, toWire } from './order.ts'

/** A deposit as the order kernel knows it. It holds nothing, and is not in the common order list. */
export const depositKind: OrderKind<DepositRow> = {
  name: 'deposit',
  table: 'deposits',
  machine: depositMachine,
  wire,
  toWire,
  holds: sql`select id, user_id, currency, amount from deposits where 1 = 0`,
  due: byPaperReviewer,
  message,
  postings: (order) => ({
    creditDeposit: () => {
      const { arrived } = order
      if (arrived === null) throw new Error(`deposit ${order.id}: nobody says that anything came`)
      return mover(order)({ issuance: -arrived, available: arrived })
    },
  }),
}

/** The message to its owner at its end. A restart is answered directly. */
function message({ state, way, currency, amount, arrived, reason }: DepositRow): Message | undefined {
  if (state === 'failed') {
    const params = { amount: amountIn(currency, arrived ?? amount), currency }
    return reason === null
      ? { kind: 'funding', key: 'depositFailed', params }
      : { kind: 'funding', key: 'depositRefused', params: { ...params, reason } }
  }
  if (state !== 'succeeded' || way === 'again' || arrived === null) return undefined
  return { kind: 'funding', key: 'depositArrived', params: { amount: amountIn(currency, arrived), currency } }
}

/** The paper reviewer: with paper money it accepts deposits that no operator has decided. */
async function byPaperReviewer(db: Db | Tx, order: DepositRow): Promise<Move<DepositRow>> {
  return { event: { type: 'deposit.accept' }, change: { due_ms: null, ...(await creditOf(db, order)) } }
}

/** Fields stored at the credit: its current value, rounded down in the user's favour. */
export async function creditOf(
  db: Db | Tx,
  { currency, arrived, due_ms, accepted_ms }: Pick<DepositRow, 'currency' | 'arrived' | 'due_ms' | 'accepted_ms'>,
  atMs = Number(due_ms ?? accepted_ms),
): Promise<Partial<DepositRow>> {
  if (arrived === null) return {}
  return { credited_value: (await valueAt(db, { currency, amount: arrived }, atMs))?.value ?? 0n }
}

/** The trading volume required by a user's credited deposits, in minor units of USDT. */
export const turnoverAsked = async (reads: Reads, userId: string): Promise<bigint> =>
  turnoverFor(await reads.read(credited, userId))

const credited = sumsOf('deposits', 'credited_value', { where: sql`state = 'succeeded'` })

/** A user's deposits credited since a time (ms), at their value then, in minor units of USDT. */
export async function creditedSince(db: Db, userId: string, sinceMs: number): Promise<bigint> {
  const { sum } = await db
    .selectFrom('deposits')
    .select(({ fn }) => fn.sum<bigint | string | null>('credited_value').as('sum'))
    .where('user_id', '=', userId)
    .where('state', '=', 'succeeded')
    .where('settled_ms', '>=', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return BigInt(sum ?? 0n)
}
