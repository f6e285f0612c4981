import type { RawBuilder } from 'kysely'
import type { AnyStateMachine } from 'xstate'
import type { OrderFilter } from '../src/api/trade/orders.ts'
import type { Schema } from '../src/api/wire/call.ts'
import type { MessageKey } from '../src/api/wire/messages.ts'
import type { Step } from '../src/machines/orders/life.ts'
import type { Minor } from '../src/rules/money/money.ts'
import type { Message } from './inbox/message.ts'
import type { Line } from './ledger/ledger.ts'
import type { TickGap } from './market/gaps.ts'
import type { TickRow } from './market/record.ts'
import type { TickNeeds } from './market/retention.ts'
import type { Db, Tx } from './platform/database/database.ts'
import type { Gap } from './platform/unit/job.ts'
import type { Unit } from './platform/unit/unit.ts'

/** The columns that the table of every kind has; others are its own. */
export type OrderRow = {
  id: string
  user_id: string
  currency: string
  state: string
  /** Starts at 1, and rises by one with each change. */
  version: bigint
  accepted_ms: bigint
  /** When its next step is due, in ms; null if none is. */
  due_ms: bigint | null
  /** When it ended, in ms; null while it is live. */
  settled_ms: bigint | null
}

/** An order on the wire, of any kind. */
export type OrderOnWire = { id: string; state: string; version: number }

/**
 * A price trigger. `level`: in minor units of the symbol's price. `mirrored`: it waits for a gap in the record, and is compared with the
 * mirror price of its jump.
 */
export type Trigger = {
  name: string
  symbol: string
  side: 'atOrAbove' | 'atOrBelow'
  level: bigint
  mirrored?: boolean
}

/**
 * The first recorded tick at or beyond a trigger level of an order; one tick may cross several levels. `sinceMs`: when the trigger was armed.
 * `gap`: the gap that it ends, if a mirrored level is among them.
 */
export type Crossing = { names: readonly string[]; tick: TickRow; sinceMs: bigint; gap?: TickGap }

/** Money moved by a step of the machine, in one currency. */
export type Posting = { currency: string; lines: readonly Line[] }

/**
 * A transition of an order, as decided by its kind.
 *
 * @param change columns stored with it
 * @param arm the triggers from then on, replacing the earlier ones. If absent, those stay, except after one of them was crossed: then there
 *   are none
 * @param occurrence identifies one of several recurring postings: the same one moves money once
 * @param gap why it is void: `record` if nothing at all was recorded at that time (our own outage); `symbol` if only the price of its
 *   symbol was missing
 * @param notBefore its time by the record, in ms, if later than the clock. By default the kernel sets it: to the tick that crossed a
 *   trigger, or to the due time
 */
export type Move<Row extends OrderRow = OrderRow> = {
  event: { type: string }
  change?: Partial<Row>
  arm?: readonly Trigger[]
  occurrence?: string
  gap?: Gap
  notBefore?: bigint
}

/**
 * How the common lists and totals read a kind, in addition to its machine's `meta.result`.
 *
 * - `where`: the columns that select orders of a market, or of one symbol; `undefined` if the kind has none of these
 * - `staked`, `returned`: cost and returned amount of an ended order, in minor units, as expressions over its columns; both 0 for a void
 *   order, or one cancelled before it opened
 * - `turnover`: its traded volume, in minor units of USDT, also while it is live; absent for none
 * - `traded`: for a kind that exchanges one thing for another: values bought and sold, and fees, in minor units of USDT
 */
export type Listing = {
  where(filter: Pick<OrderFilter, 'market' | 'symbol'>): Readonly<Record<string, string | undefined>> | undefined
  staked: RawBuilder<bigint>
  returned: RawBuilder<bigint>
  turnover?: RawBuilder<bigint>
  traded?: Readonly<Record<'bought' | 'sold' | 'fees', RawBuilder<bigint>>>
}

/**
 * A kind of order: its machine, its table, and everything specific to it. The kernel does the rest. Its functions are called within a step,
 * and their results may depend only on the order and the record.
 */
export type OrderKind<Row extends OrderRow = OrderRow> = {
  /** The cause of its transfers, the kind of its events, and the name of its due work. */
  name: string
  table: string
  machine: AnyStateMachine
  /** The body of its events, and the format of its lists. */
  wire: Schema<OrderOnWire>
  toWire(order: Row): OrderOnWire
  /** The postings named by its machine. */
  postings(order: Row): Readonly<Record<string, () => Posting>>
  /** A statement for the amounts held by live orders; if absent, none hold anything. */
  holds?: RawBuilder<Hold>
  /** Columns stored when the order ends by this step. */
  ending?(order: Row, step: Step): Partial<Row>
  /** Further effects in the transaction of a step, after its postings, such as others' income, or a counter. */
  extras?(unit: Unit, order: Row, step: Step, occurrence: string | undefined): Promise<void>
  /**
   * Other users that its due steps pay, by owner. They are locked together with the owner, before anything is written, to avoid deadlocks.
   */
  alsoPays?(db: Db | Tx, owners: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** The message to its owner after a step; undefined for none. */
  message?(order: Row, step: Step): Message | undefined
  /**
   * The transition of a due order; `undefined` if it is too early to decide. Called for many orders at once, in the transaction that moves
   * them. `upToMs`: the record is complete up to this time.
   */
  due?(db: Db | Tx, order: Row, upToMs: number): Promise<Move<Row> | undefined>
  /** The transition after a trigger was crossed. */
  crossed?(order: Row, crossing: Crossing): Move<Row>
  /** The ticks that its receipts and its undecided orders need. */
  ticks?: TickNeeds
  /** Whether its positions are larger than their margin: contracts for differences. */
  leveraged?: true
  /** How the common lists and totals read it; if absent, it is not in them. */
  listing?: Listing
  /**
   * For a kind that locks money over days: the least that a live order returns, in minor units of its currency. If absent, everything that
   * an order holds may be lost.
   */
  atLeast?(order: Row): Minor
  /** The column with the same value, if there is one: the database sums it, however many orders a user has. */
  atLeastColumn?: string
  /** For a debt: how much of it must stay covered at a time (ms), in minor units of its currency. */
  mustCover?(order: Row, nowMs: number): Minor
  /** The error key for taking money out while such an order is live. */
  blocksLeaving?: MessageKey
}

/** The kinds of order of these modules. */
export const kindsOf = (modules: readonly { orders?: readonly OrderKind[] }[]): readonly OrderKind[] =>
  modules.flatMap(({ orders = [] }) => orders)

/** An amount that a live order holds, in minor units. */
export type Hold = { id: string; user_id: string; currency: string; amount: bigint }
