import type { OrderKind, OrderOnWire, OrderRow } from '../../../server/orders/module.ts'
import type { Db } from '../../../server/platform/database/database.ts'

/**
 * What the transfers of one order have done. `steps`: their names, sorted. `sumOf`: by how much the owner's account changed,
 * in minor units; of the order's own currency where none is named.
 */
export type Moved = { steps: readonly string[]; sumOf(account: 'available' | 'held', currency?: string): bigint }

/** Invariants of one kind of order, in addition to the common ones. Its rules are reimplemented, so that no code checks itself. */
export type Judge<Row extends OrderRow = OrderRow, Wire extends OrderOnWire = OrderOnWire> = {
  kind: OrderKind<Row>
  /** What its postings move, by an example that docs/machines shows. `at`: the order at a posting where it is another than elsewhere. */
  example: { of: string; order: Partial<Row>; at?: Readonly<Record<string, Partial<Row>>> }
  /** What was agreed when it was placed, as the wire carries it: it never changes. */
  terms(order: Wire): unknown
  /** How many calls have answered with it, of those that are done once; left out, it is the one that placed it. */
  answers?(order: Row): number
  /** What is wrong with its money: a line for each violation, led by what is violated. */
  money(order: Row, moved: Moved): string[]
  /** What is wrong with it by the record, asked as long as it lives and once it has ended. */
  byTheRecord(db: Db, order: Row): Promise<string[]>
}

/** Any value as one text; equal texts are equal values. */
export const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'undefined'
