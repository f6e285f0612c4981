import type { OrderFilter, OrderTotals } from '../../src/api/trade/orders.ts'
import { resultOf } from '../../src/machines/orders/life.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Result } from '../../src/rules/orders/order-list.ts'
import type { OrderKind, OrderOnWire, OrderRow } from '../order-kind.ts'
import type { Db } from '../platform/database/database.ts'
import { allEndedOf, byEnd, byId, cursorAt, type Ended, endedOf } from './ended.ts'
import { isOf, keptSums, type Sum } from './kept-sums.ts'
import { type Filter, ordersOf } from './table.ts'

/** An order with the name of its kind. */
export type Named = { kind: string } & OrderOnWire

/**
 * A user's orders of all kinds, newest first, at most `limit`: by their ids, which sort by time across kinds; if only ended ones are
 * requested, by their end.
 */
export async function listOfAll(
  db: Db,
  kinds: readonly OrderKind[],
  userId: string,
  filter: OrderFilter & Pick<Filter, 'ended' | 'before'>,
  limit: number,
): Promise<Named[]> {
  const { result, ended, before } = filter
  if (ended === true) return listEnded(db, kinds, userId, filter, limit)
  const isNarrow = isNarrowed(filter)
  const asked = ofEach(kinds, filter)
  // Live orders are read first: an order that ends in between is found twice, and listed once.
  const found: (readonly [OrderKind, readonly OrderRow[]])[] = []
  for (const { kind, where } of asked) {
    if (!isNarrow) found.push([kind, await ordersOf(db, kind, userId, { ended, before }, limit)])
    else if (result === undefined) {
      found.push([kind, await ordersOf(db, kind, userId, { where, ended: false, before }, limit)])
    }
  }
  if (isNarrow && ended !== false) {
    const read = await matchingReader(db, userId, filter)
    for (const { kind } of asked) found.push([kind, await read(db, kind, userId, byId(before), limit)])
  }
  return merged(found, limit)
}

const isNarrowed = ({ market, result, symbol }: OrderFilter) =>
  market !== undefined || result !== undefined || symbol !== undefined

/** `before`: the last order of the page before. */
async function listEnded(
  db: Db,
  kinds: readonly OrderKind[],
  userId: string,
  { before, ...filter }: OrderFilter & Pick<Filter, 'before'>,
  limit: number,
): Promise<Named[]> {
  const listed = kinds.filter(({ listing }) => listing)
  const cursor = before === undefined ? undefined : await cursorAt(db, listed, userId, before)
  if (before !== undefined && !cursor) return []
  const read = isNarrowed(filter) ? await matchingReader(db, userId, filter) : allEndedOf
  const found = ofEach(kinds, filter).map(
    async ({ kind }) => [kind, await read(db, kind, userId, byEnd(cursor), limit)] as const,
  )
  return merged(await Promise.all(found), limit, (one, other) =>
    Number((other.settled_ms ?? 0n) - (one.settled_ms ?? 0n)),
  )
}

/** A function that reads a kind's ended orders that match a filter: only at index positions where the kept sums count any. */
async function matchingReader(db: Db, userId: string, filter: OrderFilter): Promise<typeof allEndedOf> {
  const sums = (await keptSums(db, userId)).filter(isOf(filter))
  return (on, kind, of, sorted, limit) => {
    const places = sums.filter((sum) => sum.kind === kind.name && hasResult(kind as OrderKind, sum, filter.result))
    return endedOf(on, kind, of, [...new Map(places.map((at) => [placeOf(at), at])).values()], sorted, limit)
  }
}

/** Merges orders of all kinds into one page, each once: by `newest`, then by id, newest first. */
function merged(
  found: readonly (readonly [OrderKind, readonly OrderRow[]])[],
  limit: number,
  newest: (one: OrderRow, other: OrderRow) => number = () => 0,
): Named[] {
  const orders = new Map(found.flatMap(([kind, rows]) => rows.map((row) => [row.id, { kind, row }] as const)))
  return [...orders.values()]
    .sort((one, other) => newest(one.row, other.row) || (one.row.id < other.row.id ? 1 : -1))
    .slice(0, limit)
    .map(({ kind, row }) => ({ kind: kind.name, ...kind.toWire(row) }))
}

const placeOf = ({ symbol, state }: Ended) => `${symbol} ${state}`

const hasResult = ({ machine }: OrderKind, { state }: Pick<Sum, 'state'>, result: Result | undefined) =>
  result === undefined || resultOf(machine, state) === result

/** Totals of a user's ended orders of all kinds. Refunded orders count, but not towards the win rate. */
export async function totalsOfAll(
  db: Db,
  kinds: readonly OrderKind[],
  userId: string,
  filter: OrderFilter,
): Promise<OrderTotals> {
  const sums = (await keptSums(db, userId)).filter(isOf(filter))
  const all = ofEach(kinds, filter).flatMap(({ kind }) =>
    sums
      .filter((sum) => sum.kind === kind.name && hasResult(kind, sum, filter.result))
      .map((sum) => ({ ...sum, result: resultOf(kind.machine, sum.state) })),
  )
  const count = (result: Result) => Number(total(all, (sum) => (sum.result === result ? sum.orders : 0n)))
  const [won, lost, traded] = [count('won'), count('lost'), count('traded')]
  const staked = all.filter((sum) => sum.staked > 0n)
  return {
    won,
    lost,
    returned: count('returned'),
    traded,
    winRateBps: won + lost === 0 ? null : Math.floor((won * 10_000) / (won + lost)),
    turnover: traded === 0 ? null : turnoverOf(all),
    amounts: [...new Set(staked.map(({ currency }) => currency))].sort().map((currency) =>
      amountsOf(
        currency,
        staked.filter((sum) => sum.currency === currency),
      ),
    ),
  }
}

/** The kinds whose live orders can match a filter, each with its own filter. */
const ofEach = (kinds: readonly OrderKind[], { kind: name, market, symbol }: OrderFilter) =>
  kinds.flatMap((kind) => {
    if (name !== undefined && kind.name !== name) return []
    const where = kind.listing?.where({ market, symbol })
    return where ? { kind, where } : []
  })

const total = <Each>(all: readonly Each[], of: (each: Each) => bigint) => all.reduce((sum, each) => sum + of(each), 0n)

function turnoverOf(sums: readonly Sum[]) {
  const { scale } = currencyOf('USDT')
  const money = (of: (sum: Sum) => bigint) => formatMoney(total(sums, of), scale)
  return { bought: money(({ bought }) => bought), sold: money(({ sold }) => sold), fees: money(({ fees }) => fees) }
}

function amountsOf(currency: string, sums: readonly (Sum & { result: Result | null })[]) {
  const { scale } = currencyOf(currency)
  const money = (of: (sum: Sum & { result: Result | null }) => bigint) => formatMoney(total(sums, of), scale)
  return {
    currency,
    staked: money(({ staked }) => staked),
    gained: money(({ result, staked, returned }) => (result === 'won' ? returned - staked : 0n)),
    lost: money(({ result, staked, returned }) => (result === 'lost' ? staked - returned : 0n)),
    net: money(({ staked, returned }) => returned - staked),
  }
}
