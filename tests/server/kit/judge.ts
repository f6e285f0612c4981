import type { OrderKind, OrderOnWire, OrderRow } from '../../../server/orders/module.ts'
import type { Db } from '../../../server/platform/database/database.ts'

/**
 * The transfers of one order. `steps`: their names, sorted. `sumOf`: the change of the owner's account, in minor units; by default of the
 * order's currency.
 */
export type Moved = { steps: readonly string[]; sumOf(account: 'available' | 'held', currency?: string): bigint }

/** Invariants of one kind of order, in addition to the common ones. Its rules are reimplemented, so that no code checks itself. */
export type Judge<Row extends OrderRow = OrderRow, Wire extends OrderOnWire = OrderOnWire> = {
  kind: OrderKind<Row>
  /** The amounts of its postings in an example, which docs/machines shows. `at`: the order at a posting, if it differs from the others. */
  example: { of: string; order: Partial<Row>; at?: Readonly<Record<string, Partial<Row>>> }
  /** The terms agreed at its placement, on the wire: they never change. */
  terms(order: Wire): unknown
  /** Number of idempotent calls that returned it; by default only the one that placed it. */
  answers?(order: Row): number
  /** The violations of its money, a line each, beginning with the violated rule. */
  money(order: Row, moved: Moved): string[]
  /** The violations by the record, checked while it is live, and once after its end. */
  byTheRecord(db: Db, order: Row): Promise<string[]>
}

/** Any value as one text; equal texts are equal values. */
export const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'undefined'
